import assert from 'node:assert/strict';
import { noVersion2 } from '../../../../../src/extension/auth/provider/version-2-end.ts';
import { storageLocked } from '../../../../../src/extension/auth/sessions/session-errors.ts';
import type { SessionInfo, SessionState } from '../../../../../src/extension/auth/sessions/session-info.ts';
import { VehicleEntry } from '../../../../../src/extension/vehicles/data/vehicle-entry.ts';
import { type TreeNode, VehicleNodes } from '../../../../../src/extension/vehicles/explorer/tree-nodes.ts';
import { ServiceError, type ServiceErrorDetails } from '../../../../../src/service/model/errors.ts';
import type { VehicleSignal, VehicleSignals } from '../../../../../src/service/model/signals.ts';
import type { NominalCapacity } from '../../../../../src/service/model/vehicles.ts';
import * as fake from '../../auth/fake-vscode.ts';
import { goldenFile } from '../../golden.ts';
import { candidates, failure, FakeAccount, session, wording, World, restoreClock } from '../fixture.ts';
import { settled, ShownView } from '../view.ts';

afterEach(restoreClock);

const selectUrl = 'https://connect.example.test/battery-capacity?token=CANARY&redirect_uri=';
const undetermined: NominalCapacity = { case: 'undetermined', candidates, selectUrl: null };

function serviceError(message: string, details: Partial<ServiceErrorDetails>): ServiceError {
  return new ServiceError(message, { kind: 'api', turn: 'retry', nextStep: 'Do this.', sent: true, ...details });
}

/** An account with one vehicle, as `set` changes it. */
function one(set: (account: FakeAccount) => void = () => undefined, ...ids: string[]): Record<string, FakeAccount> {
  const account = new FakeAccount(...(ids.length > 0 ? ids : ['v1']));
  set(account);
  return { s1: account };
}

function withCapacities(account: FakeAccount, capacities: Readonly<Record<string, NominalCapacity>>): void {
  account.ids = Object.keys(capacities);
  for (const [id, capacity] of Object.entries(capacities)) account.capacities.set(id, capacity);
}

const permission = serviceError('Not granted.', { turn: 'developer', type: 'PERMISSION', remedy: 'reconnect' });

/** The rest of each is made up: names, bodies and errors are what the lines are made of. */
const everySignal: readonly (Partial<VehicleSignal> & Pick<VehicleSignal, 'group' | 'name'>)[] = [
  { group: 'Odometer', name: 'TraveledDistance', body: { value: 27381.456, unit: 'kilometers' } },
  { group: 'TractionBattery', name: 'Nominal Capacities', view: 'capacity', body: {} },
  { group: 'TractionBattery', name: 'StateOfCharge', body: { value: 61, unit: 'Percent' }, updatedAt: 1 },
  { group: 'Charge', name: 'ChargeRecords', view: 'records', size: 1_500_000 },
  { group: 'Charge', name: 'IsCharging', body: { value: false } },
  { group: 'Charge', name: 'DetailedChargingStatus', body: { value: 'NOT_CHARGING' } },
  { group: 'Charge', name: 'ChargeLimits', body: { values: [{ type: 'GLOBAL', limit: 80 }], unit: 'percent' } },
  { group: 'Charge', name: 'TimeToComplete', body: { value: 45 } },
  {
    group: 'Closure',
    name: 'Doors',
    body: { values: [{ row: 0, isOpen: true }, { row: 1, isOpen: false }, { isOpen: false }] },
  },
  { group: 'Closure', name: 'RearTrunk', body: { isOpen: false, isLocked: true } },
  {
    group: 'Wheel',
    name: 'Tires',
    body: { values: [{ tirePressure: 255 }, { tirePressure: 240 }], unit: 'kPa', rowCount: 2 },
  },
  { group: 'Location', name: 'PreciseLocation', body: { latitude: 53.1482, longitude: 8.2347, direction: 'NE' } },
  { group: 'VehicleIdentification', name: 'VIN', error: permission },
  { group: 'Climate', name: 'ExternalTemperature', error: failure('nobody', 'Not offered.') },
  { group: 'Climate', name: 'InternalTemperature', error: failure('retry', 'Asleep.') },
  { group: 'hologram', name: 'isWarp', body: { isWarpReady: true, modes: [{ speed: 9.5, isOn: true }], since: null } },
  { group: 'hologram', name: 'Long', size: 1_500_000 },
  { group: 'hologram', name: 'Odd', body: { value: null, unit: 7 } },
];

