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

  it('refuses JSON that is no object of texts', async () => {
    const headers = { 'Content-Type': 'application/json' };
    for (const body of ['{', '[]', 'null', '{"grant_type": 1}', '']) {
      assert.equal(await refused(await requestToken(client, {}, { headers, body })), '400 invalid_request', body);
    }
  });

  it('issues tokens that version 2.0 does not know, and knows none of its tokens', async () => {
    const { access_token: token } = applicationToken.parse(await (await requestToken(client)).json());
    const { access_token: old } = await client.pair();
    assert.equal((await client.get('/v2.0/user', token)).status, 401);
    const answer = await client.get('/v3/connections', old);
    assert.equal(answer.status, 401);
    assert.match(answer.headers.get('Sandbox-Hint') ?? '', /\/oauth2\/token/);
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
