import assert from 'node:assert/strict';
import { oauthError, tokenPair } from '../../../../src/service/oauth/token-contract.ts';
import { rawRequest, redirectUri, SandboxClient } from '../client.ts';

describe('token endpoint of the sandbox', () => {
  let client: SandboxClient;
  beforeEach(async () => {
    client = await SandboxClient.start();
  });
  afterEach(() => client.close());

  const refused = async (answer: Response | Promise<Response>) => {
    const { status, headers } = await answer;
    const body = oauthError.parse(await (await answer).json());
    return { status, error: body.error, description: body.error_description, basis: headers.get('Sandbox-Basis') };
  };

  it('document: exchanges a code for a token pair that no cache keeps', async () => {
    const answer = await client.exchange(await client.code());
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('Cache-Control'), 'no-store');
    assert.equal(answer.headers.get('Sandbox-Basis'), 'document');
    assert.equal(tokenPair.parse(await answer.json()).expires_in, 7200);
  });

  it('public: refuses a code the second time, and after ten minutes', async () => {
    const code = await client.code();
    await client.exchange(code);
    const again = await refused(client.exchange(code));
    assert.deepEqual(
      [again.status, again.error, again.description],
      [400, 'invalid_request', `Invalid code: ${code}.`],
    );
    const late = await client.code();
    client.sandbox.clock.advance(600);
    assert.equal((await refused(client.exchange(late))).error, 'invalid_request');
  });

  it('document: refuses another redirect URI, without spending the code', async () => {
    const code = await client.code();
    const form = { grant_type: 'authorization_code', code, redirect_uri: `${redirectUri}/` };
    const { status, error, description } = await refused(client.token(form));
    assert.deepEqual(
      [status, error, description],
      [400, 'invalid_grant', `Unauthorized redirect_uri: ${redirectUri}/`],
    );
    assert.equal((await client.exchange(code)).status, 200);
  });

  it('assumed: answers a wrong client with 401 invalid_client', async () => {
    const { clientId, clientSecret } = client.addresses;
    const form = { grant_type: 'refresh_token', refresh_token: 'x' };
    for (const Authorization of [
      `Basic ${btoa(`${clientId}:wrong`)}`,
      `Basic ${btoa(`wrong:${clientSecret}`)}`,
      `Bearer ${clientSecret}`,
      'Basic',
      '',
    ]) {
      const answer = await client.token(form, { Authorization });
      assert.match(answer.headers.get('WWW-Authenticate') ?? '', /^Basic/);
      const { status, error, basis } = await refused(answer);
      assert.deepEqual([status, error, basis], [401, 'invalid_client', 'assumed'], Authorization);
    }
  });

  it('document: requires a form and a user agent', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: (await client.pair()).refresh_token };
    const json = await refused(client.token(form, { 'Content-Type': 'application/json' }));
    assert.deepEqual([json.status, json.error], [400, 'invalid_request']);
    const { authUrl, clientId, clientSecret } = client.addresses;
    const headers = {
      Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const post = (extra: object) =>
      rawRequest(`${authUrl}/oauth/token`, 'POST', { ...headers, ...extra }, new URLSearchParams(form).toString());
    assert.equal(await post({}), 400);
    assert.equal(await post({ 'User-Agent': 'test/1' }), 200);
  });

  it('names the field that is missing, and an unknown grant type', async () => {
    const missing = async (form: Record<string, string>) => (await refused(client.token(form))).description;
    assert.match((await missing({})) ?? '', /grant_type/);
    assert.match((await missing({ grant_type: 'authorization_code', code: 'x' })) ?? '', /redirect_uri/);
    assert.match((await missing({ grant_type: 'refresh_token' })) ?? '', /refresh_token/);
    assert.equal((await refused(client.token({ grant_type: 'password' }))).error, 'unsupported_grant_type');
  });

  it('takes no parameter twice', async () => {
    const { authUrl, clientId, clientSecret } = client.addresses;
    const answer = fetch(`${authUrl}/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams([
        ['grant_type', 'refresh_token'],
        ['refresh_token', 'a'],
        ['refresh_token', 'b'],
      ]),
    });
    assert.match((await refused(answer)).description ?? '', /more than once/);
  });

  it('reads no more of a body than a form takes', async () => {
    assert.equal((await client.refresh('x'.repeat(70_000))).status, 413);
  });

  it('knows no token by the name of an object property', async () => {
    assert.equal((await refused(client.refresh('__proto__'))).error, 'invalid_grant');
    assert.equal((await refused(client.exchange('constructor'))).error, 'invalid_request');
  });
});
