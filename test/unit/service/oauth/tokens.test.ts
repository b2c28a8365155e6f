import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { setClock, systemClock } from '../../../../src/common/clock.ts';
import type { ServiceError } from '../../../../src/service/model/errors.ts';
import { TokenEndpoint, type TokenPair } from '../../../../src/service/oauth/token-endpoint.ts';
import { closeServers, everythingOf, failureOf, recordingTransport, reply, serve } from '../http/loopback.ts';
import { ApplicationTokens } from '../../../../src/service/oauth/application-tokens.ts';

const credentials = { clientId: 'client-1', clientSecret: 's:crét canary+1' };
const refreshToken = '6a1bb2b0-canary-4a6e-9d1e-refresh00001';
const grant = { code: 'code-canary-1', redirectUri: 'http://localhost:8123/callback' };
const now = Date.UTC(2026, 10, 21);
const day = 24 * 60 * 60 * 1000;

const pair = { access_token: 'access-canary', token_type: 'Bearer', expires_in: 7200, refresh_token: 'next-canary' };

async function endpointOver(listener: RequestListener) {
  const { transport } = recordingTransport();
  setClock({ now: () => now });
  return { endpoint: new TokenEndpoint(transport), authUrl: await serve(listener) };
}

async function refreshOver(listener: RequestListener): Promise<TokenPair> {
  const { endpoint, authUrl } = await endpointOver(listener);
  return endpoint.refresh({ authUrl }, credentials, refreshToken);
}

async function exchangeOver(listener: RequestListener): Promise<TokenPair> {
  const { endpoint, authUrl } = await endpointOver(listener);
  return endpoint.exchangeCode({ authUrl }, credentials, grant);
}

async function assertNoSecret(error: ServiceError): Promise<void> {
  assert.doesNotMatch(await everythingOf(error), /canary/);
}

