import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { EventListener, judgeEvent } from '../../../../src/extension/webhooks/event-listener.ts';
import { applicationKeys } from '../../../../src/service/webhooks/explain-signature.ts';
import { challengeAnswer, sign } from '../../../../src/service/webhooks/signature.ts';
import {
  dashboardState,
  eventBytes,
  stateEvent,
  verifyEvent,
  version2VerifyEvent,
} from '../../../../src/service/webhooks/events.ts';

const token = '11111111-2222-4333-8444-555555555555';
const keys = applicationKeys([token, 'older'], [['applicationId', 'app']]);
const source = {
  eventId: 'e-1',
  deliveryId: 'd-1',
  deliveredAt: 1_790_000_000_000,
  webhook: { id: 'wh_1', name: 'test' },
  mode: 'live',
  applicationId: 'app',
  sequence: 1,
} as const;
const state = Buffer.from(eventBytes(stateEvent(dashboardState(source, () => 'vehicle-1'))));

describe('judgeEvent', () => {
  it('answers challenges of either version, without a signature', () => {
    for (const event of [
      verifyEvent(source, 'challenge_1'),
      version2VerifyEvent({ webhookId: 'wh_1' }, 'challenge_1'),
    ]) {
      const judged = judgeEvent(Buffer.from(eventBytes(event)), undefined, keys);
      assert.deepEqual([judged.status, judged.answer], [200, challengeAnswer(token, 'challenge_1')]);
      assert.equal(judged.eventType, 'VERIFY');
    }
  });

  it('signs no text that only looks like a challenge', () => {
    for (const challenge of [state.toString(), 'a'.repeat(129), '', 'with space', 7, null]) {
      for (const event of [
        { eventType: 'VERIFY', data: { challenge } },
        { eventName: 'verify', payload: { challenge } },
      ]) {
        const { status, answer } = judgeEvent(Buffer.from(JSON.stringify(event)), undefined, keys);
        assert.equal(status, 400);
        assert.doesNotMatch(JSON.stringify(answer), /[\da-f]{64}/);
      }
    }
  });

  it('accepts what the token or an older one has signed, and says what is wrong with the rest', () => {
    const judged = (signature: string | undefined) => {
      const { status, report } = judgeEvent(state, signature, keys);
      return [status, report.replaceAll('\\', '')];
    };
    assert.equal(judged(sign(token, state))[0], 200);
    assert.equal(judged(sign('older', state))[0], 200);
    assert.deepEqual(judged(undefined), [401, 'It has no signature.']);
    assert.match(String(judged(sign('app', state))), /^401,It was made with the Application ID\./);
    const base64 = Buffer.from(sign(token, state), 'hex').toString('base64');
    assert.match(String(judged(base64)), /^401,.*It is Base64/);
    assert.doesNotMatch(String(judged(base64)), new RegExp(token));
  });

  it('knows event and vehicle, and takes what is no JSON', () => {
    const { eventId, vehicleId, eventType } = judgeEvent(state, undefined, keys);
    assert.deepEqual([eventId, vehicleId, eventType], ['e-1', 'vehicle-1', 'VEHICLE_STATE']);
    assert.equal(judgeEvent(Buffer.from('<html>'), undefined, keys).status, 401);
    assert.equal(judgeEvent(Buffer.from('null'), undefined, keys).eventType, 'OTHER');
  });
});

describe('EventListener', () => {
  let listener: EventListener;

  beforeEach(async () => {
    listener = await EventListener.open('Sandbox', keys);
  });
  afterEach(() => listener.dispose());

  const send = (body: Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
    fetch(listener.url, { method: 'POST', body: Buffer.from(body), headers });

  it('shows what came, newest first, with the exact body and without secrets of a tunnel', async () => {
    const { status } = await send(state, {
      'SC-Signature': sign(token, state),
      Cookie: 'CANARY',
      'X-Auth-Token': 'CANARY',
    });
    assert.equal(status, 200);
    assert.equal((await send(Buffer.from('{}'))).status, 401);
    assert.deepEqual(
      listener.deliveries.map(({ id, status, answer, attempts }) => [id, status, answer, attempts]),
      [
        [-2, 'lost', 401, 1],
        [-1, 'delivered', 200, 1],
      ],
    );
    const received = listener.read(-1);
    assert.equal(received?.attempts[0]?.text, state.toString());
    assert.ok(!JSON.stringify(received).includes('CANARY'));
    assert.ok(JSON.stringify(received).includes(sign(token, state)));
  });

  it('refuses other methods and bodies that are too long, and goes on', async () => {
    assert.equal((await fetch(listener.url)).status, 405);
    assert.equal((await send(Buffer.alloc(300_000))).status, 413);
    assert.equal((await send(state)).status, 401);
    assert.equal(listener.deliveries.length, 1);
  });

  it('signs nothing for a page, which says where it comes from', async () => {
    const challenge = Buffer.from(eventBytes(verifyEvent(source, 'challenge_1')));
    for (const [name, value] of [
      ['Origin', 'null'],
      ['Origin', listener.url],
      ['Sec-Fetch-Site', 'cross-site'],
    ] as const) {
      const answer = await send(challenge, { [name]: value });
      assert.deepEqual([answer.status, await answer.text()], [403, '']);
    }
    assert.deepEqual(listener.deliveries, []);
  });

  it('keeps what is signed when others send more than it keeps', async () => {
    await send(state, { 'SC-Signature': sign(token, state) });
    for (let count = 0; count < 210; count += 1) await send(Buffer.from('{}'));
    assert.equal(listener.deliveries.length, 200);
    assert.equal(listener.deliveries.at(-1)?.id, -1);
  });

  it('answers JSON that is nested as deep as a body can be', async () => {
    for (const brackets of ['[', '{"a":']) {
      const body = Buffer.from(brackets.repeat(40_000) + '1' + (brackets === '[' ? ']' : '}').repeat(40_000));
      assert.equal((await send(body, { 'SC-Signature': 'ff' })).status, 401);
    }
  });

  it('outlives a client that breaks off, or asks for an odd path', async () => {
    const { hostname, port } = new URL(listener.url);
    const socket = connect(Number(port), hostname);
    socket.end('POST //[ HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
    await once(socket.resume(), 'close');
    const broken = connect(Number(port), hostname);
    broken.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{');
    broken.destroy();
    await once(broken, 'close');
    assert.equal((await send(state)).status, 401);
  });

  it('takes another port where the usual one is in use', async () => {
    const second = await EventListener.open('Sandbox', keys);
    assert.notEqual(second.url, listener.url);
    second.dispose();
  });
});
