// Receives webhooks. Set SMARTCAR_MANAGEMENT_TOKEN to your management token, then:
//   node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

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

async function readBody(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > 1_000_000) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function receive(request, response) {
  const answer = (status, body = {}, headers = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  if (request.method !== 'POST') return answer(405);
  const body = await readBody(request);
  if (body === undefined) return answer(413, {}, { Connection: 'close' });
  let event;
  try {
    event = JSON.parse(body);
  } catch {
    return answer(400);
  }

  // First, because a challenge is not signed. Version 2.0 has another form.
  if (event?.eventType === 'VERIFY' || event?.eventName === 'verify') {
    const challenge = event.eventType === 'VERIFY' ? event.data?.challenge : event.payload?.challenge;
    if (!isChallenge(challenge)) return answer(400);
    return answer(200, { challenge: sign(tokens[0], challenge) });
  }

  const signature = request.headers['sc-signature'];
  if (!isSigned(body, signature)) return answer(401);

  // Webhooks of version 2.0 have no eventId.
  const handles = isNew(event.eventId ?? signature);
  answer(200, {}, { 'Event-Handled': String(handles) });
  if (handles) setImmediate(handle, event);
}

const server = createServer((request, response) => {
  receive(request, response).catch((error) => {
    console.error(error.message);
    response.headersSent ? response.destroy() : response.writeHead(500).end();
  });
});
server.listen(process.env.PORT ?? 3000, () => console.log(`http://localhost:${server.address().port}/hook`));
