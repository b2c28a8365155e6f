// Clients of the sandbox's token endpoint: general libraries as they are published, and every way to say who asks.
import assert from 'node:assert/strict';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { redirectUri, SandboxClient } from '../unit/sandbox/client.ts';

const encodedFully = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');

describe('a client of the token endpoint', () => {
  let client: SandboxClient;
  before(async () => {
    client = await SandboxClient.start();
  });
  after(() => client.close());

  const metadata = () => {
    const { authUrl, connectUrl } = client.addresses;
    return { issuer: authUrl, authorization_endpoint: connectUrl, token_endpoint: `${authUrl}/oauth/token` };
  };
  /** Where Connect sends the browser back to. */
  const returned = async (url: URL) => {
    const answer = await fetch(url, { redirect: 'manual' });
    return new URL(answer.headers.get('Location') ?? '');
  };

  for (const [name, method] of Object.entries({
    ClientSecretBasic: openid.ClientSecretBasic,
    ClientSecretPost: openid.ClientSecretPost,
  })) {
    it(`is openid-client with ${name}`, async () => {
      const { clientId, clientSecret } = client.addresses;
      const config = new openid.Configuration(metadata(), clientId, undefined, method(clientSecret));
      openid.allowInsecureRequests(config);
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const expectedState = openid.randomState();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'read_battery',
        state: expectedState,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const first = await openid.authorizationCodeGrant(config, await returned(url), {
        pkceCodeVerifier,
        expectedState,
      });
      const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '');
      const vehicles = new URL(`${client.addresses.baseUrl}/v2.0/vehicles`);
      const answer = await openid.fetchProtectedResource(config, second.access_token, vehicles, 'GET');
      assert.equal(answer.status, 200);
      await assert.rejects(openid.refreshTokenGrant(config, 'wrong'), { error: 'invalid_grant' });
    });
  }

  for (const name of ['ClientSecretBasic', 'ClientSecretPost'] as const) {
    it(`is oauth4webapi with ${name}`, async () => {
      const { clientId, clientSecret } = client.addresses;
      const [server, self] = [metadata(), { client_id: clientId }];
      const authentication = oauth[name](clientSecret);
      const insecure = { [oauth.allowInsecureRequests]: true };
      const state = oauth.generateRandomState();
      const verifier = oauth.generateRandomCodeVerifier();
      const parameters = oauth.validateAuthResponse(
        server,
        self,
        await returned(new URL(client.connectUrl({ state }))),
        state,
      );
      const exchanged = await oauth.authorizationCodeGrantRequest(
        server,
        self,
        authentication,
        parameters,
        redirectUri,
        verifier,
        insecure,
      );
      const first = await oauth.processAuthorizationCodeResponse(server, self, exchanged);
      const refreshed = await oauth.refreshTokenGrantRequest(
        server,
        self,
        authentication,
        first.refresh_token ?? '',
        insecure,
      );
      const second = await oauth.processRefreshTokenResponse(server, self, refreshed);
      assert.notEqual(second.refresh_token, first.refresh_token);
      const wrong = await oauth.refreshTokenGrantRequest(server, self, oauth[name]('x-y'), 'x', insecure);
      await assert.rejects(oauth.processRefreshTokenResponse(server, self, wrong));
    });
  }

  const refresh = async (authorization: string | undefined, form: Record<string, string> = {}, query = '') => {
    const { refresh_token } = await client.pair();
    const answer = await fetch(`${client.addresses.authUrl}/oauth/token${query}`, {
      method: 'POST',
      ...(authorization !== undefined && { headers: { Authorization: authorization } }),
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token, ...form }),
    });
    return answer.status;
  };
  const basic = (id: string, secret: string) => `Basic ${btoa(`${id}:${secret}`)}`;
  const same = (text: string) => text;
  const hyphens = (text: string) => text.replaceAll('-', '%2D');

  const accepted: Readonly<Record<string, readonly [id: (text: string) => string, secret: (text: string) => string]>> =
    {
      'as they are': [same, same],
      'form-encoded': [hyphens, hyphens],
      'form-encoded in lower case': [(text) => text.replaceAll('-', '%2d'), (text) => text.replaceAll('-', '%2d')],
      'encoded byte by byte': [encodedFully, encodedFully],
      'encoded in the ID alone': [hyphens, same],
      'encoded in the secret alone': [same, hyphens],
    };
  for (const [what, [id, secret]] of Object.entries(accepted)) {
    it(`may send ID and secret ${what}`, async () => {
      const { clientId, clientSecret } = client.addresses;
      assert.equal(await refresh(basic(id(clientId), secret(clientSecret))), 200);
      assert.equal(await refresh(basic(id(clientId), secret(clientSecret)), { client_id: clientId }), 200);
      assert.equal(await refresh(basic(id(clientId), secret(`${clientSecret}x`))), 401);
      assert.equal(await refresh(basic(id(`${clientId}x`), secret(clientSecret))), 401);
    });
  }

  const refused: Readonly<Record<string, (id: string, secret: string) => string>> = {
    'a secret that is encoded twice': (id, secret) => basic(id, encodeURIComponent(hyphens(secret))),
    'a colon that is encoded': (id, secret) => `Basic ${btoa(`${id}%3A${secret}`)}`,
    'an encoding that is none': (id, secret) => basic(id, `${secret.slice(0, -1)}%`),
    'bytes that are no text': (id, secret) => basic(id, `${secret.slice(0, -1)}%ff`),
    'blanks for hyphens': (id, secret) => basic(id.replaceAll('-', '+'), secret.replaceAll('-', '+')),
    'no ID': (_, secret) => basic('', secret),
    'no secret': (id) => basic(id, ''),
    'no colon': (id) => `Basic ${btoa(id)}`,
    'no base64': (id, secret) => `Basic ${id}:${secret}`,
    'another scheme': (id, secret) => basic(id, secret).replace('Basic', 'Bearer'),
    nothing: () => '',
  };
  for (const [what, make] of Object.entries(refused)) {
    it(`is not let in with ${what}, even where the body says who it is`, async () => {
      const { clientId, clientSecret } = client.addresses;
      const authorization = make(clientId, clientSecret);
      assert.equal(await refresh(authorization), 401);
      assert.equal(await refresh(authorization, { client_id: clientId, client_secret: clientSecret }), 401);
    });
  }

  it('may say who it is in the body where it has no Authorization, and nowhere else', async () => {
    const { clientId: client_id, clientSecret: client_secret } = client.addresses;
    assert.equal(await refresh(undefined, { client_id, client_secret }), 200);
    assert.equal(await refresh(undefined), 401);
    assert.equal(await refresh(undefined, { client_id }), 401);
    assert.equal(await refresh(undefined, { client_secret }), 401);
    assert.equal(await refresh(undefined, { client_id, client_secret: `${client_secret}x` }), 401);
    assert.equal(await refresh(undefined, { client_id, client_secret: hyphens(client_secret) }), 401);
    assert.equal(await refresh(undefined, {}, `?${new URLSearchParams({ client_id, client_secret }).toString()}`), 401);
  });
});