const signalsOf = (signals: typeof everySignal): VehicleSignals => ({
  signals: signals.map((each) => ({ code: `${each.group}-${each.name}`.toLowerCase(), raw: () => '{}', ...each })),
  total: signals.length,
  capacity: { case: 'determined', nominal: 64, candidates: [] },
});

interface Scene {
  readonly accounts: Record<string, FakeAccount>;
  readonly sessions?: SessionInfo[] | ServiceError;
  readonly environment?: string;
  /** What becomes of it after it was read once. */
  readonly then?: (world: World, service: FakeAccount) => unknown;
  /** How deep to look; by default, everything is unfolded. */
  readonly depth?: number;
}

const two = () => ({ s1: new FakeAccount('v1'), s2: new FakeAccount('v2') });
const both = { hasTokens: true, ownerId: 'owner-1' };
const ended = { error: noVersion2(), since: 1 };

/** Reads a session's state for a single account, and for one of two. */
const ofState = (state: SessionState, accounts: Record<string, FakeAccount>): Scene => {
  const sessions = Object.keys(accounts).map((id) => session(id, id === 's1' ? { state } : {}));
  return { accounts, then: (world) => Object.assign(world, { sessions }).directory.refresh(), depth: 1 };
};
const states = ['application', 'expiring', 'refreshing', 'offline', 'locked', 'needs-owner'] as const;

