import assert from 'node:assert/strict';
import { connectionList } from '../../../../src/service/v3/contract.ts';
import { closedAfterEach, redirectUri, SandboxClient } from '../client.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { Version3Client } from './client.ts';

describe('Connect in the times of version 3', () => {
  let client: SandboxClient;
  let applicationId: string;
  beforeEach(async () => {
    client = await SandboxClient.start();
    applicationId = client.addresses.v3?.applicationId ?? '';
  });
  afterEach(() => client.close());

  const start = closedAfterEach((options: SandboxOptions) => Version3Client.start(options));
  const open = async (parameters: Record<string, string>, without: readonly string[] = []) => {
    const url = new URL(client.connectUrl(parameters));
    for (const name of without) url.searchParams.delete(name);
    return fetch(url, { redirect: 'manual' });
  };
  const back = async (parameters: Record<string, string>, without: readonly string[] = []) => {
    const location = new URL((await open(parameters, without)).headers.get('Location') ?? '');
    assert.ok(location.href.startsWith(redirectUri));
    return Object.fromEntries(location.searchParams);
  };

  it('returns user_id beside the code of who names the application so', async () => {
    const parameters = await back({ application_id: applicationId }, ['client_id']);
    assert.deepEqual(Object.keys(parameters).toSorted(), ['code', 'user_id']);
    assert.equal((await client.exchange(parameters.code ?? '')).status, 200);
    assert.deepEqual(Object.keys(await back({})), ['code']);
  });

  it('refuses every other ID with a page, and says which it is', async () => {
    const { apiClientId = '' } = client.addresses.v3 ?? {};
    for (const name of ['client_id', 'application_id']) {
      const answer = await open({ response_type: 'none', [name]: apiClientId });
      assert.equal(answer.status, 400);
      const page = await answer.text();
      assert.match(page, new RegExp(`400: Invalid parameter ${name}: ${apiClientId}`));
      assert.match(page, /Application ID/);
    }
    assert.equal((await open({ application_id: 'other' })).status, 400);
    assert.equal((await open({ response_type: 'token' })).status, 400);
  });

  it('ends on a page where there is no redirect URI, and demands one for a code', async () => {
    const answer = await open({ response_type: 'none' }, ['redirect_uri']);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /Close this page/);
    const state = (await (await client.control('/connections')).json()) as { connections: unknown[] };
    assert.ok(state.connections.length > 0);
    assert.equal((await open({}, ['redirect_uri'])).status, 400);
  });

  it('connects vehicles that version 3 lists, by external ID too, and gives version 2.0 nothing', async () => {
    const other = await start({ seed: 2 });
    const before = other.vehicleIds.length;
    await other.send('DELETE', `/connections/${await other.connectionId()}`);
    await fetch(other.client.connectUrl({ response_type: 'none', external_id: 'mine' }), { redirect: 'manual' });
    const list = await other.send('GET', '/connections?filter[user.externalId]=mine&page[size]=100');
    assert.equal(connectionList.parse(await list.json()).data.length, before);
    assert.equal((await other.client.vehicleIds(other.accessToken)).length, before - 1);
  });
});
