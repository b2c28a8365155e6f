// One odd element of a list takes no other away: it is shown as odd, with its reason.
import assert from 'node:assert/strict';
import { growsWithSize } from '../tools/lib/growth.ts';
import * as z from 'zod';
import { answerIn } from '../../src/mcp/channel/messages.ts';
import { answerOf } from '../../src/mcp/answers.ts';
import { vehicleTools } from '../../src/mcp/vehicle-tools.ts';
import { parseWithoutOdd } from '../../src/common/text/odd-elements.ts';
import { ClientReader, readVehicles } from '../../src/service/client-reader.ts';
import type { Overview } from '../../src/sandbox/control/contract.ts';
import { callControl } from '../../src/sandbox-client/control-client.ts';
import { sandboxItems } from '../../src/extension/sandbox/sandbox-items.ts';
import type { VehicleData } from '../../src/service/model/vehicle-data.ts';
import { type TreeNode, VehicleNodes } from '../../src/extension/vehicles/explorer/tree-nodes.ts';
import { closeServers, failureOf, reply, serve } from '../unit/service/http/loopback.ts';
import {
  capacityBody,
  capacityCode,
  connection,
  connectionPage,
  errorBody,
  signal,
} from '../unit/service/v3/bodies.ts';
import { environmentAt, vehicleDataOf, vehicleDataV3Of } from '../unit/service/vehicle-data.ts';
import { FakeAccount, wording, World, restoreClock } from '../unit/extension/vehicles/fixture.ts';

afterEach(restoreClock);

const page = { limit: 50, offset: 0 };

/** Answers each request with the next body, the last one again. */
async function versionOf(version: 2 | 3, ...bodies: readonly object[]) {
  const requests: string[] = [];
  const baseUrl = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (request.method === 'DELETE') return response.writeHead(204).end();
    return reply(200, bodies[Math.min(requests.length, bodies.length) - 1])(request, response);
  });
  const environment = environmentAt(`${baseUrl}/base`);
  return { data: version === 2 ? vehicleDataOf(environment) : vehicleDataV3Of(environment), requests };
}

/** A connection of version 3 with other attributes of its vehicle. */
function connectionWith(id: string, changes: object) {
  const whole = connection(`c-${id}`, id);
  const vehicle = { ...whole.attributes.vehicle, ...changes };
  return { ...whole, attributes: { ...whole.attributes, vehicle } };
}

/** Everything that the tree shows of one account. */
async function treeOf(data: VehicleData): Promise<string[]> {
  const account = new FakeAccount();
  const world = new World({ s1: account });
  account.vehicleIds = (...asked) => data.vehicleIds(...asked);
  account.vehicle = (...asked) => data.vehicle(...asked);
  account.permissions = (...asked) => data.permissions(...asked);
  account.nominalCapacity = (...asked) => data.nominalCapacity(...asked);
  await world.directory.load();
  const { vehicles } = world.directory.accounts[0] ?? assert.fail('no account');
  await Promise.all(vehicles.flatMap((each) => [each.wantName(), each.loadPermissions(), each.loadCapacity()]));
  const lines = (nodes: readonly TreeNode[]): string[] =>
    nodes.flatMap((node) => {
      const { label, description, tooltip } = node.line();
      return [`${label} | ${description} | ${tooltip.join(' ')}`, ...lines(node.children())];
    });
  return lines(new VehicleNodes(world.directory, wording).roots());
}

const has = (lines: readonly string[], ...patterns: readonly RegExp[]) => {
  for (const pattern of patterns)
    assert.ok(
      lines.some((line) => pattern.test(line)),
      `${pattern}\n${lines.join('\n')}`,
    );
};

