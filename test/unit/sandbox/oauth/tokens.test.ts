import assert from 'node:assert/strict';
import {
  codeStatus,
  isAccessTokenValid,
  issueCode,
  issuePair,
  refreshTokenStatus,
  useRefreshToken,
} from '../../../../src/sandbox/oauth/token-rules.ts';
import { oauthError } from '../../../../src/service/oauth/token-contract.ts';
import { redirectUri, SandboxClient } from '../client.ts';

const seconds = 1000;
const days = 24 * 60 * 60 * seconds;
const issued = Date.UTC(2026, 10, 21);

describe('how long tokens of the sandbox work', () => {
  const code = issueCode('grant', redirectUri, issued);
  const { accessToken, refreshToken } = issuePair('grant', issued);

  it('a code for ten minutes, once, and with the redirect URI of the Connect URL to the letter', () => {
    const status = (after: number, uri = redirectUri) => codeStatus(code, uri, issued + after);
    assert.deepEqual([status(600 * seconds - 1), status(600 * seconds)], ['usable', 'expired']);
    assert.equal(codeStatus({ ...code, used: true }, redirectUri, issued), 'used');
    for (const other of [`${redirectUri}/`, redirectUri.replace('localhost', 'LOCALHOST')]) {
      assert.equal(status(0, other), 'other-redirect');
    }
    assert.equal(codeStatus(undefined, redirectUri, issued), 'unknown');
  });

  it('an access token for 7200 seconds', () => {
    assert.equal(isAccessTokenValid(accessToken, issued + 7200 * seconds - 1), true);
    assert.equal(isAccessTokenValid(accessToken, issued + 7200 * seconds), false);
  });

  it('a refresh token for 60 days, and a minute from its first use', () => {
    assert.equal(refreshTokenStatus(refreshToken, issued + 60 * days - 1), 'usable');
    assert.equal(refreshTokenStatus(refreshToken, issued + 60 * days), 'expired');
    const used = useRefreshToken(refreshToken, issued + 5 * days);
    assert.equal(refreshTokenStatus(used, issued + 5 * days + 60 * seconds - 1), 'usable');
    const again = useRefreshToken(used, issued + 5 * days + 59 * seconds);
    for (const each of [used, again]) {
      assert.equal(refreshTokenStatus(each, issued + 5 * days + 60 * seconds), 'invalidated');
    }
    assert.equal(refreshTokenStatus(undefined, issued), 'unknown');
  });
});

/** What the conformance suite leaves open: codes, texts, headers. That tokens are refused where they should be, it proves. */
describe('token endpoint of the sandbox', () => {
  let client: SandboxClient;
  before(async () => {
    client = await SandboxClient.start();
  });
  after(() => client.close());

  const refused = async (answer: Promise<Response>) => {
    const { error, error_description: description } = oauthError.parse(await (await answer).json());
    return { status: (await answer).status, error, description: String(description) };
  };

  it('has its pair kept by no cache', async () => {
    assert.equal((await client.exchange(await client.code())).headers.get('Cache-Control'), 'no-store');
  });

  it('does not spend a code that comes with another redirect URI', async () => {
    const code = await client.code();
    const form = { grant_type: 'authorization_code', code, redirect_uri: `${redirectUri}/` };
    assert.equal((await refused(client.token(form))).error, 'invalid_grant');
    assert.equal((await client.exchange(code)).status, 200);
  });

  it('answers a wrong client with 401 invalid_client, and how to identify', async () => {
    const { clientId, clientSecret } = client.addresses;
    const form = { grant_type: 'refresh_token', refresh_token: 'x' };
    for (const credentials of [
      `Basic ${btoa(`${clientId}:wrong`)}`,
      `Basic ${btoa(`wrong:${clientSecret}`)}`,
      `Bearer ${clientSecret}`,
      'Basic',
      '',
    ]) {
      const answer = client.token(form, { Authorization: credentials });
      assert.match((await answer).headers.get('WWW-Authenticate') ?? '', /^Basic/);
      const { status, error } = await refused(answer);
      assert.deepEqual([status, error], [401, 'invalid_client'], credentials);
    }
  });

  it('names the field that is missing or comes twice, and an unknown grant type', async () => {
    const forms: readonly (readonly [form: readonly (readonly [string, string])[], said: RegExp])[] = [
      [[], /grant_type/],
      [Object.entries({ grant_type: 'authorization_code', code: 'x' }), /redirect_uri/],
      [Object.entries({ grant_type: 'refresh_token' }), /refresh_token/],
      [
        [...Object.entries({ grant_type: 'refresh_token', refresh_token: 'a' }), ['refresh_token', 'b']],
        /more than once/,
      ],
    ];
    for (const [form, said] of forms) assert.match((await refused(client.token(form))).description, said);
    assert.equal((await refused(client.token({ grant_type: 'password' }))).error, 'unsupported_grant_type');
  });

  it('reads no more of a body than a form takes, and knows no token by the name of an object property', async () => {
    assert.equal((await client.refresh('x'.repeat(70_000))).status, 413);
    assert.equal((await refused(client.refresh('__proto__'))).error, 'invalid_grant');
    assert.equal((await refused(client.exchange('constructor'))).error, 'invalid_request');
  });
});
