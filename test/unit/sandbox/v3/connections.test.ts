import assert from 'node:assert/strict';
import { apiErrors, connectionList } from '../../../../src/service/v3/contract.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { closedAfterEach } from '../client.ts';
import { Version3Client } from './client.ts';

type Options = Parameters<typeof Version3Client.start>;

describe('Connections of version 3', () => {
  const start = closedAfterEach((...options: Options) => Version3Client.start(...options));
  const list = async (client: Version3Client, query = '') =>
    connectionList.parse(await (await client.send('GET', `/connections${query}`)).json());
  const failure = async (answer: Response) => {
    const [error] = apiErrors.parse(await answer.json()).errors;
    return `${answer.status} ${error?.type ?? ''}:${error?.code ?? ''}`;
  };

  it('end in both versions, whichever was asked', async () => {
    const client = await start();
    const of2 = () => client.client.vehicleIds(client.accessToken);
    const of3 = async () => (await list(client)).data.map((each) => each.relationships.vehicle.data.id);
    const [first = '', second = '', ...others] = client.vehicleIds;
    const id = await client.connectionId(0);
    assert.equal((await client.send('DELETE', `/connections/${id}`)).status, 204);
    assert.deepEqual(
      [await of2(), await of3()],
      [
        [second, ...others],
        [second, ...others],
      ],
    );
    assert.equal(
      await failure(await client.send('GET', `/connections/${id}`)),
      '404 RESOURCE_NOT_FOUND:CONNECTION_NOT_FOUND',
    );
    assert.equal(
      await failure(await client.get(`/vehicles/${first}/signals`)),
      '404 RESOURCE_NOT_FOUND:VEHICLE_NOT_FOUND',
    );
    const url = `${client.client.addresses.baseUrl}/v2.0/vehicles/${second}/application`;
    await fetch(url, { method: 'DELETE', headers: { Authorization: `Bearer ${client.accessToken}` } });
    assert.deepEqual([await of2(), await of3()], [others, others]);
    assert.equal((await client.send('DELETE', `/users/${client.userId}`)).status, 204);
    assert.deepEqual([await of2(), await of3()], [[], []]);
    assert.equal(
      await failure(await client.send('DELETE', `/users/${client.userId}`)),
      '404 RESOURCE_NOT_FOUND:USER_NOT_FOUND',
    );
  });

  it('outlive every token of version 2.0', async () => {
    const client = await start();
    const before = await list(client);
    client.client.sandbox.clock.advance(61 * 24 * 60 * 60);
    await client.client.code({ single_select: 'true' });
    const token = await client.newToken();
    const after = connectionList.parse(await (await client.client.get('/v3/connections', token)).json());
    assert.deepEqual(
      after.data.map(({ id }) => id),
      before.data.map(({ id }) => id),
    );
  });
});

describe('Subscriptions of version 3', () => {
  let client: Version3Client;
  beforeEach(async () => {
    client = await Version3Client.start({}, { subscribed: false });
  });
  afterEach(() => client.close());

  const stored = async (vehicle = 0) => {
    const { data, meta } = (await (await client.signals(vehicle)).json()) as {
      data: unknown[];
      meta: { totalCount: number };
    };
    assert.equal(data.length, meta.totalCount);
    return data.length;
  };
  const subscriptions = async (query = '') =>
    ((await (await client.send('GET', `/subscriptions${query}`)).json()) as { data: { id: string }[] }).data;

  it('fill the store of one vehicle, which is empty before and after', async () => {
    assert.equal(await stored(), 0);
    const answer = await client.subscribe(0);
    assert.deepEqual(
      [answer.status, await answer.json()],
      [202, { meta: { message: 'subscription creation in progress' } }],
    );
    assert.ok((await stored(0)) > 5);
    assert.equal(await stored(1), 0);
    assert.equal((await client.subscribe(0)).status, 409);
    assert.equal((await client.subscribe(0, 'another')).status, 404);
    const callbackUri = 'http://localhost:9/';
    const another = await client.client.control('/webhooks', 'POST', { callbackUri, autoSubscribe: false });
    const { id: anotherId } = (await another.json()) as { id: string };
    assert.equal((await client.subscribe(0, anotherId)).status, 202);
    assert.equal((await subscriptions()).length, 2);
    assert.equal((await subscriptions(`?filter[webhookId]=${anotherId}`)).length, 1);
    for (const { id } of await subscriptions()) {
      assert.equal((await client.send('DELETE', `/subscriptions/${id}`)).status, 204);
      assert.equal((await client.send('DELETE', `/subscriptions/${id}`)).status, 404);
    }
    assert.equal(await stored(0), 0);
  });

  it('are a switch of the control API', async () => {
    const { client: sandbox } = client;
    assert.equal((await sandbox.control('/subscriptions', 'POST', { vehicleId: client.vehicleIds[1] })).status, 200);
    assert.deepEqual([(await stored(0)) > 0, (await stored(1)) > 0], [false, true]);
    await sandbox.control('/subscriptions', 'POST');
    const view = (await (await sandbox.control('/connections')).json()) as { connections: { subscribed: boolean }[] };
    assert.equal(view.connections.length, client.vehicleIds.length);
    assert.ok(view.connections.every(({ subscribed }) => subscribed));
    assert.equal((await sandbox.control('/subscriptions', 'DELETE')).status, 204);
    assert.equal(await stored(1), 0);
    assert.equal((await sandbox.control('/subscriptions', 'POST', { vehicleId: 'none' })).status, 400);
  });
});

describe('The store of signals', () => {
  const isStored = async (answer: Promise<Response>) =>
    ((await (await answer).json()) as { data: unknown[] }).data.length > 0;
  const start = closedAfterEach((...options: Options) => Version3Client.start(...options));
  const storedBy = async (options: SandboxOptions) => isStored((await start(options)).signals());

  it('is filled once a vehicle is connected, unless the command or the scenario wants it empty', async () => {
    assert.equal(await storedBy({ emptyStore: undefined }), true);
    assert.equal(await storedBy({ emptyStore: undefined, scenario: { emptyStore: true } }), false);
    assert.equal(await storedBy({ emptyStore: true }), false);
  });

  it('is emptied by one call, and stays so for vehicles that are connected later, until it is filled again', async () => {
    const client = await start({ autoApprove: true });
    const { client: sandbox } = client;
    const isOwnAutomatic = async () => {
      const { webhooks } = (await (await sandbox.control('/webhooks')).json()) as {
        webhooks: { autoSubscribe: boolean }[];
      };
      return webhooks[0]?.autoSubscribe;
    };
    const reconnect = async () => {
      await client.send('DELETE', `/connections/${await client.connectionId()}`);
      await sandbox.code();
    };
    assert.equal(await isOwnAutomatic(), true);
    await sandbox.control('/subscriptions', 'DELETE');
    await reconnect();
    assert.deepEqual([await isStored(client.signals()), await isOwnAutomatic()], [false, false]);
    await sandbox.control('/subscriptions', 'POST');
    await reconnect();
    assert.deepEqual([await isStored(client.signals()), await isOwnAutomatic()], [true, true]);
  });
});