describe('one odd element', () => {
  afterEach(closeServers);

  const vehicles: readonly (readonly [what: string, changes: object, reason: RegExp])[] = [
    ['no model', { model: undefined }, /data\.1\.attributes\.vehicle\.model: missing/],
    ['a model of null', { model: null }, /data\.1\.attributes\.vehicle\.model: expected text, received null/],
    ['a year in text', { year: '2024' }, /data\.1\.attributes\.vehicle\.year: expected a number, received text/],
    ['a year of 2024.5', { year: 2024.5 }, /data\.1\.attributes\.vehicle\.year: expected a whole number/],
    ['a make that is a list', { make: ['BMW'] }, /data\.1\.attributes\.vehicle\.make: expected text/],
  ];
  for (const [what, changes, reason] of vehicles) {
    it(`of version 3’s connections, with ${what}, is listed with its reason, beside the others`, async () => {
      const { data, requests } = await versionOf(
        3,
        connectionPage([connection('c1', 'v1'), connectionWith('v2', changes), connection('c3', 'v3')]),
      );
      const { ids, total, described = [] } = await data.vehicleIds(page);
      assert.deepEqual([ids, total, described.map(({ id }) => id)], [['v1', 'v2', 'v3'], 3, ['v1', 'v3']]);
      assert.equal((await data.vehicle('v3')).model, 'Model S');
      const failure = await failureOf(data.vehicle('v2'));
      assert.match(failure.message, reason);
      assert.equal(requests.length, 1, 'nothing is asked for that may cost');
      assert.deepEqual(await data.permissions('v2'), { granted: ['read_vehicle_info', 'read_battery'] });
      await data.disconnect('v2');
      assert.equal(requests.at(-1), 'DELETE /base/v3/connections/c-v2');
      const tree = await treeOf(data);
      has(
        tree,
        /^v1 \| Tesla Model S \(2020\)/,
        /^v3 \| Tesla Model S \(2020\)/,
        new RegExp(`^v2 \\| .*${reason.source}`),
      );
    });
  }

  const strays: readonly unknown[] = [
    null,
    'text',
    7,
    [],
    {},
    { ...connection('c2', 'v2'), relationships: undefined },
    { ...connection('c2', 'v2'), relationships: { user: null, vehicle: { data: { id: '' } } } },
  ];
  for (const [index, stray] of strays.entries()) {
    it(`of version 3’s connections that says not whose it is (${index}) is a line of its own`, async () => {
      const { data } = await versionOf(3, connectionPage([stray as object, connection('c1', 'v1')]));
      const { ids, unread } = await data.vehicleIds(page);
      assert.deepEqual(ids, ['v1']);
      assert.match(unread?.message ?? '', /data\.0/);
      has(await treeOf(data), /Try Again \| .*data\.0/, /^Tesla Model S \(2020\)/);
      const none = await versionOf(3, connectionPage([stray as object]));
      has(await treeOf(none.data), /Try Again \| .*data\.0/);
      assert.match((await failureOf(none.data.permissions('v1'))).message, /data\.0/, 'and not: not connected');
    });
  }

  it('of version 3’s connections ends no list that goes on, and none of another owner is told', async () => {
    const more = (number: number) => ({ ...connectionPage([null as unknown as object], null, 3), number });
    const { data } = await versionOf(
      3,
      more(1),
      connectionPage([connection('c2', 'v2')], null, 3),
      connectionPage([{ ...connection('c3', 'v3', 'another owner'), attributes: null }], null, 3),
    );
    const { ids, unread } = await data.vehicleIds(page);
    assert.deepEqual(ids, ['v2']);
    assert.ok(!(unread?.message ?? '').includes('attributes'));
  });

  it('of version 2.0’s vehicles is a line of its own', async () => {
    for (const stray of [null, 7, {}, { id: 'v2' }, ['v2']]) {
      const list = { paging: { count: 3, offset: 0 }, vehicles: ['v1', stray, 'v3'] };
      const attributes = { id: 'v1', make: 'BMW', model: 'i4', year: 2023 };
      const { data } = await versionOf(2, list, attributes);
      const { ids, unread, total } = await data.vehicleIds(page);
      assert.deepEqual([ids, total], [['v1', 'v3'], 3]);
      assert.match(unread?.message ?? '', /vehicles\.1: expected text, received/);
      const again = await versionOf(2, list, attributes);
      has(await treeOf(again.data), /Try Again \| .*vehicles\.1: expected text/, /^v1 \| BMW i4 \(2023\)/);
    }
  });

  it('of version 2.0’s pages ends none of them', async () => {
    const body = (offset: number, vehicles: readonly unknown[]) => ({ paging: { count: 101, offset }, vehicles });
    const { data } = await versionOf(2, body(0, Array<null>(50).fill(null)), body(50, [null]), body(100, ['v101']));
    const client = {
      vehicleIds: (...asked: Parameters<VehicleData['vehicleIds']>) => data.vehicleIds(...asked),
      vehicle: (id: string) => Promise.resolve({ id, make: 'BMW', model: 'i4', year: 2023 }),
    };
    const { signal } = new AbortController();
    const { vehicles } = await readVehicles(client, { signal, progress: () => undefined });
    assert.deepEqual(
      vehicles.map(({ id }) => id),
      ['v101'],
    );
  });

  it('of the permissions of a vehicle hides no other, in either version', async () => {
    const reason = /permissions\.1: expected text, received null/;
    const permissions = ['read_battery', null, 'read_charge_records'];
    const whole = connection('c1', 'v1');
    const odd = { ...whole, attributes: { ...whole.attributes, permissions } };
    for (const { data } of [
      await versionOf(2, { paging: { count: 3, offset: 0 }, permissions }),
      await versionOf(3, connectionPage([odd, connection('c2', 'v2')])),
    ]) {
      const { granted, unread } = await data.permissions('v1');
      assert.deepEqual(granted, ['read_battery', 'read_charge_records']);
      assert.match(unread?.message ?? '', reason);
    }
    const { data } = await versionOf(3, connectionPage([odd]));
    has(
      await treeOf(data),
      /^Tesla/,
      /^Permissions \| 2 granted/,
      /^read_charge_records/,
      new RegExp(`Try Again \\| .*${reason.source}`),
    );
  });

  it('of the candidates of a capacity hides no other, in either version', async () => {
    const candidates = [{ capacity: 73.5, description: null }, { capacity: '80,9', description: null }, null];
    const version2 = { availableCapacities: candidates, capacity: { nominal: 73.5, source: 'SMARTCAR' }, url: null };
    const version3 = signal(capacityCode, { ...capacityBody, availableCapacities: candidates });
    for (const { data } of [await versionOf(2, version2), await versionOf(3, version3)]) {
      const { unreadCandidates, ...capacity } = await data.nominalCapacity('v1');
      assert.deepEqual(capacity, { case: 'determined', nominal: 73.5, candidates: candidates.slice(0, 1) });
      assert.deepEqual(unreadCandidates, [
        'availableCapacities.1.capacity: expected a number, received text',
        'availableCapacities.2: expected an object, received null',
      ]);
    }
    const account = new FakeAccount('v1');
    const { data } = await versionOf(2, version2);
    account.nominalCapacity = (...asked) => data.nominalCapacity(...asked);
    const world = new World({ s1: account });
    await world.directory.load();
    const vehicle = (await world.directory.find('v1')) ?? assert.fail('none');
    await vehicle.want();
    const fields = new VehicleNodes(world.directory, wording).of(vehicle).children();
    const { tooltip = [] } = fields.find(({ field }) => field === 'capacity')?.line() ?? {};
    assert.match(tooltip.join('\n'), /Not read: availableCapacities\.1\.capacity: expected a number/);
  });

  it('of the signals of version 3 hides none that is asked for', async () => {
    const { data } = await versionOf(3, { data: [null, 7, { attributes: null }, signal(capacityCode, capacityBody)] });
    assert.equal((await data.nominalCapacity('v1')).case, 'determined');
  });

  it('of the errors of version 3 hides none that says why', async () => {
    const known = { type: 'PERMISSION', code: 'X', detail: 'Ask for it' };
    const { data } = await versionOf(3, errorBody(null as unknown as object, { ...known, title: 7 }, known));
    const { message } = await failureOf(data.nominalCapacity('v1'));
    assert.match(
      message,
      /PERMISSION:X, HTTP 200.*Ask for it.*errors\.0: expected an object.*errors\.1\.title: expected text/,
    );
  });

  it('is told to agents and to other extensions', async () => {
    const odd = connectionPage([connection('c1', 'v1'), connectionWith('v2', { model: null }), {}]);
    const { data } = await versionOf(3, odd);
    const tools = vehicleTools(new ClientReader(() => data, false), 'the account');
    const list = tools.find(({ name }) => name === 'list_vehicles') ?? assert.fail('none');
    const { signal: running } = new AbortController();
    const result = await list.run({ offset: 0 }, { client: 'a', signal: running, progress: () => undefined });
    assert.ok(list.output.safeParse(result).success);
    const { vehicles: listed, unread } = answerOf(result, list) as {
      vehicles: object[];
      unread: { id?: string; reason: string }[];
    };
    assert.equal(listed.length, 1);
    assert.deepEqual(
      unread.map(({ id }) => id),
      ['v2', undefined],
    );
    assert.match(unread[0]?.reason ?? '', /model/);
    assert.match(unread[1]?.reason ?? '', /data\.2/);
  });

  it('of the sandbox’s faults is a line of its own in its view, and not ignored elsewhere', async () => {
    const faults = [{ id: 1, left: 2, operation: 'vehicles' }, { id: 'x' }, null];
    const fetch = () => Promise.resolve(Response.json({ faults }));
    const problems: string[] = [];
    const ask = (tell?: (problem: string) => void) =>
      callControl(fetch, 'http://localhost:1/sandbox', 'listFaults', {}, tell);
    const read = await ask((problem) => problems.push(problem));
    assert.deepEqual(read.faults, faults.slice(0, 1));
    assert.match(problems.join('\n'), /^faults\.1\.id: [^]*^faults\.2: /m);
    await assert.rejects(ask(), /another version/);
    const at = 'http://localhost:1';
    const addresses = { authUrl: at, baseUrl: at, connectUrl: at, clientId: 'c', controlUrl: `${at}/sandbox` };
    const overview = {
      vehicles: [],
      vehicleCount: 0,
      now: '2026-11-26T00:00:00Z',
      ...addresses,
    } as unknown as Overview;
    const snapshot = { overview, aheadMs: 0, requests: [], faults: read.faults, unread: problems, webhooks: [] };
    const items = sandboxItems(snapshot, String, { remoteName: undefined, extension: 'ui' });
    assert.ok(items.some(({ label, icon }) => label.startsWith('Not read: faults.2: ') && icon === 'warning'));
    assert.equal(items.find(({ id }) => id === 'faults')?.children?.length, 1);
  });

  it('of the accounts that a window tells an agent of is counted', () => {
    const account = { id: 'a', environment: 'sandbox', allowed: true };
    const text = JSON.stringify({ kind: 'accounts', accounts: [account, { id: 7 }, null] });
    assert.deepEqual(answerIn(text), { kind: 'accounts', accounts: [account], unread: 2 });
    for (const other of [{ kind: 'accounts', accounts: 7 }, { kind: 'none' }, null]) {
      assert.throws(() => answerIn(JSON.stringify(other)));
    }
  });
});

