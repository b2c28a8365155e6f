import assert from 'node:assert/strict';
import { snippet } from '../../../../src/extension/requests/copy-as-code.ts';
import { attemptNotes, messageOf, signatureNotes } from '../../../../src/extension/webhooks/delivery-messages.ts';
import { attempt } from './deliveries.ts';
import { applicationKeys } from '../../../../src/service/webhooks/explain-signature.ts';
import { sign } from '../../../../src/service/webhooks/signature.ts';

const accepted = { status: 200, problem: null, durationMs: 3, headers: {}, text: '' };

describe('messageOf', () => {
  it('hides what a receiver’s headers may hold', () => {
    const headers = { 'Set-Cookie': 'hush', 'x-tunnel-key': 'hush', 'content-type': 'text/plain' };
    const { responseHeaders } = messageOf({ ...attempt, answer: { ...accepted, headers } });
    assert.deepEqual(responseHeaders, { 'Set-Cookie': '…', 'x-tunnel-key': '…', 'content-type': 'text/plain' });
  });
});

describe('a delivery, copied or exported', () => {
  it('is sent by curl with the bytes and the signature that it had', () => {
    assert.equal(
      snippet(messageOf(attempt), 'posix'),
      [
        "curl 'http://localhost:3000/hook?from=sandbox'",
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
