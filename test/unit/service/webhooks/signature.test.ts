import assert from 'node:assert/strict';
import { challengeAnswer, isChallenge, isSignedBy, sign } from '../../../../src/service/webhooks/signature.ts';

const token = 'f1b2c3d4-0000-4000-8000-000000000001';

describe('signature of a webhook', () => {
  it('is the hex HMAC-SHA256 of the bytes, keyed with the token', () => {
    // RFC 4231, test case 2.
    assert.equal(
      sign('Jefe', 'what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    const bytes = Buffer.from([0xff, 0x00, 0x7b]);
    assert.notEqual(sign(token, bytes), sign(token, bytes.toString('utf8')), 'bytes are signed, not text');
  });

  it('is accepted of each token given, and of no other, in no other form', () => {
    const body = '{"a":78.0}';
    const signature = sign(token, body);
    assert.ok(isSignedBy(['other', token], body, signature));
    assert.ok(isSignedBy([token, 'other'], body, signature));
    for (const wrong of [undefined, null, '', signature.toUpperCase(), `${signature}\n`, signature.slice(1)]) {
      assert.ok(!isSignedBy([token], body, wrong), String(wrong));
    }
    assert.ok(!isSignedBy([token], '{"a":78}', signature));
    assert.ok(!isSignedBy([], body, signature));
  });

  it('of a challenge answers it', () => {
    assert.deepEqual(challengeAnswer(token, 'abc'), { challenge: sign(token, 'abc') });
  });

  it('is made only of what looks like a challenge', () => {
    for (const challenge of ['3yXtVZ2pN7qLw9Ka', 'challenge_8f2c-1', 'a'.repeat(128), token]) {
      assert.ok(isChallenge(challenge), challenge);
    }
    for (const other of [
      '',
      'a'.repeat(129),
      '{"eventType":"VEHICLE_STATE"}',
      'a b',
      'a\n',
      7,
      null,
      undefined,
      ['a'],
    ]) {
      assert.ok(!isChallenge(other), JSON.stringify(other));
    }
  });
});
