import assert from 'node:assert/strict';
import { applicationToken } from '../../../../src/service/v3/contract.ts';
import { SandboxClient } from '../client.ts';
import { requestToken } from './client.ts';

describe('Token endpoint of version 3', () => {
  let client: SandboxClient;
  let id: string;
  let secret: string;
  beforeEach(async () => {
    client = await SandboxClient.start();
    ({ apiClientId: id = '', apiClientSecret: secret = '' } = client.addresses.v3 ?? {});
  });
  afterEach(() => client.close());

  const basic = (...credentials: string[]) => ({ Authorization: `Basic ${btoa(credentials.join(':'))}` });
  const grantOnly = new URLSearchParams({ grant_type: 'client_credentials' });
  const refused = async (answer: Response) => {
    const { error } = (await answer.json()) as { error: string };
    return `${answer.status} ${error}`;
  };

  it('takes client credentials as a form, as JSON and as HTTP Basic', async () => {
    const json = JSON.stringify({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
    const answers = [
      await requestToken(client),
      await requestToken(client, {}, { headers: { 'Content-Type': 'application/json' }, body: json }),
      await requestToken(client, {}, { headers: basic(id, secret), body: grantOnly }),
    ];
    const tokens = new Set<string>();
    for (const answer of answers) {
      assert.equal(answer.status, 200);
      const body = applicationToken.strict().parse(await answer.json());
      assert.deepEqual([body.token_type, body.expires_in], ['Bearer', 3600]);
      tokens.add(body.access_token);
    }
    assert.equal(tokens.size, 3);
  });

  it('refuses every other kind of ID, and says what it is where the service says nothing', async () => {
    const { clientId, clientSecret } = client.addresses;
    const ofVersion2: readonly Record<string, string>[] = [
      { client_id: clientId, client_secret: clientSecret },
      { client_id: clientId },
      { client_secret: clientSecret },
    ];
    for (const fields of ofVersion2) {
      const answer = await requestToken(client, fields);
      assert.match(answer.headers.get('Sandbox-Hint') ?? '', /version 2\.0/);
      assert.equal(await refused(answer), '401 invalid_client');
    }
    const unknown: readonly Record<string, string>[] = [
      { client_id: 'client_0' },
      { client_secret: '' },
      { client_id: '' },
    ];
    for (const fields of unknown) {
      const answer = await requestToken(client, fields);
      assert.equal(answer.headers.get('Sandbox-Hint'), null);
      assert.equal(await refused(answer), '401 invalid_client');
    }
    const wrong = await requestToken(client, {}, { headers: basic(clientId, clientSecret), body: grantOnly });
    assert.equal(await refused(wrong), '401 invalid_client');
  });

  it('knows one grant type, and bodies of two types', async () => {
    assert.equal(await refused(await requestToken(client, {}, { body: new URLSearchParams() })), '400 invalid_request');
    assert.equal(
      await refused(await requestToken(client, { grant_type: 'refresh_token' })),
      '400 unsupported_grant_type',
    );
    const headers = { 'Content-Type': 'application/json' };
    for (const body of ['{', '[]', 'null', '{"grant_type": 1}', '']) {
      assert.equal(await refused(await requestToken(client, {}, { headers, body })), '400 invalid_request', body);
    }
  });

  it('issues tokens for an hour, which no other version knows', async () => {
    const { access_token: token } = applicationToken.parse(await (await requestToken(client)).json());
    const { access_token: old } = await client.pair();
    const status = async (path: string, with_: string) => (await client.get(path, with_)).status;
    assert.deepEqual([await status('/v3/connections', token), await status('/v2.0/user', token)], [200, 401]);
    const answer = await client.get('/v3/connections', old);
    assert.equal(answer.status, 401);
    assert.match(answer.headers.get('Sandbox-Hint') ?? '', /\/oauth2\/token/);
    client.sandbox.clock.advance(3599);
    assert.equal(await status('/v3/connections', token), 200);
    client.sandbox.clock.advance(1);
    assert.equal(await status('/v3/connections', token), 401);
  });

  it('leaves no secret and no token in the journal', async () => {
    const { access_token: token } = applicationToken.parse(await (await requestToken(client)).json());
    await client.get(`/v3/connections?filter[userId]=${token}&${secret}=1&x=${id}`, token);
    await client.get(`/v3/vehicles/${id}/${secret}`, token);
    await requestToken(client, { client_id: client.addresses.clientId });
    const journal = await (await client.control('/requests')).text();
    for (const hidden of [token, secret, id, client.addresses.clientSecret]) assert.ok(!journal.includes(hidden));
    const { requests } = JSON.parse(journal) as { requests: { operation: string | null; hint?: string }[] };
    assert.match(requests.find(({ hint }) => hint !== undefined)?.hint ?? '', /Application ID/);
    assert.ok(requests.some(({ operation }) => operation === 'v3-token'));
  });
});