/** What the view shows, in the order of `vehicles-view.txt`. */
const scenes: Readonly<Record<string, Scene>> = {
  'one account, with all that is known about its vehicle': { accounts: one() },
  'several accounts, one without vehicles': {
    accounts: { s1: new FakeAccount('v1'), s2: new FakeAccount() },
    depth: 2,
  },
  'an account without vehicles, which the welcome text is about': { accounts: { s1: new FakeAccount() } },
  'each kind of capacity': {
    accounts: one((account) =>
      withCapacities(account, {
        determined: { case: 'determined', nominal: 80.7, candidates: [] },
        'source unknown': { case: 'determined', nominal: 80.7, candidates: [], isSourceUnknown: true },
        'to be chosen': { case: 'undetermined', candidates, selectUrl },
        chosen: { case: 'selected', nominal: 80.9, candidates, selectUrl },
        closed: { case: 'undetermined', candidates, selectUrl: null },
        'no candidates': { case: 'undetermined', candidates: [], selectUrl: null, unreadCandidates: ['odd'] },
      }),
    ),
    depth: 2,
  },
  'vehicles of one name, which their IDs distinguish': {
    accounts: one(({ models }) => ['v1', 'v2'].forEach((id) => models.set(id, 'i4')), 'v1', 'v2', 'v3'),
    depth: 1,
  },
  'a vehicle whose name can’t be read': {
    accounts: one(({ failures }) => failures.set('vehicle v1', failure('reconnect', 'The permission has ended.'))),
  },
  'capacities that can’t be read, are not offered, or of which nothing is stored': {
    accounts: one(
      ({ failures }) => {
        failures.set('capacity v1', failure('retry', 'The service stumbled.'));
        failures.set('capacity v2', failure('nobody', 'Not offered here.'));
        failures.set('capacity v3', serviceError('Nothing is stored.', { turn: 'developer', isEmpty: true }));
      },
      ...['v1', 'v2', 'v3'],
    ),
    depth: 2,
  },
  'signals by group, with and without a value, and the two that have views': {
    accounts: one((account) => (account.signalList = signalsOf(everySignal))),
  },
  'signals of which nothing is stored': {
    accounts: one((account) => {
      account.signalList = signalsOf([]);
      account.failures.set('signals v1', serviceError('Nothing is stored.', { turn: 'developer', isEmpty: true }));
    }),
    depth: 2,
  },
  'several vehicles of which nothing is stored, which the API says in several ways': {
    accounts: one(
      ({ failures }) => {
        for (const id of ['v1', 'v2'])
          failures.set(`capacity ${id}`, serviceError(`Not stored: ${id}.`, { turn: 'developer', isEmpty: true }));
      },
      ...['v1', 'v2'],
    ),
    depth: 1,
  },
  'signals that can’t be read': {
    accounts: one((account) => {
      account.signalList = signalsOf([]);
      account.failures.set('signals v1', failure('retry', 'The service stumbled.'));
    }),
    depth: 2,
  },
  'signals of which a part came': {
    accounts: one((account) => (account.signalList = { ...signalsOf([]), total: 30 })),
    depth: 2,
  },
  'a make without charge records': { accounts: one(({ makes }) => makes.set('v1', 'TESLA')), depth: 2 },
  'permissions that were asked for in vain': {
    accounts: one((account) => (account.granted = ['read_vehicle_info', 'control_charge'])),
  },
  'permissions that can’t be read': {
    accounts: one(({ failures }) => failures.set('permissions v1', failure('retry', 'The service stumbled.'))),
    depth: 2,
  },
  'a refresh that failed': {
    accounts: one(),
    then: async ({ directory }, { failures }) => {
      for (const what of ['ids', 'capacity v1']) failures.set(what, failure());
      await directory.refresh();
    },
    depth: 2,
  },
  'a failure that all share': {
    accounts: one(undefined, 'v1', 'v2'),
    then: async ({ directory }, { failures }) => {
      for (const what of ['ids', 'vehicle v1', 'vehicle v2', 'capacity v1', 'capacity v2'])
        failures.set(what, failure());
      await directory.refresh();
    },
    depth: 2,
  },
  'a limit, and what is held back because of it': {
    accounts: one(undefined, 'v1', 'v2'),
    then: async ({ directory }, { failures }) => {
      failures.set('ids', serviceError('Rate limit reached.', { status: 429, type: 'RATE_LIMIT' }));
      failures.set('capacity v1', serviceError('Nothing was sent.', { status: 429, type: 'RATE_LIMIT', sent: false }));
      await directory.refresh();
    },
    depth: 1,
  },
  'what two of three accounts share': {
    accounts: { ...two(), s3: new FakeAccount('v3') },
    then: async ({ directory, accounts }) => {
      for (const [id, error] of Object.entries({ s1: 'A.', s2: 'A.', s3: 'B.' }))
        accounts[id]?.failures.set('ids', failure('retry', error));
      await directory.refresh();
    },
    depth: 1,
  },
  'sessions that can’t be read': { accounts: {}, sessions: failure('retry', 'The keyring is locked.') },
  'no session that can be opened': { ...ofState('locked', { s1: new FakeAccount() }) },
  'a keyring that is locked': { accounts: {}, sessions: storageLocked() },
  ...Object.fromEntries(states.map((state) => [`a single account: ${state}`, ofState(state, one())])),
  ...Object.fromEntries(states.map((state) => [`one of two accounts: ${state}`, ofState(state, two())])),
  'an account of both versions': { accounts: one(), sessions: [session('s1', both)], depth: 1 },
  'accounts of both versions and of version 3 alone': {
    accounts: two(),
    sessions: [session('s1', both), session('s2', { hasTokens: false, ownerId: 'owner-2', state: 'application' })],
    depth: 1,
  },
  'an account whose version 2.0 no longer answers': {
    accounts: one(),
    sessions: [session('s1', { ...both, state: 'needs-owner', lack: ended })],
    depth: 1,
  },
  'a capacity that version 3 does not know, which the owner can choose by version 2.0': {
    accounts: one((account) => withCapacities(account, { v1: undetermined })),
    sessions: [session('s1', both)],
    depth: 2,
  },
  'the same, once version 2.0 no longer answers': {
    accounts: one((account) => withCapacities(account, { v1: undetermined })),
    sessions: [session('s1', { ...both, lack: ended })],
    depth: 2,
  },
  'the same, of an account of version 3 alone': {
    accounts: one((account) => withCapacities(account, { v1: undetermined })),
    sessions: [session('s1', { ...both, hasTokens: false })],
    depth: 1,
  },
  'an environment whose unit is not known': {
    accounts: one(),
    sessions: [session('s1', { environment: 'other' })],
    environment: 'other',
    depth: 2,
  },
  'a vehicle that the service wants to be asked about later': {
    accounts: one(),
    then: async ({ directory, now }, { failures }) => {
      failures.set('capacity v1', serviceError('It was asked too often.', { status: 429, retryAt: now + 42_000 }));
      await directory.refresh();
    },
    depth: 2,
  },
};

