import assert from 'node:assert/strict';
import {
  type KnownKey,
  verifyFaultText,
  judgeVerifyAnswer,
  type VerifyFault,
} from '../../../../src/service/webhooks/explain-signature.ts';
import { sign } from '../../../../src/service/webhooks/signature.ts';

const token: KnownKey = { name: 'the token', value: 'token', role: 'token' };
const id: KnownKey = { name: 'the application ID', value: 'id', role: 'other' };
const challenge = 'challenge_1';
const right = JSON.stringify({ challenge: sign('token', challenge) });

const judge = (status: number, contentType: string | undefined, body: string) =>
  judgeVerifyAnswer(challenge, [token, id], { status, contentType, body: Buffer.from(body) });

/** What a developer reads of each kind. */
const said: Readonly<Record<Exclude<VerifyFault['kind'], 'hash' | 'status'>, RegExp>> = {
  'signature demanded': /before you check signatures/,
  tunnel: /bot check answered with 403/,
  page: /answer is a page/,
  'not JSON': /JSON/,
  'no challenge': /challenge/,
  'content type': /Set Content-Type to application\/json/,
};

describe('answer to a challenge', () => {
  for (const [what, status, type, body, fault] of [
    ['a demand for a signature', 401, 'application/json', '{}', { kind: 'signature demanded' }],
    ['the page of a tunnel', 403, 'text/html', '<!DOCTYPE html>', { kind: 'tunnel', status: 403 }],
    ['a page', 200, 'text/html', 'Welcome', { kind: 'page' }],
    ['a page that says it is JSON', 200, 'application/json', ' <html>', { kind: 'page' }],
    ['text', 200, 'text/plain', sign('token', challenge), { kind: 'not JSON' }],
    ['JSON without a hash', 200, 'application/json', '{"hash":1}', { kind: 'no challenge' }],
    ['JSON that is no object', 200, 'application/json', 'null', { kind: 'no challenge' }],
    ['another content type', 200, 'text/plain', right, { kind: 'content type' }],
    ['no content type', 200, undefined, right, { kind: 'content type' }],
  ] as const) {
    it(`is not ${what}`, () => {
      assert.deepEqual(judge(status, type, body).fault, fault);
      assert.match(verifyFaultText(fault), said[fault.kind]);
    });
  }

  // Pages too: Express and Django answer with one of their own.
  for (const [status, advice] of [
    [204, /status 200, not 204/],
    [302, /Redirects are not followed/],
    [404, /Nothing takes POST at this path/],
    [405, /Nothing takes POST at this path/],
    [415, /application\/json/],
    [429, /limits how many requests/],
    [500, /log says why/],
  ] as const) {
    it(`is not ${status}`, () => {
      const { fault } = judge(status, 'text/html', '<!DOCTYPE html>');
      assert.match(fault ? verifyFaultText(fault) : '', advice);
    });
  }
});
