import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { ApplicationTokens } from '../../../../src/service/oauth/application-tokens.ts';
import { TokenEndpoint } from '../../../../src/service/oauth/token-endpoint.ts';
import { closeServers, everythingOf, failureOf, recordingTransport, reply, serve } from '../http/loopback.ts';

const credentials = { clientId: 'client_1', clientSecret: 's3cret canary' };

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
  const { transport, reports } = recordingTransport();
  const tokens = new ApplicationTokens(new TokenEndpoint(transport, clock), clock);
  return { tokens, clock, requests, reports, environment: { authUrl } };
}

describe('ApplicationTokens', () => {
  afterEach(closeServers);

  it('asks once for all who need a token, and again before its end', async () => {
    const { tokens, clock, requests, environment } = await tokensOf();
    const all = await Promise.all([1, 2, 3].map(() => tokens.token(environment, credentials)));
    assert.deepEqual(all, ['token-1', 'token-1', 'token-1']);
    assert.deepEqual(requests, [
      'POST /oauth2/token grant_type=client_credentials&client_id=client_1&client_secret=s3cret+canary',
    ]);
    clock.time += 54 * 60_000;
    assert.equal(await tokens.token(environment, credentials), 'token-1');
    clock.time += 2 * 60_000;
    assert.equal(await tokens.token(environment, credentials), 'token-2', 'five minutes before the end');
    clock.time -= 60 * 60_000;
    assert.equal(await tokens.token(environment, credentials), 'token-3', 'a clock that was set back');
  });

  it('asks again for one that was rejected, unless that has just replaced another', async () => {
    const { tokens, clock, environment } = await tokensOf();
    assert.equal(await tokens.token(environment, credentials), 'token-1');
    assert.equal(await tokens.token(environment, credentials, 'token-1'), 'token-2', 'a clock that was turned');
    assert.equal(await tokens.token(environment, credentials, 'token-1'), 'token-2', 'rejected by somebody earlier');
    assert.equal(await tokens.token(environment, credentials, 'token-2'), 'token-2');
    clock.time += 6_000;
    assert.equal(await tokens.token(environment, credentials, 'token-2'), 'token-3');
  });

  it('keeps the tokens of applications and of secrets apart', async () => {
    const { tokens, environment } = await tokensOf();
    assert.equal(await tokens.token(environment, credentials), 'token-1');
    assert.equal(await tokens.token(environment, { ...credentials, clientId: 'client_2' }), 'token-2');
    assert.equal(await tokens.token(environment, { ...credentials, clientSecret: 'other' }), 'token-3');
  });

  it('says which ID belongs here where the client is refused, shows no secret, and tries again the next time', async () => {
    const description = `no client with ${credentials.clientSecret}`;
    const { tokens, requests, reports, environment } = await tokensOf(401, {
      error: 'invalid_client',
      error_description: description,
    });
    const failure = await failureOf(tokens.token(environment, credentials));
    assert.match(failure.nextStep, /apiClientId \(client_…\).*Application ID is not accepted/);
    assert.deepEqual([failure.kind, failure.turn, failure.remedy], ['oauth', 'developer', 'edit-environment']);
    assert.doesNotMatch(await everythingOf(failure), /canary/);
    await failureOf(tokens.token(environment, credentials));
    assert.equal(requests.length, 2);
    assert.deepEqual(
      reports.map(({ operation }) => operation),
      ['application-token', 'application-token'],
    );
  });

  it('takes nothing for a token that is none', async () => {
    const bodies = [
      {},
      { access_token: 7, token_type: 'Bearer', expires_in: 3600 },
      { access_token: 'x', token_type: 'mac', expires_in: 3600 },
      { error: 'invalid_request' },
    ];
    for (const body of bodies) {
      const { tokens, environment } = await tokensOf(200, body);
      assert.equal((await failureOf(tokens.token(environment, credentials))).kind, 'contract');
    }
  });

  it('does without a lifetime, for a short time', async () => {
    const { tokens, clock, environment } = await tokensOf(200, { access_token: 'x', token_type: 'bearer' });
    assert.equal(await tokens.token(environment, credentials), 'x');
    clock.time += 3 * 60_000;
    assert.equal(await tokens.token(environment, credentials), 'x');
  });
});