describe('the Vehicles view', () => {
  const matches = goldenFile(new URL('vehicles-view.txt', import.meta.url));
  let view: ShownView | undefined;

  beforeEach(() => fake.forgetAll());
  afterEach(() => {
    view?.dispose();
    view = undefined;
  });

  async function look(scene: Scene): Promise<{ readonly world: World; readonly view: ShownView }> {
    const world = new World(scene.accounts);
    if (scene.sessions) world.sessions = scene.sessions;
    if (scene.environment) world.environment = scene.environment;
    await world.directory.load();
    await Promise.all(world.directory.accounts.flatMap(({ vehicles }) => vehicles.map((each) => each.wantDetails())));
    await scene.then?.(world, scene.accounts.s1 ?? new FakeAccount());
    view = new ShownView(world);
    await world.idle();
    return { world, view };
  }

  for (const [name, scene] of Object.entries(scenes)) {
    it(`shows ${name}`, async () => {
      const text = await (await look(scene)).view.text(scene.depth);
      assert.doesNotMatch(text, /CANARY/, 'the address of the choice holds a token');
      matches(name, text);
    });
  }

  it('names what is in its long lists by as much of the IDs as that takes, and reads on at their end', async () => {
    const ids = Array.from({ length: 53 }, (_, index) => `${index + 10}a0c-585b-407b-8ccf-b33aaec064d3`);
    const { world, view: long } = await look({ accounts: one(undefined, ...ids) });
    const { vehicles } = world.directory.accounts[0] ?? assert.fail();
    assert.ok(vehicles.length === 50);
    const fresh = new World(one(undefined, ...ids));
    await fresh.directory.load();
    const nodes = new VehicleNodes(fresh.directory, wording);
    const [, unread] = nodes.roots().filter(({ kind }) => kind === 'vehicle');
    assert.deepEqual([unread?.line().label, unread?.line().description], ['11a0c-58…', '']);
    assert.match(await long.text(1), /\(ellipsis\) Show more vehicles \| 3 more \[more\] > retry/);
    const reading = world.directory.accounts[0]?.loadMore();
    assert.match(await long.text(1), /\(sync~spin\) loading… \| 3 more/);
    await reading;
  });

  it('has a unique, lasting id for every line, and the way to each that it reveals', async () => {
    const accounts = { s1: new FakeAccount('v1', 'v2'), s2: new FakeAccount('v1') };
    accounts.s1.failures.set('vehicle v1', failure());
    const { world, view: shown } = await look({ accounts });
    const walk = async (nodes: readonly TreeNode[]): Promise<TreeNode[]> => {
      const below = await Promise.all(nodes.map(async (node) => [node, ...(await walk(await shown.children(node)))]));
      return below.flat();
    };
    const nodes = await walk(await shown.children());
    const ids = nodes.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.includes('s1/v1/capacity') && ids.includes('s2/v1/capacity'));
    for (const { kind, of, parent } of nodes)
      if (kind === 'vehicle') assert.equal(parent()?.id, of instanceof VehicleEntry ? of.account.session.id : '');
    await world.directory.refresh();
    assert.deepEqual(
      (await walk(await shown.children())).map(({ id }) => id),
      ids,
    );
  });

  it('finds the first line with a failure, at the root or below an account', async () => {
    const failed = one(({ failures }) => failures.set('capacity v1', failure()));
    const { world } = await look({ accounts: { ...failed, s2: new FakeAccount('v2') } });
    const nodes = new VehicleNodes(world.directory, wording);
    assert.deepEqual([nodes.failure()?.id, nodes.failure()?.parent()?.id], ['s1/v1', 's1']);
    world.sessions = [session('s1'), session('s2', { state: 'needs-owner' })];
    failed.s1?.failures.clear();
    await world.directory.refresh();
    assert.deepEqual([nodes.failure()?.id, nodes.failure()?.parent()?.id], ['s2/problem', 's2']);
  });

  it('redraws only what a response, a failure or a wait has changed', async () => {
    const { world, view: shown } = await look({ accounts: one(undefined, 'v1', 'v2') });
    const redrawn: unknown[] = [];
    shown.changed.event((nodes) => redrawn.push((nodes as TreeNode[] | undefined)?.map(({ id }) => id)));
    const draw = async () => {
      await settled();
      await shown.text();
      return redrawn.splice(0).at(-1);
    };
    await draw();
    const account = world.accounts.s1 ?? assert.fail();
    withCapacities(account, { v1: undetermined });
    await world.directory.find('v1').then((vehicle) => vehicle?.loadCapacity());
    assert.deepEqual(await draw(), ['s1/v1']);
    account.failures.set('ids', serviceError('Too often.', { status: 429, retryAt: world.now + 42_000 }));
    await world.directory.refresh();
    assert.equal(await draw(), undefined);
    await shown.seconds(1);
    assert.deepEqual(await draw(), ['failure-0/problem']);
    await shown.show(false);
    await shown.show(true);
    world.sessionsChanged.fire();
    await settled();
    assert.deepEqual(redrawn, []);
  });

  it('says around its lines whose they are and what to do where there are none', async () => {
    const { world } = await look({ accounts: one() });
    assert.equal(fake.context.get('vehicleData.state'), 'ready');
    world.sessions = [];
    await world.directory.refresh();
    assert.equal(fake.context.get('vehicleData.state'), 'signedOut');
  });

  describe('of a list that hangs', () => {
    it('has a line about it after some seconds, which cancels it', async () => {
      const accounts = one(({ hanging }) => hanging.add('ids 0'), 'v1', 'v2');
      const world = new World(accounts);
      view = new ShownView(world);
      await view.children();
      await settled();
      await view.seconds(4);
      assert.doesNotMatch(await view.text(), /waiting/);
      await view.seconds(1);
      const button = '- (sync~spin) Cancel | waiting for the vehicles of owner of s1 since 12:04 [waiting] > retry';
      assert.equal((await view.text()).split('\n')[0], button);
      world.directory.accounts[0]?.cancelList();
      await settled();
      assert.deepEqual([world.directory.loading, world.directory.state], [false, 'error']);
      assert.match(await view.text(), /^- \(refresh \S+\) Canceled \| Try Again \[problem;retry\]/);
      accounts.s1?.hanging.clear();
      await world.directory.refresh('failed');
      assert.deepEqual([world.directory.state, world.directory.accounts[0]?.list.error], ['ready', undefined]);
    });

    it('keeps what was known, and asks no vehicle once it is canceled', async () => {
      const { world, view: shown } = await look({ accounts: { ...one(), s2: new FakeAccount('v2') } });
      const account = world.accounts.s1 ?? assert.fail();
      account.hanging.add('ids 0');
      account.asked.length = 0;
      await shown.seconds(2);
      const refresh = world.directory.refresh();
      await shown.seconds(6);
      const waiting = (await shown.text(1)).split('\n').filter((line) => line.includes('[waiting]'));
      assert.match(waiting.join(), /^- \(sync~spin\) Cancel \| waiting for the vehicles of owner of s1 since/);
      const [known] = world.directory.accounts;
      known?.cancelList();
      await refresh;
      assert.deepEqual(account.asked, ['ids 0']);
      assert.ok(known?.vehicles.every(({ attributes }) => attributes.value));
    });
  });
});
