import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSubscription, connect, Connections, disconnect } from '../../../../src/sandbox/world/connections.ts';
import { Store } from '../../../../src/sandbox/world/store.ts';
import { SandboxClient } from '../client.ts';

const grant = { ownerId: 'owner', vehicleIds: ['a', 'b'], scopes: ['read_battery'] };

describe('connections of the world', () => {
  it('have the same ID whenever the owner connects the vehicle, and what was granted last', () => {
    const store = Store.open(1);
    const connections = new Connections(store);
    store.change((state) => {
      connect(state, grant, { mode: 'live' }, 1000);
    });
    const [first] = connections.list;
    store.change((state) => {
      connect(state, { ...grant, vehicleIds: ['a'], scopes: ['read_vin'] }, { mode: 'simulated' }, 2000);
    });
    assert.equal(connections.list.length, 2);
    assert.deepEqual(connections.get(first?.id ?? ''), {
      ownerId: 'owner',
      vehicleId: 'a',
      permissions: ['read_vin'],
      mode: 'simulated',
      createdAt: 1000,
      updatedAt: 2000,
    });
  });

  it('keep the ID that the application gave the owner until a session replaces or clears it', () => {
    const store = Store.open(1);
    const connections = new Connections(store);
    const externalIds = (externalId?: string | null) => {
      store.change((state) => {
        connect(state, grant, { mode: 'live', externalId }, 0);
      });
      return connections.list.map((each) => each.externalId);
    };
    assert.deepEqual(externalIds(), [undefined, undefined]);
    assert.deepEqual(externalIds('mine'), ['mine', 'mine']);
    assert.deepEqual(externalIds(), ['mine', 'mine']);
    assert.deepEqual(externalIds(null), [undefined, undefined]);
  });

  it('end with their subscriptions', () => {
    const store = Store.open(1);
    store.change((state) => {
      connect(state, grant, { mode: 'live' }, 0);
      for (const vehicleId of grant.vehicleIds) {
        addSubscription(state, { webhookId: 'w', ownerId: 'owner', vehicleId }, 0);
      }
      disconnect(state, 'a');
    });
    assert.deepEqual(
      new Connections(store).list.map(({ connection }) => connection.vehicleId),
      ['b'],
    );
    assert.deepEqual(
      [...store.state.subscriptions.values()].map(({ vehicleId }) => vehicleId),
      ['b'],
    );
  });

  it('of a state file from before there were any are those of its grants', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-connections-'));
    const stateFile = join(folder, 'state.json');
    try {
      const before = await SandboxClient.start({ stateFile });
      const { access_token } = await before.pair();
      await before.close();
      const {
        connections: _connections,
        applicationTokens: _tokens,
        subscriptions: _subscriptions,
        externalIds: _externalIds,
        ...old
      } = JSON.parse(readFileSync(stateFile, 'utf8')) as Record<string, unknown>;
      writeFileSync(stateFile, JSON.stringify(old));
      const store = Store.open(1, stateFile);
      const after = await SandboxClient.start({ stateFile });
      const vehicles = await after.vehicleIds(access_token);
      await after.close();
      const { list } = new Connections(store);
      assert.deepEqual(
        list.map(({ connection }) => connection.vehicleId),
        vehicles,
      );
      assert.ok(vehicles.length > 1);
      assert.ok(list.every(({ connection }) => connection.permissions.includes('read_battery')));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
