import assert from 'node:assert/strict';
import fc from 'fast-check';
import { requestDetails } from '../../../../src/extension/requests/details.ts';
import { toHar } from '../../../../src/extension/requests/har.ts';
import { RequestJournal } from '../../../../src/extension/requests/journal.ts';
import { logLine, requestLines } from '../../../../src/extension/requests/presentation.ts';
import { languagesFor } from '../../../../src/extension/requests/copy-as-code.ts';
import { redact } from '../../../../src/extension/requests/redact.ts';
import { formText, shownHeaders, shownText } from '../../../../src/extension/requests/sent-request.ts';
import { snippet } from '../../../../src/extension/requests/copy-as-code.ts';
import type { RequestReport } from '../../../../src/service/model/request-report.ts';
import { report, wording } from './fixture.ts';

describe('redact', () => {
  it('keeps the scheme of a credential and hides the rest', () => {
    const { requestHeaders } = redact(
      report({ requestHeaders: { authorization: 'Basic aWQ6c2VjcmV0', Accept: '*/*' } }),
    );
    assert.deepEqual(shownHeaders(requestHeaders), { authorization: 'Basic …', Accept: '*/*' });
    const opaque = redact(report({ requestHeaders: { Authorization: 'opaque' } })).requestHeaders;
    assert.deepEqual(shownHeaders(opaque), { Authorization: '…' });
  });

  it('shows the harmless part of a query and of a form, and the names of the rest', () => {
    const url = 'https://user:pass@api.example.test/v2.0/vehicles?limit=50&offset=0&code=abcd&new_thing=xyz9#token=1';
    const { origin, path, requestBody } = redact(
      report({ url, requestBody: 'grant_type=refresh_token&refresh_token=abcd' }),
    );
    assert.equal(origin, 'https://api.example.test');
    assert.equal(shownText(path), '/v2.0/vehicles?limit=50&offset=0&code=…&new_thing=…');
    assert.equal(shownText(formText(requestBody ?? [])), 'grant_type=refresh_token&refresh_token=…');
  });

  it('hides a token that stands in the path, as the ID of a vehicle', () => {
    const token = '36ab27d0-fd9d-4455-823a-ce30af709ffc';
    const requestHeaders = { Authorization: `Bearer ${token}` };
    for (const [id, expected] of [
      [token, '…'],
      [`%20${token}`, '…'],
      ['8a4f28b1-fd9d-4455-823a-ce30af709ffc', '8a4f28b1-fd9d-4455-823a-ce30af709ffc'],
    ] as const) {
      const url = `https://api.example.test/v2.0/vehicles/${id}/permissions?limit=50`;
      const { path } = redact(report({ url, requestHeaders }));
      assert.equal(shownText(path), `/v2.0/vehicles/${expected}/permissions?limit=50`);
      assert.equal(JSON.stringify(path).includes(token), false);
    }
  });

  it('hides the secret of an API client and the token of its application, and shows whose data is asked for', () => {
    const issued = redact(
      report({
        ...{ operation: 'application-token', method: 'POST', url: 'https://iam.example.test/oauth2/token' },
        requestBody: 'grant_type=client_credentials&client_id=client_1&client_secret=hush-hush',
        responseBody: { text: '{"access_token":"opaque","token_type":"Bearer","echo":"hush-hush"}', isCut: false },
      }),
    );
    const form = 'grant_type=client_credentials&client_id=client_1&client_secret=…';
    assert.equal(shownText(formText(issued.requestBody ?? [])), form);
    assert.doesNotMatch(issued.responseBody?.text ?? '', /opaque|hush/);
    const url = 'https://api.example.test/v3/connections?filter%5BuserId%5D=owner-1&page%5Bsize%5D=100&cursor=secret';
    const asked = redact(report({ url, requestHeaders: { authorization: 'Bearer abcdef', 'sc-user-id': 'owner-1' } }));
    assert.equal(shownText(asked.path), '/v3/connections?filter%5BuserId%5D=owner-1&page%5Bsize%5D=100&cursor=…');
    assert.deepEqual(shownHeaders(asked.requestHeaders), { authorization: 'Bearer …', 'sc-user-id': 'owner-1' });
  });

  it('keeps what support asks for, though it looks like a token', () => {
    const requestId = '26c14915-0c26-43c5-8e42-9edfc2a66a0f';
    const shown = redact(report({ requestId, responseHeaders: { 'sc-request-id': requestId, Date: 'today' } }));
    assert.equal(shown.requestId, requestId);
    assert.deepEqual(shown.responseHeaders, { 'sc-request-id': requestId, Date: 'today' });
  });

  it('shows where a redirect leads and not what it carries', () => {
    const { responseHeaders } = redact(report({ responseHeaders: { Location: 'https://elsewhere.test/p?code=1234' } }));
    assert.deepEqual(responseHeaders, { Location: 'https://elsewhere.test/…' });
  });

  it('lays out a JSON body and keeps what is no secret', () => {
    const body = {
      vehicles: ['36ab27d0-fd9d-4455-823a-ce30af709ffc'],
      error: { type: 'VEHICLE_STATE', code: 'ASLEEP' },
    };
    const { responseBody } = redact(report({ responseBody: { text: JSON.stringify(body), isCut: false } }));
    assert.deepEqual(responseBody, { text: JSON.stringify(body, null, 2), isCut: false });
  });

  it('shows of a token answer its shape, and nothing that looks like a token', () => {
    const text = '{"access_token":"hush","token_type":"Bearer","expires_in":7200,"odd":"4d1f8a52-5c7e-4a33-9c0b-2f6a"}';
    const shown = redact(report({ operation: 'refresh-tokens', responseBody: { text, isCut: false } })).responseBody;
    assert.deepEqual(JSON.parse(shown?.text ?? ''), {
      access_token: '…',
      token_type: 'Bearer',
      expires_in: 7200,
      odd: '[redacted]',
    });
  });

  it('leaves out what the cut of a body divides', () => {
    const responseBody = { text: '{"records":[{"location":"some-tok', isCut: true };
    assert.equal(redact(report({ responseBody })).responseBody?.text, '{"records":[{"location":"');
  });

  it('keeps large JSON whole, and of other large texts the beginning', () => {
    const words = '"word" '.repeat(10_000);
    const [json, prose] = [JSON.stringify([words]), words].map((text) => {
      return redact(report({ responseBody: { text, isCut: false } })).responseBody;
    });
    assert.deepEqual([JSON.parse(json?.text ?? ''), json?.isCut], [[words], false]);
    assert.deepEqual([prose?.text, prose?.isCut], [words.slice(0, 16_381), true]);
  });

  it('lets no secret through to the journal, its lines or the log, wherever it was', () => {
    const secret = fc.stringMatching(/^CANARY[A-Za-z0-9_-]{4,40}$/);
    const name = fc.constantFrom(
      'code',
      'token',
      'refresh_token',
      'access_token',
      'client_secret',
      'state',
      'unheard_of',
    );
    const place = fc.constantFrom(...places);
    fc.assert(
      fc.property(
        secret,
        name,
        fc.uniqueArray(place, { minLength: 1 }),
        fc.boolean(),
        (canary, parameter, put, echo) => {
          const whole = put.reduce((sofar, change) => change(sofar, canary, parameter), report());
          // What the request carried may come back in the answer's free texts.
          const told = echo ? echoed(whole, canary) : whole;
          const seen = everythingShown(told);
          assert.ok(!seen.includes(canary), `${parameter} shown in ${seen}`);
          const basic = Buffer.from(`id:${canary}`).toString('base64');
          assert.ok(!seen.includes(basic), `Basic shown in ${seen}`);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('what is redacted of an answer that is not the service’s own', () => {
  const secret = 'Hunter2';
  const bodyOf = (text: string, isCut = false) => redact(report({ responseBody: { text, isCut } })).responseBody?.text;
  const names = [
    ...['apiKey', 'api_key', 'x-api-key', 'session_id', 'sessionId', 'PHPSESSID', 'connect.sid', 'sid', 'session'],
    ...['X-Auth', 'x-auth-user', 'auth', 'userAuth', 'X-CSRF', 'csrfToken', 'XSRF-TOKEN', '_csrf', 'cookies', 'jwt'],
    ...['password', 'passwd', 'pwd', 'passphrase', 'pin', 'otp', 'private_key', 'accessKey', 'signing-key', 'sig'],
    ...[
      'X-Amz-Signature',
      'x_hub_signature_256',
      'client_secret',
      'secretKey',
      'id_token',
      'SAMLResponse',
      'assertion',
    ],
    ...['code_verifier', 'nonce', 'credentials', 'Proxy-Authorization'],
  ];
  for (const name of names) {
    it(`is the value of ${name}, wherever it stands`, () => {
      const at = (value: unknown) => JSON.stringify({ [name]: value, kept: 'kept' });
      for (const text of [at(secret), at([secret]), at({ a: { b: [secret] } }), at([{ a: secret }])]) {
        assert.doesNotMatch(bodyOf(text) ?? '', /Hunter2/, text);
        assert.match(bodyOf(text) ?? '', /"kept": "kept"/);
        assert.doesNotMatch(bodyOf(`<p>${text}</p>`) ?? '', /Hunter2/);
        assert.doesNotMatch(bodyOf(text.slice(0, text.indexOf(secret) + 7), true) ?? '', /Hunter2/);
      }
      assert.doesNotMatch(bodyOf(at(471_100_815)) ?? '', /4711/);
      assert.match(bodyOf(at(null)) ?? '', /null/);
      for (const form of [
        `${name}=${secret}`,
        `a=b&${name}=${secret}`,
        `${name}: ${secret}`,
        `a\n${name}: ${secret}`,
      ]) {
        assert.doesNotMatch(bodyOf(form) ?? '', /Hunter2/, form);
        assert.doesNotMatch(bodyOf(JSON.stringify({ message: form })) ?? '', /Hunter2/, form);
      }
      const { responseHeaders } = redact(report({ responseHeaders: { [name]: secret } }));
      assert.deepEqual(responseHeaders, { [name]: '…' });
    });
  }

  for (const [kind, text] of [
    ['a scheme and what follows it', 'Bearer Hunter2'],
    ['the same of another scheme', 'basic SHVudGVyMg=='],
    ['who signs in by an address', 'see https://user:Hunter2@db.test/x'],
    ['the same without a scheme', 'connect admin:Hunter2@db.test'],
    ['a JSON Web Token', 'it is eyJhbGciOiJub25lIn0.eyJIdW50ZXIyIjoxfQ.'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nHunter2\n-----END RSA PRIVATE KEY-----'],
    ['a private key that is cut off', '-----BEGIN PRIVATE KEY-----\nHunter2'],
    ['a key of Amazon', 'AKIAHUNTER2HUNTER2AB'],
    ['a token of GitHub', 'ghp_Hunter2Hunter2Hunter2Hunter2'],
    ['a key of Stripe', 'sk_live_Hunter2Hunter2'],
  ] as const) {
    it(`is ${kind}, by its form`, () => {
      const is = /hunter2|SHVudGVyMg|eyJ/i;
      for (const body of [text, JSON.stringify({ message: text }), JSON.stringify([[text]])]) {
        assert.doesNotMatch(bodyOf(`${body} `) ?? '', is);
      }
      const { responseHeaders, failure } = redact(report({ responseHeaders: { 'x-debug': text }, failure: text }));
      assert.doesNotMatch(JSON.stringify([responseHeaders, failure]), is);
    });
  }

  it('is no field of the service, and no sentence', () => {
    const body = {
      id: '36ab27d0-fd9d-4455-823a-ce30af709ffc',
      user_id: 'owner-1',
      code: 'ASLEEP',
      state: 'CHARGING',
      key: 'a',
      author: 'b',
      passed: 'c',
      compass: 'd',
      spin: 'e',
      chargingSession: 'f',
      description:
        'The access token: it expired. Bearer token is missing, Basic auth is not taken. Mail mailto:a@b.test',
      url: 'https://api.example.test/v2.0/vehicles?limit=5',
      at: '2026-11-26T12:30:00Z',
    };
    assert.deepEqual(JSON.parse(bodyOf(JSON.stringify(body)) ?? ''), body);
    const headers = {
      'content-type': 'text/plain',
      'x-cache': 'HIT',
      date: 'Thu, 26 Nov 2026 13:40:00 GMT',
      etag: '"a"',
    };
    assert.deepEqual(redact(report({ responseHeaders: headers })).responseHeaders, headers);
  });
});

type Place = (report: RequestReport, canary: string, parameter: string) => RequestReport;

const places: Place[] = [
  (one, canary, parameter) => ({ ...one, url: `${one.url}?limit=1&${parameter}=${canary}` }),
  (one, canary) => ({ ...one, url: one.url.replace('https://', `https://user:${canary}@`) }),
  (one, canary) => ({ ...one, url: `${one.url}#${canary}` }),
  (one, canary, parameter) => ({ ...one, requestBody: `grant_type=x&${parameter}=${canary}` }),
  withHeader('requestHeaders', 'Authorization', (canary) => `Bearer ${canary}`),
  withHeader('requestHeaders', 'AUTHORIZATION', (canary) => `Basic ${Buffer.from(`id:${canary}`).toString('base64')}`),
  withHeader('requestHeaders', 'Proxy-Authorization', (canary) => canary),
  withHeader('requestHeaders', 'Cookie', (canary) => `session=${canary}`),
  withHeader('requestHeaders', 'X-Api-Key', (canary) => canary),
  withBody((canary) => JSON.stringify({ access_token: canary, nested: [{ refreshToken: canary }] })),
  withBody((canary) => JSON.stringify({ url: `https://connect.example/battery?token=${canary}&redirect_uri=` })),
  withBody((canary) => `<p>cut {"refresh_token" : "${canary}`, true),
  withBody((canary) => `<a href="/x?session=${canary}">`),
  withHeader('responseHeaders', 'set-cookie', (canary) => `session=${canary}; Secure`),
  withHeader('responseHeaders', 'location', (canary) => `https://elsewhere.test/${canary}?code=${canary}`),
  withHeader('responseHeaders', 'location', (canary) => `/relative?code=${canary}`),
  withHeader('responseHeaders', 'www-authenticate', (canary) => `Bearer error_description="${canary}"`),
];

function withHeader(
  side: 'requestHeaders' | 'responseHeaders',
  name: string,
  value: (canary: string) => string,
): Place {
  return (one, canary) => ({ ...one, [side]: { ...one[side], [name]: value(canary) } });
}

function withBody(text: (canary: string) => string, isCut = false): Place {
  return (one, canary) => ({ ...one, responseBody: { text: text(canary), isCut } });
}

function echoed(one: RequestReport, canary: string): RequestReport {
  const carried = { ...one, requestBody: `refresh_token=${canary}` };
  const responseHeaders = { ...one.responseHeaders, 'x-error': `Invalid: ${canary}`, 'sc-request-id': `r-${canary}` };
  const responseBody = { text: `Invalid: ${canary}, or ${encodeURIComponent(canary)}`, isCut: false };
  return { ...carried, responseBody, failure: `Invalid refresh_token: ${canary}.`, requestId: canary, responseHeaders };
}

function everythingShown(told: RequestReport): string {
  const journal = new RequestJournal();
  journal.add(told);
  const [entry] = journal.entries;
  assert.ok(entry);
  return JSON.stringify([
    entry,
    requestLines([entry], wording),
    requestDetails(entry, wording),
    toHar([entry], { name: 'test', version: '1' }),
    ...languagesFor('').map(({ id }) => snippet(entry, id)),
    logLine(entry),
  ]);
}
