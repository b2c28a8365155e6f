import assert from 'node:assert/strict';
import type { TreeNode } from '../../../../../src/extension/vehicles/explorer/tree-nodes.ts';
import { childNodes, parentNode, rootNodes } from '../../../../../src/extension/vehicles/explorer/tree-nodes.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { lineOf } from '../../../../../src/extension/vehicles/explorer/node-lines.ts';
import { rawText } from '../../../../../src/extension/vehicles/commands/raw-text.ts';
import { context, FakeAccount, World, failure, session } from '../fixture.ts';

describe('the lines of a vehicle', () => {
  const line = (node: TreeNode | undefined) => (node ? lineOf(node, context) : assert.fail('no such line'));

  async function unfolded(service: FakeAccount): Promise<{ world: World; children: TreeNode[] }> {
    const world = new World({ s1: service });
    await world.directory.load();
    await world.directory.accounts[0]?.vehicles[0]?.wantDetails();
    const vehicle = rootNodes(world.directory).find(({ kind }) => kind === 'vehicle');
    return { world, children: vehicle ? childNodes(vehicle) : [] };
  }
  const field = (nodes: TreeNode[], name: string) => nodes.find((node) => node.kind === 'field' && node.field === name);

  it('name the unit of a capacity as its account’s environment has it', async () => {
    const { children } = await unfolded(new FakeAccount('v1'));
    const node = field(children, 'capacity') ?? assert.fail('no such line');
    const named = lineOf(node, {
      ...context,
      energyUnit: (environment) => `units of ${environment}`,
    });
    assert.equal(named.description, '80.7 units of sandbox · determined by the API');
    const unnamed = lineOf(node, { ...context, energyUnit: () => undefined });
    assert.equal(unnamed.description, '80.7 · determined by the API');
  });

  it('tell vehicles in a long list apart by as much of their ids as that takes', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `${index + 10}a0c-585b-407b-8ccf-b33aaec064d3`);
    const world = new World({ s1: new FakeAccount(...ids) });
    await world.directory.load();
    const [vehicle] = world.directory.accounts[0]?.vehicles ?? [];
    await vehicle?.wantName();
    const [named, unread] = rootNodes(world.directory).filter(({ kind }) => kind === 'vehicle');
    assert.equal(line(named).description, '10a0c-58…');
    assert.deepEqual([line(unread).label, line(unread).description], ['11a0c-58…', '']);
    await vehicle?.wantDetails();
    assert.equal(line(named).description, '81\u202fkWh');
  });

  it('say what a make does not have, and offer nothing for it', async () => {
    const service = new FakeAccount('v1', 'v2');
    service.makes.set('v2', 'TESLA');
    const world = new World({ s1: service });
    await world.directory.load();
    await Promise.all(world.directory.accounts[0]?.vehicles.map((vehicle) => vehicle.want()) ?? []);
    const [bmw, tesla] = rootNodes(world.directory).filter(({ kind }) => kind === 'vehicle');
    const records = (node: TreeNode | undefined) => line(field(node ? childNodes(node) : [], 'records'));
    assert.deepEqual([line(bmw).tokens, line(tesla).tokens], [['vehicle', 'records'], ['vehicle']]);
    assert.deepEqual([records(bmw).label, records(bmw).opens], ['Charge records', 'records']);
    const { label, description, opens, tone, tokens } = records(tesla);
    assert.deepEqual([label, description], ['', 'Charge records: not available for Tesla']);
    assert.deepEqual([opens, tone, tokens], [undefined, 'quiet', ['unavailable']]);
  });

  it('name each permission, and which was asked for in vain', async () => {
    const service = new FakeAccount('v1');
    service.granted = ['read_vehicle_info', 'control_charge'];
    const { world, children } = await unfolded(service);
    const permissions = field(children, 'permissions');
    assert.equal(line(permissions).description, '2 granted, without read_battery');
    assert.equal(line(permissions).value, 'read_vehicle_info control_charge');
    const lines = permissions ? childNodes(permissions) : [];
    assert.deepEqual(
      lines.map((node) => [line(node).label, line(node).description]),
      [
        ['read_vehicle_info', ''],
        ['control_charge', ''],
        ['read_battery', 'requested, not granted'],
      ],
    );
    for (const node of lines) assert.equal(parentNode(node, world.directory)?.id, 's1/v1/permissions');
    assert.equal(new Set(lines.map(({ id }) => id)).size, 3);
  });

  it('say what can’t be read of the permissions, and let it be tried again', async () => {
    const service = new FakeAccount('v1');
    service.failures.set('permissions v1', failure('retry', 'The service stumbled.'));
    const { children } = await unfolded(service);
    const permissions = line(field(children, 'permissions'));
    assert.deepEqual([permissions.description, permissions.tone], ['The service stumbled.', 'warning']);
    assert.deepEqual([permissions.tokens, permissions.children], [['field', 'permissions', 'retry'], 'none']);
  });

  it('say of a capacity that nothing is stored of it, where a line above says why', async () => {
    const service = new FakeAccount('v1');
    const error = new ServiceError('Nothing is stored.', {
      kind: 'api',
      turn: 'developer',
      nextStep: 'Subscribe.',
      sent: true,
      isEmpty: true,
    });
    service.failures.set('capacity v1', error);
    const { children } = await unfolded(service);
    const node = field(children, 'capacity') ?? assert.fail('no such line');
    assert.equal(lineOf(node, context).description, 'Nothing is stored.');
    assert.equal(lineOf(node, { ...context, isReported: () => true }).description, 'nothing stored');
  });

  it('tell in their tooltips when they were read, and give the bare value to copy', async () => {
    const { children } = await unfolded(new FakeAccount('v1'));
    for (const name of ['make', 'model', 'year', 'capacity', 'permissions']) {
      assert.ok(line(field(children, name)).tooltip.includes('Updated 12:04'), name);
    }
    const values = ['make', 'model', 'year', 'capacity', 'vehicleId'].map((name) => line(field(children, name)).value);
    assert.deepEqual(values, ['BMW', 'iv1', '2023', '80.7', 'v1']);
    assert.deepEqual(line(field(children, 'capacity')).tokens, ['field', 'capacity', 'copies']);
    assert.deepEqual(line(field(children, 'records')).tokens, ['field', 'records']);
  });

  it('stand below the line of their account, whose tooltip has the expiries', async () => {
    const world = new World({ s1: new FakeAccount('v1') });
    world.sessions = [session('s1', { accessTokenExpiresAt: 1, refreshTokenExpiresAt: 2 })];
    await world.directory.load();
    const [tokens] = rootNodes(world.directory);
    const { label, tooltip } = lineOf(tokens ?? assert.fail(), { ...context, time: (at) => `t${at}` });
    assert.deepEqual([label, tooltip[2]], ['owner of s1', 'access until t1 · refresh until t2']);
    assert.equal(tokens?.kind === 'tokens' && tokens.sessionId, 's1');
  });
});

describe('raw JSON', () => {
  it('keeps the digits that came, and the order', () => {
    const text = '{"z":1.10,"a":[1e2,12345678901234567890,-0.0,"1.10"],"n":null}';
    const shown = rawText(text);
    assert.deepEqual(shown.replaceAll(/\s/g, ''), text);
    assert.match(shown, /^\{\n {2}"z": 1\.10,\n/);
  });

  it('shows the address of the capacity choice without its token', () => {
    const url = 'https://connect.example.test/battery-capacity?vehicle_id=v1&token=CANARY%2B1&redirect_uri=';
    const shown = rawText(JSON.stringify({ url, other: 'https://x.test/?token=CANARY' }));
    assert.doesNotMatch(shown, /CANARY/);
    assert.match(shown, /vehicle_id=v1&token=\[redacted\]&redirect_uri="/);
  });
});
