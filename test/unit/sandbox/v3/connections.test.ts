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
