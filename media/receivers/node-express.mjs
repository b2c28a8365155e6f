// Receives webhooks with Express: npm install express. Set SMARTCAR_MANAGEMENT_TOKEN to your management token, then:
//   node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';

// While you replace the token: the new and the older one, with a comma between.
const tokens = (process.env.SMARTCAR_MANAGEMENT_TOKEN ?? '').split(',').filter((token) => token !== '');
if (tokens.length === 0) throw new Error('Set SMARTCAR_MANAGEMENT_TOKEN.');

const sign = (token, bytes) => createHmac('sha256', token).update(bytes).digest('hex');

// The same function signs events and challenges: an answer to any text would let others sign events.
const isChallenge = (value) => typeof value === 'string' && /^[\w-]{1,128}$/.test(value);

function isSigned(body, signature) {
  return tokens.some((token) => {
    const [expected, received] = [Buffer.from(sign(token, body)), Buffer.from(signature ?? '')];
    return expected.length === received.length && timingSafeEqual(expected, received);
  });
}

// Events come at least once. Keep their IDs in your database for 7 days; this is lost with the process.
const seen = new Map();
const sevenDays = 7 * 24 * 60 * 60 * 1000;
function isNew(id) {
  for (const [old, at] of seen) {
    if (Date.now() - at < sevenDays) break;
    seen.delete(old);
  }
  if (seen.has(id)) return false;
  seen.set(id, Date.now());
  return true;
}

// Your part. Pages and captures of events differ, so nothing but eventType is taken for granted.
function handle(event) {
  const vehicleId = event.data?.vehicle?.id ?? event.vehicleId;
  const triggers = event.triggers ?? event.data?.triggers ?? [];
  if (event.eventType === 'VEHICLE_STATE') {
    for (const { code, body, status } of event.data?.signals ?? []) {
      // A signal that failed may repeat an older value.
      if ((status?.value ?? 'SUCCESS') === 'SUCCESS') console.log(vehicleId, code, body?.values ?? body?.value ?? body);
    }
    console.log(vehicleId, 'changed:', triggers.length);
  } else if (event.eventType === 'VEHICLE_ERROR') {
    for (const { type, code, state, resolution } of event.data?.errors ?? []) {
      // code may be null, and RESOLVED has no resolution.
      console.log(vehicleId, state, type, code ?? '', resolution?.type ?? '');
    }
  }
}

const app = express();

// express.raw, and not express.json: the signature is that of the bytes. No other parser may come before.
app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
  let event;
  try {
    event = JSON.parse(request.body);
  } catch {
    return response.status(400).json({});
  }

  // First, because a challenge is not signed. Version 2.0 has another form.
  if (event?.eventType === 'VERIFY' || event?.eventName === 'verify') {
    const challenge = event.eventType === 'VERIFY' ? event.data?.challenge : event.payload?.challenge;
    if (!isChallenge(challenge)) return response.status(400).json({});
    return response.json({ challenge: sign(tokens[0], challenge) });
  }

  const signature = request.get('SC-Signature');
  if (!isSigned(request.body, signature)) return response.status(401).json({});

  // Webhooks of version 2.0 have no eventId.
  const handles = isNew(event.eventId ?? signature);
  response.set('Event-Handled', String(handles)).json({});
  if (handles) setImmediate(handle, event);
});

// Without the message of the error, which Express shows to whoever sent the request.
app.use((error, _request, response, _next) => response.status(error.status ?? 500).json({}));

const server = app.listen(process.env.PORT ?? 3000, () => {
  console.log(`http://localhost:${server.address().port}/hook`);
});