describe('a value with lists', () => {
  const schema = z.object({
    a: z.array(z.object({ b: z.array(z.number()), c: z.string().optional() })),
    d: z.number(),
  });
  const parse = (value: unknown) => {
    const parsed = parseWithoutOdd(schema, value);
    return 'error' in parsed ? 'error' : [parsed.data.a, parsed.odd.map(({ path }) => path.join('.'))];
  };

  it('loses the innermost element that is odd, and no other', () => {
    assert.deepEqual(parse({ a: [{ b: [1, 'x', 2, null] }, { b: [], c: 7 }, 3, { b: [4] }], d: 0 }), [
      [{ b: [1, 2] }, { b: [4] }],
      ['a.0.b.1', 'a.0.b.3', 'a.1.c'.slice(0, 3), 'a.2'],
    ]);
  });

  it('is an error where what is odd is in no list', () => {
    for (const value of [{ a: [], d: 'x' }, { a: [7], d: 'x' }, { a: 7, d: 0 }, 7, null, [], [7]]) {
      assert.equal(parse(value), 'error', JSON.stringify(value));
    }
  });

  it('takes time by its size, however many are odd', async () => {
    await growsWithSize(
      [2_500, 40_000],
      (length) => ({ a: Array.from({ length }, () => ({ b: ['x'] })), d: 0 }),
      (value) => assert.notEqual(parse(value), 'error'),
    );
  });
});
