import assert from 'node:assert/strict';
import {
  childNodes,
  parentNode,
  rootNodes,
  type TreeNode,
} from '../../../../../src/extension/vehicles/explorer/tree-nodes.ts';
import type { TreeLine } from '../../../../../src/extension/vehicles/explorer/tree-line.ts';
import { accessibleLabel, lineOf } from '../../../../../src/extension/vehicles/explorer/node-lines.ts';
import { commonFailures, reportedBy } from '../../../../../src/extension/vehicles/data/common-failures.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { storageLocked } from '../../../../../src/extension/auth/sessions/session-errors.ts';
import { candidates, context, failure, FakeAccount, session, World } from '../fixture.ts';
import type { SessionState } from '../../../../../src/extension/auth/sessions/session-info.ts';
import { stateOnScreen } from '../../../../../src/extension/vehicles/explorer/session-state.ts';

const selectUrl = 'https://connect.example.test/battery-capacity?token=CANARY&redirect_uri=';

async function shown(accounts: Record<string, FakeAccount>): Promise<World> {
  const world = new World(accounts);
  await world.directory.load();
  await Promise.all(world.directory.accounts.flatMap(({ vehicles }) => vehicles.map((vehicle) => vehicle.want())));
  return world;
}

const isNoTokens = ({ kind }: TreeNode) => kind !== 'tokens';
const roots = (world: World) => rootNodes(world.directory).filter(isNoTokens);
const children = (node: TreeNode | undefined) => (node ? childNodes(node).filter(isNoTokens) : []);
const line = (node: TreeNode | undefined): TreeLine => (node ? lineOf(node, context) : assert.fail('no such line'));
const texts = (nodes: TreeNode[]) => nodes.map((node) => `${line(node).label} | ${line(node).description}`);
const named = (nodes: TreeNode[], label: string) => nodes.find((node) => line(node).label === label);

