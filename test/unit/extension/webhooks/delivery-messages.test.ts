import assert from 'node:assert/strict';
import { snippet } from '../../../../src/extension/requests/copy-as-code.ts';
import type { Delivery } from '../../../../src/sandbox/control/contract.ts';
import {
  attemptReasons,
  deliveryReport,
  messageOf,
  signatureReport,
} from '../../../../src/extension/webhooks/delivery-messages.ts';
import { attempt } from './deliveries.ts';
import { applicationKeys } from '../../../../src/service/webhooks/explain-signature.ts';
import { sign } from '../../../../src/service/webhooks/signature.ts';

const accepted = { status: 200, problem: null, durationMs: 3, headers: {}, text: '' };

describe('deliveryReport', () => {
  const delivery = { eventId: 'e', vehicleId: null, eventType: 'VEHICLE_STATE', status: 'delivered' };
  const details = (about: object, only: object) =>
    deliveryReport({ ...delivery, ...about, attempts: [{ ...attempt, ...only }] } as unknown as Delivery, {
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

  it('formats nothing that others have written, whatever is in an event', () => {
    const forged = '](command:x)\n\n````\n# <script>\u202e</details>';
    const text = details(
      { eventId: forged, vehicleId: forged },
      {
        deliveryId: forged,
        text: forged,
        answer: { ...accepted, problem: forged, headers: { a: forged }, text: forged },
      },
    );
    const outside = text.replaceAll(/^(`{3,})\w*$[^]*?^\1$/gm, '');
    assert.match(text, /^`{5}http$/m);
    assert.equal(outside.match(/\\]\\\(command\\:x\\\) \\`\\`\\`\\` \\# \\<script\\> \\<\\\/details\\>/g)?.length, 5);
    assert.deepEqual(outside.match(/^# .*$/gm)?.length, 1);
    assert.doesNotMatch(text, /\u202e/);
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

describe('signatureReport', () => {
  const body = Buffer.from('{}');
  const keys = applicationKeys(['token'], [['applicationId', 'id']]);
  const right = sign('token', body);
  const plain = (markdown: string | undefined) => markdown?.replaceAll('\\', '') ?? '';

  it('says of a right signature only that', () => {
    assert.equal(
      plain(signatureReport(body, right, keys)),
      'The signature is correct, made with the Application Management Token.',
    );
  });

  for (const [what, received, same] of [
    ['another', 'x'.repeat(64), 0],
    ['one that differs in its last digit', `${right.slice(0, -1)}x`, 63],
    ['one that is cut off', right.slice(0, 10), 10],
    ['one that goes on', `${right}00`, 64],
  ] as const) {
    it(`marks the first difference between the right one and ${what}`, () => {
      const lines = signatureReport(body, received, keys).split('\n');
      assert.deepEqual(lines.slice(2), [
        '```',
        `Received  ${received}`,
        `Correct   ${right}`,
        `${' '.repeat(10 + same)}↑`,
        '```',
      ]);
    });
  }

  it('is that of an attempt: of its exact bytes, or why it has no signature, unless its body is forgotten', () => {
    const reportOf = (changes: Partial<typeof attempt>, eventType: 'VERIFY' | 'VEHICLE_STATE' = 'VEHICLE_STATE') =>
      attemptReasons({ eventType }, { ...attempt, ...changes }, keys);
    const bytes = Buffer.from([0xff]);
    const headers = { 'sc-signature': sign('token', bytes) };
    assert.match(plain(reportOf({ headers, base64: bytes.toString('base64'), text: '\ufffd' })), /is correct/);
    assert.match(plain(reportOf({})), /^Correct +[\da-f]{64}$/m);
    assert.match(plain(reportOf({ headers: {} })), /without a signature/);
    assert.match(plain(reportOf({ headers: {} }, 'VERIFY')), /VERIFY has no valid signature/);
    assert.equal(reportOf({ text: '' }), undefined);
  });
});