describe('TokenEndpoint', () => {
  afterEach(closeServers);
  afterEach(() => setClock(systemClock));

  it('sends what endpoints 1 and 2 of the document demand', async () => {
    const requests: unknown[] = [];
    const listener: RequestListener = (request, response) => {
      void text(request).then((body) => {
        const {
          authorization,
          'content-type': type,
          'user-agent': agent,
          'accept-encoding': encoding,
        } = request.headers;
        requests.push({ method: request.method, path: request.url, authorization, type, agent, encoding, body });
        reply(200, pair)(request, response);
      });
    };
    const { endpoint, authUrl } = await endpointOver(listener);
    await endpoint.exchangeCode({ authUrl: `${authUrl}/` }, credentials, grant);
    await endpoint.refresh({ authUrl }, credentials, 'a+b/c=&');
    const common = {
      method: 'POST',
      path: '/oauth/token',
      authorization: `Basic ${Buffer.from('client-1:s:crét canary+1').toString('base64')}`,
      type: 'application/x-www-form-urlencoded',
      agent: 'test/1',
      encoding: 'identity',
    };
    assert.deepEqual(requests, [
      {
        ...common,
        body: 'grant_type=authorization_code&code=code-canary-1&redirect_uri=http%3A%2F%2Flocalhost%3A8123%2Fcallback',
      },
      { ...common, body: 'grant_type=refresh_token&refresh_token=a%2Bb%2Fc%3D%26' },
    ]);
  });

  it('computes the expiry of both tokens from the moment of the answer', async () => {
    const expected: TokenPair = {
      accessToken: 'access-canary',
      accessTokenExpiresAt: now + 7200_000,
      refreshToken: 'next-canary',
      refreshTokenExpiresAt: now + 60 * day,
      issuedAt: now,
    };
    assert.deepEqual(await exchangeOver(reply(200, pair)), expected);
    assert.deepEqual(await refreshOver(reply(200, { ...pair, unknown: 1 })), expected);
  });

  describe('keeps a pair whose answer deviates', () => {
    const seconds = (read: TokenPair) => (read.accessTokenExpiresAt - now) / 1000;

    for (const [value, lifetime] of [
      ['7200', 7200],
      [3600, 3600],
      [undefined, 300],
      [null, 300],
      [0, 300],
      [-1, 300],
      [7200.5, 300],
      [86_401, 300],
      ['soon', 300],
    ] as const) {
      it(`with expires_in ${JSON.stringify(value)}: ${lifetime} s`, async () => {
        const read = await refreshOver(reply(200, { ...pair, expires_in: value }));
        assert.deepEqual(
          [read.refreshToken, seconds(read), read.deviations],
          ['next-canary', lifetime, ['expires_in']],
        );
      });
    }

    it('with a lifetime beyond all numbers', async () => {
      const read = await refreshOver(reply(200, JSON.stringify(pair).replace('7200', '1e999')));
      assert.equal(seconds(read), 300);
    });

    it('with a token type of another case, or none: no deviation to act on', async () => {
      for (const type of ['bearer', 'BEARER', undefined]) {
        assert.equal((await refreshOver(reply(200, { ...pair, token_type: type }))).deviations, undefined);
      }
    });

    it('with a token type that is not bearer: told, because the token must not be sent', async () => {
      for (const type of ['mac', 7, { bearer: 1 }]) {
        const read = await refreshOver(reply(200, { ...pair, token_type: type }));
        assert.deepEqual([read.accessToken, read.deviations], ['access-canary', ['token_type']]);
      }
    });

    it('without a refresh token: the old one stays', async () => {
      for (const missing of [undefined, null]) {
        const read = await refreshOver(reply(200, { ...pair, refresh_token: missing }));
        assert.deepEqual([read.refreshToken, read.deviations], [refreshToken, ['refresh_token']]);
      }
    });

    it('with an error beside it, or under an error’s status', async () => {
      assert.equal((await refreshOver(reply(200, { ...pair, error: 'odd' }))).refreshToken, 'next-canary');
      assert.equal((await refreshOver(reply(400, { ...pair, error: 'odd' }))).refreshToken, 'next-canary');
    });
  });

  describe('takes what is no pair for an ambiguous answer', () => {
    const cases: readonly (readonly [string, RequestListener, string])[] = [
      [
        'an HTML page',
        reply(200, '<html><title>Hotel &amp; Wi-Fi</title>', { 'content-type': 'text/html' }),
        'not-json',
      ],
      ['nothing', reply(200, ''), 'not-json'],
      ['a truncated object', reply(200, '{"access_token":"access-canary"'), 'not-json'],
      ['a list', reply(200, [pair]), 'not-json'],
      ['null', reply(200, 'null'), 'not-json'],
      ['a byte order mark', reply(200, `\ufeff${JSON.stringify(pair)}`), 'not-json'],
      ['invalid UTF-8', reply(200, Buffer.from([0x7b, 0xff])), 'not-json'],
      ['no access token', reply(200, { ...pair, access_token: undefined }), 'contract'],
      ['an empty access token', reply(200, { ...pair, access_token: '' }), 'contract'],
      ['a number as access token', reply(200, { ...pair, access_token: 7 }), 'contract'],
      ['a line break in the access token', reply(200, { ...pair, access_token: 'canary\r\nx: y' }), 'contract'],
      ['an access token of 9 KB', reply(200, { ...pair, access_token: 'x'.repeat(9000) }), 'contract'],
      ['a number as refresh token', reply(200, { ...pair, refresh_token: 7 }), 'contract'],
      ['an error under 200', reply(200, { error: 'invalid_grant', error_description: refreshToken }), 'contract'],
      ['an error and half a pair', reply(200, { error: 'odd', access_token: 'access-canary' }), 'contract'],
      ['tokens under __proto__', reply(200, `{"__proto__":${JSON.stringify(pair)}}`), 'contract'],
      ['a body of 65 KB', reply(200, { ...pair, filler: 'x'.repeat(65 * 1024) }), 'too-large'],
      ['an error of its own', reply(500, { error: 'server_error' }), 'oauth'],
      ['a gateway’s error', reply(502, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' }), 'not-json'],
      ['an error of the data endpoints', reply(401, { type: 'AUTHENTICATION', description: 'No.' }), 'oauth'],
      ['invalid_grant under a 500', reply(500, { error: 'invalid_grant' }), 'oauth'],
      ['invalid_grant in a page', reply(400, { error: 'invalid_grant' }, { 'content-type': 'text/html' }), 'not-json'],
    ];
    for (const [name, listener, kind] of cases) {
      it(name, async () => {
        const error = await failureOf(refreshOver(listener));
        assert.equal(error.kind, kind);
        assert.notEqual(error.turn, 'reconnect');
        assert.equal(error.sent, true);
        await assertNoSecret(error);
      });
    }
  });

  it('asks to connect again if a code bought no refresh token', async () => {
    const error = await failureOf(exchangeOver(reply(200, { ...pair, refresh_token: undefined })));
    assert.deepEqual([error.kind, error.turn, error.sent], ['contract', 'reconnect', true]);
    await assertNoSecret(error);
  });

  it('sends nothing for an empty grant, and knows that a refused connection spent nothing', async () => {
    const { endpoint, authUrl } = await endpointOver(() => assert.fail('sent'));
    const empty = [
      endpoint.refresh({ authUrl }, credentials, ''),
      endpoint.exchangeCode({ authUrl }, credentials, { ...grant, code: '' }),
    ];
    for (const promise of empty) {
      const error = await failureOf(promise);
      assert.deepEqual([error.kind, error.sent], ['input', false]);
    }
    await closeServers();
    const refused = await failureOf(endpoint.refresh({ authUrl }, credentials, refreshToken));
    assert.deepEqual([refused.kind, refused.sent], ['network', false]);
  });

  describe('reads a refusal of', () => {
    type Case = readonly [status: number, error: string, description: string | undefined, turn: string, hint: RegExp];
    const common: readonly Case[] = [
      [400, 'invalid_grant', 'Unauthorized redirect_uri: http://localhost:8000/exchange', 'developer', /redirectUri/],
      [400, 'unauthorized_client', 'Application not authorized to requested make(s): SEAT', 'developer', /dashboard/],
      [400, 'invalid_scope', undefined, 'developer', /scopes/],
      [400, 'unsupported_grant_type', undefined, 'developer', /authUrl/],
      [400, 'something_new', 'A reason.', 'developer', /authUrl/],
      [400, 'invalid_request', 'Missing parameter: grant_type', 'developer', /authUrl/],
      [403, 'access_denied', undefined, 'developer', /set the client secret/],
      [404, 'not_found', undefined, 'developer', /authUrl/],
      [429, 'slow_down', undefined, 'retry', /Wait/],
      [503, 'temporarily_unavailable', undefined, 'retry', /Try again/],
    ];
    const refreshCases: readonly Case[] = [
      [401, 'invalid_client', undefined, 'developer', /set the client secret/],
      [400, 'invalid_grant', undefined, 'reconnect', /Connect/],
      [401, 'invalid_grant', 'The token is revoked.', 'reconnect', /Connect/],
      [400, 'invalid_request', `Invalid refresh_token: ${refreshToken}.`, 'reconnect', /Connect/],
      [400, 'invalid_request', undefined, 'reconnect', /Connect/],
    ];
    const exchangeCases: readonly Case[] = [
      [401, 'invalid_client', undefined, 'developer', /differ from the application ID/],
      [400, 'invalid_grant', 'Expired', 'reconnect', /Connect/],
      [400, 'invalid_request', `Invalid code: ${grant.code}.`, 'reconnect', /Connect/],
    ];
    for (const [name, call, cases] of [
      ['a refresh', refreshOver, [...common, ...refreshCases]],
      ['an exchange', exchangeOver, [...common, ...exchangeCases]],
    ] as const) {
      for (const [status, error, description, turn, hint] of cases) {
        it(`${name}: ${status} ${error} “${description ?? ''}” is for: ${turn}`, async () => {
          const body = { error, error_description: description };
          const failure = await failureOf(call(reply(status, body, { 'sc-request-id': 'r-7' })));
          assert.deepEqual(
            [failure.kind, failure.turn, failure.type, failure.status, failure.requestId, failure.sent],
            ['oauth', turn, error, status, 'r-7', true],
          );
          assert.match(failure.nextStep, hint);
          await assertNoSecret(failure);
        });
      }
    }
  });

  for (const [version, body] of [
    ['2.0', { type: 'AUTHENTICATION', description: 'Not now.' }],
    ['3', { errors: [{ type: 'AUTHENTICATION', detail: 'Not now.' }] }],
  ] as const) {
    it(`names an error in the form of the data endpoints of version ${version}, and offers no secret for it`, async () => {
      const error = await failureOf(refreshOver(reply(401, body)));
      assert.equal(
        error.message,
        'The token request was rejected (AUTHENTICATION, HTTP 401). The API says: “Not now.”',
      );
      assert.deepEqual([error.turn, error.remedy], ['retry', 'retry']);
    });
  }

  it('quotes the service, without what it echoes', async () => {
    const echo = `Invalid refresh_token: ${refreshToken}. Basic ${Buffer.from('client-1:s:crét canary+1').toString('base64')}, ${credentials.clientSecret}, ${encodeURIComponent(credentials.clientSecret)}, other-0123456789-0123456789`;
    const error = await failureOf(refreshOver(reply(400, { error: 'invalid_request', error_description: echo })));
    assert.match(error.message, /“Invalid refresh_token: \[redacted\]\. Basic \[redacted\](?:, \[redacted\]){3}”/);
    await assertNoSecret(error);
  });
});

const apiClient = { clientId: 'client_1', clientSecret: 's3cret canary' };

/** The application's tokens at a service that counts its answers, and a clock to turn. */
async function tokensOf(status = 200, body?: object) {
  const requests: string[] = [];
  const authUrl = await serve((request, response) => {
    void text(request).then((form) => {
      requests.push(`${request.method} ${request.url} ${form}`);
      const issued = { access_token: `token-${requests.length}`, token_type: 'Bearer', expires_in: 3600 };
      reply(status, body ?? issued)(request, response);
    });
  });
  const clock = { time: Date.UTC(2026, 10, 25), now: () => clock.time };
  setClock(clock);
  const { transport, reports } = recordingTransport();
  const tokens = new ApplicationTokens(new TokenEndpoint(transport));
  return { tokens, clock, requests, reports, environment: { authUrl } };
}

describe('ApplicationTokens', () => {
  afterEach(closeServers);
  afterEach(() => setClock(systemClock));

  it('asks once for all who need a token, and again before its end', async () => {
    const { tokens, clock, requests, environment } = await tokensOf();
    const all = await Promise.all([1, 2, 3].map(() => tokens.token(environment, apiClient)));
    assert.deepEqual(all, ['token-1', 'token-1', 'token-1']);
    assert.deepEqual(requests, [
      'POST /oauth2/token grant_type=client_credentials&client_id=client_1&client_secret=s3cret+canary',
    ]);
    clock.time += 54 * 60_000;
    assert.equal(await tokens.token(environment, apiClient), 'token-1');
    clock.time += 2 * 60_000;
    assert.equal(await tokens.token(environment, apiClient), 'token-2', 'five minutes before the end');
    clock.time -= 60 * 60_000;
    assert.equal(await tokens.token(environment, apiClient), 'token-3', 'a clock that was set back');
  });

  it('asks again for one that was rejected, unless that has just replaced another', async () => {
    const { tokens, clock, environment } = await tokensOf();
    assert.equal(await tokens.token(environment, apiClient), 'token-1');
    assert.equal(await tokens.token(environment, apiClient, 'token-1'), 'token-2', 'a clock that was turned');
    assert.equal(await tokens.token(environment, apiClient, 'token-1'), 'token-2', 'rejected by somebody earlier');
    assert.equal(await tokens.token(environment, apiClient, 'token-2'), 'token-2');
    clock.time += 6_000;
    assert.equal(await tokens.token(environment, apiClient, 'token-2'), 'token-3');
  });

  it('says which ID belongs here where the client is refused, shows no secret, and tries again the next time', async () => {
    const description = `no client with ${apiClient.clientSecret}`;
    const { tokens, requests, reports, environment } = await tokensOf(401, {
      error: 'invalid_client',
      error_description: description,
    });
    const failure = await failureOf(tokens.token(environment, apiClient));
    assert.match(failure.nextStep, /apiClientId \(client_…\).*Application ID is not accepted/);
    assert.deepEqual([failure.kind, failure.turn, failure.remedy], ['oauth', 'developer', 'edit-environment']);
    assert.doesNotMatch(await everythingOf(failure), /canary/);
    await failureOf(tokens.token(environment, apiClient));
    assert.equal(requests.length, 2);
    assert.deepEqual(
      reports.map(({ operation }) => operation),
      ['application-token', 'application-token'],
    );
  });
});
