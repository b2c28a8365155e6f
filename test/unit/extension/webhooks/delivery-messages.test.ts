import assert from 'node:assert/strict';
import { snippet } from '../../../../src/extension/requests/copy-as-code.ts';
import type { Delivery } from '../../../../src/sandbox/control/contract.ts';
import {
  attemptNotes,
  deliveryDetails,
  messageOf,
  signatureNotes,
} from '../../../../src/extension/webhooks/delivery-messages.ts';
import { attempt } from './deliveries.ts';
import { applicationKeys } from '../../../../src/service/webhooks/explain-signature.ts';
import { sign } from '../../../../src/service/webhooks/signature.ts';

const accepted = { status: 200, problem: null, durationMs: 3, headers: {}, text: '' };

describe('deliveryDetails', () => {
  const delivery = { eventId: 'e', vehicleId: null, eventType: 'VEHICLE_STATE', status: 'delivered' };
  const details = (about: object, only: object) =>
    deliveryDetails({ ...delivery, ...about, attempts: [{ ...attempt, ...only }] } as unknown as Delivery, {
      time: String,
      number: String,
      vehicle: () => undefined,
    });

  it('hides what headers and addresses may hold', () => {
    const headers = {
      ...{ 'Set-Cookie': 'hush', 'x-tunnel-key': 'hush', 'content-type': 'text/plain' },
      ...{ Referer: 'https://example.com/?token=hush', 'SC-Signature': 'shown' },
    };
    const uri = 'http://user:hush@localhost:3000/hook?token=hush';
    const text = details({}, { uri, headers, answer: { ...accepted, headers } });
    assert.doesNotMatch(text, /hush/);
    assert.match(text, /^POST http:\/\/localhost:3000\/hook\?token=…$/m);
    assert.match(text, /^content-type: text\/plain$/m);
    assert.match(text, /^SC-Signature: shown$/m);
  });

  it('has the only requests that were sent, whatever is in an event', () => {
    const forged = 'x\n\n### \nPOST https://example.com/';
    const text = details(
      { eventId: forged, vehicleId: forged, notes: [forged] },
      {
        deliveryId: forged,
        text: forged,
        answer: { ...accepted, problem: forged, headers: { a: forged }, text: forged },
      },
    );
    assert.deepEqual(text.match(/^###.*$/gm), ['###']);
    assert.equal(text.match(/^# .*POST https:/gm)?.length, 5);
  });
});

describe('a delivery, copied or exported', () => {
  it('is sent by curl with the bytes and the signature that it had', () => {
    assert.equal(
      snippet(messageOf(attempt), 'posix'),
      [
        `curl 'http://localhost:3000/hook?from='"$SECRET"`,
        "--header 'Content-Type: application/json'",
        "--header 'SC-Signature: abc'",
        `--data-raw '${attempt.text}'`,
      ].join(' \\\n  '),
    );
  });

  it('is an .http file whose JSON is left as it is', () => {
    assert.ok(snippet(messageOf(attempt), 'http').endsWith(`\n\n${attempt.text}`));
  });
});

describe('signatureNotes', () => {
  const body = Buffer.from('{}');
  const keys = applicationKeys(['token'], [['applicationId', 'id']]);

  it('say of a right signature only that', () => {
    assert.deepEqual(signatureNotes(body, sign('token', body), keys), [
      'The signature is correct, made with the Application Management Token.',
    ]);
  });

  it('have the right one beside a wrong one', () => {
    assert.deepEqual(signatureNotes(body, sign('id', body), keys), [
      'It was made with the Application ID. That isn’t the management token.',
      `Correct signature: ${sign('token', body)}`,
    ]);
  });

  it('are those of an attempt: of its exact bytes, or why it has no signature, unless its body is forgotten', () => {
    const notesOf = (changes: Partial<typeof attempt>, eventType: 'VERIFY' | 'VEHICLE_STATE' = 'VEHICLE_STATE') =>
      attemptNotes({ eventType }, { ...attempt, ...changes }, keys)?.join(' ');
    const bytes = Buffer.from([0xff]);
    const headers = { 'sc-signature': sign('token', bytes) };
    assert.match(notesOf({ headers, base64: bytes.toString('base64'), text: '\ufffd' }) ?? '', /is correct/);
    assert.match(notesOf({}) ?? '', /Correct signature: [\da-f]{64}$/);
    assert.match(notesOf({ headers: {} }) ?? '', /without a signature/);
    assert.match(notesOf({ headers: {} }, 'VERIFY') ?? '', /VERIFY has no valid signature/);
    assert.equal(notesOf({ text: '' }), undefined);
  });
});
