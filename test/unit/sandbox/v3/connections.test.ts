import assert from 'node:assert/strict';
import { connectionList } from '../../../../src/service/v3/contract.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { closedAfterEach } from '../client.ts';
import { Version3Client } from './client.ts';

type Options = Parameters<typeof Version3Client.start>;

describe('Connections of version 3', () => {
  const start = closedAfterEach((...options: Options) => Version3Client.start(...options));
  const list = async (client: Version3Client, query = '') =>
    connectionList.parse(await (await client.send('GET', `/connections${query}`)).json());

  it('end in both versions, whichever was asked', async () => {
    const client = await start();
    const of2 = () => client.client.vehicleIds(client.accessToken);
    const of3 = async () => (await list(client)).data.map((each) => each.relationships.vehicle.data.id);
    const [, second = '', ...others] = client.vehicleIds;
    const url = `${client.client.addresses.baseUrl}/v2.0/vehicles/${second}/application`;
    const headers = { Authorization: `Bearer ${client.accessToken}` };
    for (const [end, left] of [
      [async () => client.send('DELETE', `/connections/${await client.connectionId(0)}`), [second, ...others]],
      [() => fetch(url, { method: 'DELETE', headers }), others],
      [() => client.send('DELETE', `/users/${client.userId}`), []],
    ] as const) {
      await end();
      assert.deepEqual([await of2(), await of3()], [left, left]);
    }
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
