import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@modelcontextprotocol/client';
import { challengeAnswer, isSignedBy, sign } from '../../../src/service/webhooks/signature.ts';
import { Agent, answerOf, failureOf } from './agent.ts';

describe('the tools for webhooks', () => {
  const agent = new Agent();
  let client: Client;
  let receiver: Server;
  let url: string;
  let token = '';
  const bodies: string[] = [];

  before(async () => {
    client = await agent.connect();
    const { variables } = await call('sandbox_start');
    const lines = variables as readonly string[];
    token = lines.find((line) => line.startsWith('SMARTCAR_MANAGEMENT_TOKEN='))?.replace(/^.*?=/, '') ?? '';
    assert.ok(token);
    // It answers every challenge, which is a mistake.
    receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        response.setHeader('Content-Type', 'application/json');
        if (body.includes('"challenge"')) {
          const event = JSON.parse(body) as { data?: { challenge: string }; payload?: { challenge: string } };
          const { challenge } = event.data ?? event.payload ?? {};
          response.end(JSON.stringify(challengeAnswer(token, String(challenge))));
          return;
        }
        bodies.push(body);
        response.statusCode = isSignedBy([token], body, String(request.headers['sc-signature'])) ? 200 : 401;
        response.end('{}');
      });
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  });
  after(async () => {
    receiver.close();
    receiver.closeAllConnections();
    await agent.close();
  });

  const called = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });
  const refusal = async (name: string, args: Record<string, unknown>) => failureOf(await called(name, args));
  const call = async (name: string, args: Record<string, unknown> = {}) => answerOf(await called(name, args));

  it('send an event to a receiver and give its answer; the webhook is added once', async () => {
    const sent = await call('try_receiver', { url });
    assert.equal(sent.verified, true);
    const { id, answer, eventId } = sent.delivery as { id: number; answer: number; eventId: string };
    assert.equal(answer, 200);
    assert.match(bodies.at(-1) ?? '', /"eventType":"VEHICLE_STATE"/);
    const again = (await call('try_receiver', { url, again: id })).delivery as { eventId: string; answer: number };
    assert.deepEqual([again.eventId, again.answer], [eventId, 200]);
    await call('try_receiver', { url, body: '{"a": 78.0}' });
    assert.equal(bodies.at(-1), '{"a": 78.0}');
    const { webhooks } = (await call('list_deliveries')) as { webhooks: { callbackUri: string | null }[] };
    assert.equal(webhooks.filter(({ callbackUri }) => callbackUri === url).length, 1);
  });

  it('list deliveries, newest first, and one with everything; no answer has a token', async () => {
    const list = await call('list_deliveries', { limit: 2 });
    const [newest, other, ...more] = list.deliveries as { id: number }[];
    assert.ok(newest && other && newest.id > other.id && more.length === 0);
    const one = await call('list_deliveries', { id: newest.id });
    assert.match(JSON.stringify(one.deliveries), /SC-Signature/);
    assert.ok(!JSON.stringify([list, one]).includes(token));
    assert.match(await refusal('list_deliveries', { id: 99_999 }), /There is no delivery with this ID/);
    assert.match(await refusal('list_deliveries', { body: '{}' }), /body and signature go together/);
  });

  it('explain the signature of a delivery, and of a body', async () => {
    const { deliveries } = (await call('list_deliveries')) as { deliveries: { id: number }[] };
    const of = async (args: object) => (await call('list_deliveries', { ...args })).signature;
    assert.deepEqual(await of({ id: deliveries[0]?.id }), {
      correct: true,
      explanation: 'The signature is correct, made with the Application Management Token.',
    });
    const base64 = Buffer.from(sign(token, '{}'), 'hex').toString('base64');
    assert.match(JSON.stringify(await of({ body: '{}', signature: base64 })), /"correct":false.*It is Base64/);
  });

  it('check a receiver, and say what failed with the fix', async () => {
    const { passed, failed } = (await call('try_receiver', { url, check: true })) as {
      passed: number;
      failed: { rule: string; findings: { fix: string }[] }[];
    };
    assert.ok(passed > 15, String(passed));
    const oracle = failed.find(({ rule }) => rule === 'challenge-form');
    assert.match(oracle?.findings[0]?.fix ?? '', /Answer only challenges of the form/);
    assert.ok(!JSON.stringify(failed).includes(token));
  });

  it('send nothing to the sandbox itself, whose paths are commands', async () => {
    const { controlUrl } = (await call('sandbox_status')) as { controlUrl: string };
    const { port } = new URL(controlUrl);
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      for (const options of [{}, { body: '{}' }, { check: true }]) {
        const refused = await called('try_receiver', { url: `http://${host}:${port}/sandbox/stop`, ...options });
        assert.match(failureOf(refused), /is the sandbox\. Give your receiver/);
      }
    }
    assert.equal((await call('sandbox_status')).controlUrl, controlUrl);
  });

  it('send nothing to another machine', async () => {
    for (const check of [false, true]) {
      const refused = await called('try_receiver', { url: 'https://example.com/hook', check });
      assert.match(failureOf(refused), /is not on this machine/);
    }
  });
});