describe('the vehicles view', () => {
  it('shows the vehicles of a single account at the top, with everything the issue asks for below', async () => {
    const world = await shown({ s1: new FakeAccount('v1') });
    assert.deepEqual(texts(roots(world)), ['BMW iv1 (2023) | 81\u202fkWh']);
    assert.deepEqual(texts(children(roots(world)[0])), [
      'Make | BMW',
      'Model | iv1',
      'Year | 2023',
      'Battery capacity | 80.7 kWh · determined by the API',
      'Charge records | last 30 days',
      'Permissions | ',
      'Vehicle ID | v1',
    ]);
  });

  it('puts several accounts between, each with its number of vehicles', async () => {
    const world = await shown({ s1: new FakeAccount('v1'), s2: new FakeAccount() });
    assert.deepEqual(texts(roots(world)), ['owner of s1 | 1 vehicle', 'owner of s2 | 0 vehicles']);
    assert.deepEqual(texts(children(roots(world)[1])), ['No vehicles | ']);
  });

  it('leaves the view of one account without vehicles empty, for the welcome text', async () => {
    assert.deepEqual(roots(await shown({ s1: new FakeAccount() })), []);
  });

  it('offers the owner’s choice exactly where the service gives an address for it', async () => {
    const account = new FakeAccount('determined', 'unknown', 'chosen', 'closed');
    account.capacities.set('unknown', { case: 'undetermined', candidates, selectUrl });
    account.capacities.set('chosen', { case: 'selected', nominal: 80.9, candidates, selectUrl });
    account.capacities.set('closed', { case: 'undetermined', candidates, selectUrl: null });
    const vehicles = roots(await shown({ s1: account }));
    assert.deepEqual(
      vehicles.map((node) => line(node).description),
      ['81\u202fkWh', '?', '81\u202fkWh', '?'],
    );
    const selectable = vehicles.map((node) =>
      line(named(children(node), 'Battery capacity')).tokens.includes('selectable'),
    );
    assert.deepEqual(selectable, [false, true, true, false]);
  });

  it('never shows the selection address, which holds a token', async () => {
    const account = new FakeAccount('v1');
    account.capacities.set('v1', { case: 'undetermined', candidates, selectUrl });
    const world = await shown({ s1: account });
    const all = [...roots(world), ...roots(world).flatMap(children)].map(line);
    assert.ok(all.length > 5);
    assert.doesNotMatch(JSON.stringify(all), /CANARY/);
  });

  it('lists a vehicle by its id with what went wrong, the next step and the request id', async () => {
    const account = new FakeAccount('v1');
    account.failures.set('vehicle v1', failure('reconnect', 'The permission has ended.'));
    const [vehicle] = roots(await shown({ s1: account }));
    const shownLine = line(vehicle);
    assert.equal(shownLine.label, 'v1');
    assert.equal(shownLine.description, 'The permission has ended.');
    assert.deepEqual(shownLine.tokens, ['vehicle', 'records', 'reconnect']);
    assert.equal(accessibleLabel(shownLine), 'v1, The permission has ended., warning');
    assert.ok(shownLine.tooltip.includes('Request ID: req-1'));
    const [problem, capacity] = children(vehicle);
    assert.deepEqual([line(problem).label, line(problem).description], ['The permission has ended.', 'Connect Again']);
    assert.match(line(capacity).description, /80\.7 kWh/);
    assert.ok(named(children(vehicle), 'Charge records'));
  });

  it('marks a capacity that can’t be read, in its own line and on the vehicle', async () => {
    const account = new FakeAccount('v1');
    account.failures.set('capacity v1', failure('retry', 'The service stumbled.'));
    const [vehicle] = roots(await shown({ s1: account }));
    assert.deepEqual([line(vehicle).description, line(vehicle).tone], ['?', 'warning']);
    const capacity = line(named(children(vehicle), 'Battery capacity'));
    assert.equal(capacity.description, 'The service stumbled.');
    assert.deepEqual([capacity.tone, capacity.tokens], ['warning', ['field', 'capacity', 'retry']]);
  });

  it('states a capacity that nobody can give as a fact, without a warning or a button', async () => {
    const account = new FakeAccount('v1');
    account.failures.set('capacity v1', failure('nobody', 'Not offered here.'));
    const [vehicle] = roots(await shown({ s1: account }));
    assert.deepEqual([line(vehicle).description, line(vehicle).tone], ['', undefined]);
    const capacity = line(named(children(vehicle), 'Battery capacity'));
    assert.equal(capacity.description, 'Not offered here.');
    assert.deepEqual([capacity.tone, capacity.tokens], ['quiet', ['field', 'capacity']]);
  });

  it('keeps earlier data with their age after a failed refresh', async () => {
    const account = new FakeAccount('v1');
    const world = await shown({ s1: account });
    account.failures.set('ids', failure());
    account.failures.set('capacity v1', failure());
    await world.directory.refresh();
    const [problem, vehicle] = roots(world);
    assert.deepEqual(
      [line(problem).label, line(problem).description],
      ['The service is busy.', 'Try Again · as of 12:04'],
    );
    assert.deepEqual(line(problem).tokens, ['problem', 'retry']);
    assert.equal(line(vehicle).description, '81\u202fkWh · as of 12:04');
    assert.match(line(named(children(vehicle), 'Battery capacity')).description, /^as of 12:04 · 80\.7 kWh/);
  });

  it('says once for the account that its session can’t be used', async () => {
    const world = await shown({ s1: new FakeAccount('v1') });
    world.sessions = [session('s1', { state: 'needs-owner' })];
    await world.directory.refresh();
    assert.deepEqual(
      roots(world).map((node) => line(node).tokens),
      [
        ['problem', 'reconnect'],
        ['vehicle', 'records'],
      ],
    );
  });

  it('says on an account’s line what its session is in need of, gives the button for it, and has its tokens in the tooltip', async () => {
    const lasting = { accessTokenExpiresAt: 3_600_000, refreshTokenExpiresAt: 86_400_000 };
    const table = [
      ['fresh', 'account', '', '', 'account', '1 vehicle'],
      ['refreshing', 'sync~spin', 'refreshing…', '', 'account', '1 vehicle'],
      ['offline', 'debug-disconnect', 'offline', '', 'debug-disconnect', 'offline · 1 vehicle'],
    ] as const;
    const several = await shown({ s1: new FakeAccount('v1'), s2: new FakeAccount('v2') });
    const single = await shown({ s1: new FakeAccount('v1') });
    for (const [state, icon, description, button, accountIcon, accountDescription] of table) {
      several.sessions = [session('s1', { state, ...lasting }), session('s2')];
      single.sessions = [session('s1', { state, ...lasting })];
      await Promise.all([several, single].map((world) => world.directory.refresh()));
      const account = line(roots(several)[0]);
      const only = line(rootNodes(single.directory)[0]);
      assert.deepEqual([account.icon, account.description], [accountIcon, accountDescription]);
      assert.deepEqual([only.label, only.icon, only.description], ['owner of s1', icon, description]);
      for (const { tokens, tooltip } of [account, only]) {
        assert.deepEqual(tokens.slice(1), button ? [button] : []);
        assert.ok(tooltip.includes('access until 12:04 · refresh until 12:04'), tooltip.join());
      }
      const [first] = roots(several);
      assert.deepEqual(
        childNodes(first ?? assert.fail()).map(({ kind }) => kind),
        ['vehicle'],
      );
    }
  });

  it('has the way out in the place of the tokens of a session that can’t be used', async () => {
    const world = await shown({ s1: new FakeAccount('v1'), s2: new FakeAccount('v2') });
    for (const [state, icon, description, button, buttonText] of [
      ['locked', 'lock', /^locked · 1 vehicle$/, 'unlock', 'The keyring can’t be read. | Try Again · as of 12:04'],
      ['needs-owner', 'sign-in', /^connect again/, 'reconnect', 'Access has ended. | Connect Again · as of 12:04'],
    ] as const) {
      world.sessions = [session('s1', { state }), session('s2')];
      await world.directory.refresh();
      const [account] = roots(world);
      assert.equal(line(account).icon, icon);
      assert.match(line(account).description, description);
      const lines = childNodes(account ?? assert.fail());
      assert.deepEqual(
        lines.map(({ kind }) => kind),
        ['problem', 'vehicle'],
      );
      assert.equal(texts(lines)[0], buttonText);
      assert.equal(line(lines[0]).opens, button);
    }
  });

  it('leaves the view to its welcome text while no session can be opened', async () => {
    const service = new FakeAccount('v1');
    service.failures.set('ids', storageLocked());
    const world = new World({ s1: service });
    for (const sessions of [[session('s1', { state: 'locked' })], storageLocked()]) {
      world.sessions = sessions;
      await world.directory.refresh();
      assert.deepEqual([world.directory.state, rootNodes(world.directory)], ['locked', []]);
    }
  });

  it('tells a failure that all share once, above vehicles that keep their data with their age', async () => {
    const service = new FakeAccount('v1', 'v2');
    const world = await shown({ s1: service });
    for (const key of ['ids', 'vehicle v1', 'vehicle v2', 'capacity v1', 'capacity v2']) {
      service.failures.set(key, failure('retry', 'The service is busy.'));
    }
    await world.directory.refresh();
    const isReported = reportedBy(commonFailures(world.directory));
    const told = (node: TreeNode) => lineOf(node, { ...context, isReported });
    const nodes = roots(world);
    assert.deepEqual(
      nodes.map((node) => [told(node).label, told(node).description, told(node).tone]),
      [
        ['The service is busy.', 'Try Again · as of 12:04', 'warning'],
        ['BMW iv1 (2023)', '81\u202fkWh · as of 12:04', undefined],
        ['BMW iv2 (2023)', '81\u202fkWh · as of 12:04', undefined],
      ],
    );
    const below = childNodes(nodes[1] ?? assert.fail(), isReported);
    assert.ok(below.every((node) => node.kind !== 'problem' && told(node).tone !== 'warning'));
    assert.ok(nodes.slice(1).every((node) => !told(node).tokens.includes('retry')));
  });

  it('tells a limit once, also for what is held back here because of it', async () => {
    const service = new FakeAccount('v1', 'v2');
    const world = await shown({ s1: service });
    const limit = { kind: 'api', turn: 'retry', nextStep: 'Wait.', status: 429, type: 'RATE_LIMIT' } as const;
    service.failures.set('ids', new ServiceError('Rate limit reached.', { ...limit, sent: true }));
    service.failures.set('capacity v1', new ServiceError('Nothing was sent.', { ...limit, sent: false }));
    await world.directory.refresh();
    assert.equal(commonFailures(world.directory).length, 1);
    const isReported = reportedBy(commonFailures(world.directory));
    const [, first] = roots(world).map((node) => lineOf(node, { ...context, isReported }));
    assert.equal(first?.tone, undefined);
  });

  it('tells the failure of one vehicle on its own line', async () => {
    const service = new FakeAccount('v1', 'v2');
    service.failures.set('capacity v2', failure('retry', 'This car sleeps.'));
    const world = await shown({ s1: service });
    assert.deepEqual(commonFailures(world.directory), []);
    const [first, second] = roots(world);
    assert.deepEqual([line(first).tone, line(second).tone], [undefined, 'warning']);
    assert.ok(line(second).tokens.includes('retry'));
  });

  it('tells what several accounts share once, and what differs once each', async () => {
    const world = await shown({ s1: new FakeAccount('v1'), s2: new FakeAccount('v2'), s3: new FakeAccount('v3') });
    world.accounts.s1?.failures.set('ids', failure('retry', 'A.'));
    world.accounts.s2?.failures.set('ids', failure('retry', 'A.'));
    world.accounts.s3?.failures.set('ids', failure('developer', 'B.'));
    await world.directory.refresh();
    const problems = roots(world).filter((node) => node.kind === 'problem');
    assert.deepEqual(texts(problems), ['A. | Try Again · as of 12:04', 'B. | Try Again · as of 12:04']);
    assert.deepEqual(
      problems.map(({ of }) => of && 'session' in of && of.session.id),
      [undefined, 's3'],
    );
  });

  it('does not call a service that answers unreachable, because tokens could not be renewed', async () => {
    const account = new FakeAccount('v1');
    const world = await shown({ s1: account });
    world.sessions = [session('s1', { state: 'offline' })];
    await world.directory.refresh();
    assert.deepEqual(texts(roots(world)), ['BMW iv1 (2023) | 81\u202fkWh']);
    account.failures.set('ids', failure('retry', 'The connection failed.'));
    await world.directory.refresh();
    assert.deepEqual(texts(roots(world)).slice(0, 1), ['The connection failed. | Try Again · as of 12:04']);
  });

  it('shows sessions that can’t be read as a problem and not as signed out', async () => {
    const world = new World({});
    world.sessions = failure('retry', 'The keyring is locked.');
    await world.directory.load();
    assert.deepEqual(texts(roots(world)), ['The keyring is locked. | Try Again']);
  });

  it('ends a long list with how many there are more', async () => {
    const account = new FakeAccount(...Array.from({ length: 53 }, (_, index) => `v${index}`));
    const world = new World({ s1: account });
    await world.directory.load();
    const last = line(roots(world).at(-1));
    assert.deepEqual([last.label, last.description, last.opens], ['Show more vehicles', '3 more', 'more']);
    const end = rootNodes(world.directory).at(-1) ?? assert.fail();
    const reading = world.directory.accounts[0]?.loadMore();
    assert.equal(lineOf(end, context).label, 'loading…');
    await reading;
  });

  it('has a unique, lasting id and the right parent for every line', async () => {
    const accounts = { s1: new FakeAccount('v1', 'v2'), s2: new FakeAccount('v1') };
    accounts.s1.failures.set('vehicle v1', failure());
    const world = await shown(accounts);
    const walk = (nodes: TreeNode[], parent?: TreeNode): TreeNode[] =>
      nodes.flatMap((node) => {
        assert.equal(parentNode(node, world.directory)?.id, parent?.id);
        return [node, ...walk(children(node), node)];
      });
    const ids = walk(roots(world)).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.includes('s1/v1/capacity') && ids.includes('s2/v1/capacity'));
    await world.directory.refresh();
    assert.deepEqual(
      walk(roots(world)).map(({ id }) => id),
      ids,
    );
  });
});

const table: [state: SessionState, icon: string, text: string, buttons: string][] = [
  ['fresh', 'key', '', ''],
  ['application', 'key', '', 'application'],
  ['expiring', 'clock', 'refresh due', ''],
  ['refreshing', 'sync~spin', 'refreshing…', ''],
  ['offline', 'debug-disconnect', 'offline', ''],
  ['locked', 'lock', 'locked', 'unlock'],
  ['needs-owner', 'sign-in', 'connect again', 'reconnect'],
];

describe('stateOnScreen', () => {
  for (const [state, icon, text, buttons] of table) {
    it(`shows “${state}” as ${icon} “${text}”, with ${buttons || 'no button'}`, () => {
      const shown = stateOnScreen(state);
      assert.deepEqual([shown.icon, shown.text, shown.tokens.join()], [icon, text, buttons]);
      assert.ok(shown.explanation);
    });
  }

  it('warns only of what somebody has to mend', () => {
    const warned = table.map(([state]) => state).filter((state) => stateOnScreen(state).isWarning);
    assert.deepEqual(warned, ['offline', 'locked', 'needs-owner']);
  });
});
