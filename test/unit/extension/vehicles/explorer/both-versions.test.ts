import assert from 'node:assert/strict';
import type { SessionInfo } from '../../../../../src/extension/auth/sessions/session-info.ts';
import { failuresOf } from '../../../../../src/extension/vehicles/data/failures.ts';
import { KnownNames } from '../../../../../src/extension/vehicles/data/known-names.ts';
import { retryTimesOf } from '../../../../../src/extension/vehicles/data/retry-times.ts';
import { readNominal } from '../../../../../src/extension/vehicles/data/nominal-capacity.ts';
import { lineOf } from '../../../../../src/extension/vehicles/explorer/node-lines.ts';
import { environmentOf, ownerOf } from '../../../../../src/extension/vehicles/explorer/node-owner.ts';
import {
  childNodes,
  parentNode,
  rootNodes,
  type TreeNode,
} from '../../../../../src/extension/vehicles/explorer/tree-nodes.ts';
import { FakeAccount, World, failure, session } from '../fixture.ts';

const context = { time: () => '12:04', number: String, now: () => 0, energyUnit: () => 'kWh', isTold: () => false };
const owner = { account: { id: 'owner-1', label: 'Alex (sandbox)' }, applicationId: 'app-1' };
const byVersion2 = session('sandbox.1', owner);
const byVersion3 = session('sandbox-v3.1', { ...owner, environment: 'sandbox-v3', state: 'application' });

/** An owner who is connected in the environments of both versions. */
function connected(changes: Partial<SessionInfo> = {}) {
  const second = new FakeAccount('v1', 'v2');
  const third = new FakeAccount('v1', 'v3');
  third.isMetered = true;
  third.capacities.set('v1', { case: 'determined', nominal: 81.5, candidates: [] });
  const world = new World({ 'sandbox.1': second, 'sandbox-v3.1': third });
  world.sessions = [byVersion2, { ...byVersion3, ...changes }];
  return { world, second, third };
}

const vehicles = (world: World) => rootNodes(world.directory).filter(({ kind }) => kind === 'vehicle');
const texts = (nodes: readonly TreeNode[]) =>
  nodes.map((node) => lineOf(node, context)).map(({ label, description }) => `${label} | ${description}`);

/** Unfolds the first vehicle. */
async function unfolded(world: World): Promise<TreeNode[]> {
  await world.directory.load();
  await world.idle();
  const [node] = vehicles(world);
  assert.ok(node?.kind === 'vehicle');
  await node.vehicle.wantDetails();
  return childNodes(node);
}

describe('an owner who is connected in both versions', () => {
  it('is one account, whose vehicles say of capacity and charge records which version they are read by', async () => {
    const { world } = connected();
    const lines = texts(await unfolded(world)).filter((text) => /^(Battery|Charge)/.test(text));
    assert.deepEqual(lines, [
      'Battery capacity | v2.0 · 80.7 kWh · determined by the API',
      'Battery capacity | v3 · 81.5 kWh · determined by the API',
      'Charge records | v2.0 · last 30 days',
      'Charge records | v3 · last 30 days',
    ]);
    assert.equal(world.directory.accounts.length, 1);
    assert.equal(new Set((await unfolded(world)).map(({ id }) => id)).size, 9, 'each line has an ID of its own');
  });

  it('is the same the other way round, with the selected version first', async () => {
    const { world } = connected();
    world.environment = 'sandbox-v3';
    const [first] = texts(await unfolded(world)).filter((text) => text.startsWith('Battery'));
    assert.equal(first, 'Battery capacity | v3 · 81.5 kWh · determined by the API');
  });

  it('opens the charge records of the line’s version, below the vehicle that is shown', async () => {
    const { world } = connected();
    const records = (await unfolded(world)).filter((node) => node.kind === 'field' && node.field === 'records');
    assert.deepEqual(
      records.map((node) => node.kind === 'field' && node.vehicle.account.session.id),
      ['sandbox.1', 'sandbox-v3.1'],
    );
    for (const node of records) assert.equal(parentNode(node, world.directory)?.id, 'sandbox.1/v1');
  });

  it('asks the other version for nothing but its list until a vehicle is unfolded', async () => {
    const { world, third } = connected();
    await world.directory.load();
    await world.idle();
    assert.deepEqual(third.asked, ['ids 0']);
    await unfolded(world);
    assert.deepEqual(third.asked, ['ids 0', 'vehicle v1', 'capacity v1']);
  });

  it('names no version of a vehicle that only one has', async () => {
    const { world } = connected();
    await unfolded(world);
    const node = vehicles(world)[1];
    assert.ok(node);
    assert.deepEqual(
      texts(childNodes(node)).filter((text) => text.startsWith('Charge')),
      ['Charge records | last 30 days'],
    );
  });

  it('is told of a failure of one version on its own line, and asked for anew with a refresh, at its costs', async () => {
    const { world, third } = connected();
    third.failures.set('capacity v1', failure('retry', 'Nothing is stored.'));
    const lines = texts(await unfolded(world)).filter((text) => text.startsWith('Battery'));
    assert.equal(lines[1], 'Battery capacity | v3 · Nothing is stored.');
    const [vehicle] = world.directory.accounts[0]?.vehicles ?? [];
    assert.equal(vehicle?.meteredRequests('failed'), 1);
    third.failures.clear();
    world.now += 60_000;
    await world.directory.refresh('failed');
    assert.equal(vehicle.other?.capacity.value?.case, 'determined');
  });

  /** The lines above the vehicles. */
  const problems = (world: World) => rootNodes(world.directory).filter((node) => node.kind === 'problem');

  it('keeps the vehicles of the selected version where the other’s list fails, and says so in one line', async () => {
    const { world, third } = connected();
    third.failures.set('ids', failure('retry', 'The service is busy.'));
    const lines = texts(await unfolded(world));
    assert.deepEqual(texts(problems(world)), ['v3 · The service is busy. | Try Again']);
    assert.deepEqual(texts(vehicles(world)), ['BMW iv1 (2023) | 81 kWh', 'v2 | ']);
    assert.ok(lines.includes('Battery capacity | 80.7 kWh · determined by the API'));
    assert.deepEqual(
      failuresOf(world.directory).map(({ message }) => message),
      ['The service is busy.'],
    );
    const [problem] = problems(world);
    assert.ok(problem);
    const { tokens, tooltip } = lineOf(problem, context);
    assert.deepEqual(tokens, ['problem', 'retry'], 'a vehicle that is added by hand is none of the other version’s');
    assert.equal(tooltip[0], 'v3 · The service is busy.');

    third.failures.clear();
    world.now += 60_000;
    const other = ownerOf(problem);
    assert.ok(other);
    await other.reload('failed');
    assert.deepEqual(problems(world), []);
    assert.equal(texts(await unfolded(world)).filter((text) => text.startsWith('Battery')).length, 2);
  });

  it('has one line where both versions fail alike, and keeps earlier vehicles of the other', async () => {
    const { world, second, third } = connected();
    await unfolded(world);
    for (const account of [second, third]) account.failures.set('ids', failure('retry', 'The network is down.'));
    world.now += 60_000;
    await world.directory.refresh();
    assert.deepEqual(texts(problems(world)), ['The network is down. | Try Again · as of 12:04']);
    assert.equal(texts(await unfolded(world)).filter((text) => text.startsWith('Battery')).length, 2);
  });

  it('asks the other version’s list again once its wait is over', async () => {
    const { world, third } = connected();
    third.failures.set('ids', Object.assign(failure(), { retryAt: 5 }));
    await unfolded(world);
    const [wait] = retryTimesOf(world.directory);
    assert.equal(wait?.until, 5);
    third.failures.clear();
    await wait.of.retry();
    assert.deepEqual([problems(world), retryTimesOf(world.directory)], [[], []]);
  });

  it('is told that the access by version 2.0 has ended, and connects again in its environment', async () => {
    const { world } = connected();
    world.environment = 'sandbox-v3';
    await unfolded(world);
    world.sessions = [{ ...byVersion2, state: 'needs-owner' }, byVersion3];
    world.sessionsChanged.fire();
    await world.idle();
    const [problem] = problems(world);
    assert.ok(problem);
    assert.deepEqual(texts(problems(world)), ['v2.0 · Access has ended. | Connect Again · as of 12:04']);
    assert.equal(environmentOf(problem), 'sandbox');
    world.sessions = [byVersion2, byVersion3];
    world.sessionsChanged.fire();
    await world.idle();
    assert.deepEqual(problems(world), []);
  });

  it('waits for the version that has to be waited for', async () => {
    const { world, third } = connected();
    const later = Object.assign(failure(), { retryAt: 5 });
    third.failures.set('capacity v1', later);
    await unfolded(world);
    assert.deepEqual(
      retryTimesOf(world.directory).map(({ until }) => until),
      [5],
    );
  });

  it('gives a viewer the capacity of the version that it shows', async () => {
    const { world } = connected();
    await unfolded(world);
    assert.equal(await readNominal(world.directory, 'v1', 'sandbox-v3.1', false), 81.5);
    assert.equal(await readNominal(world.directory, 'v1', 'sandbox.1', false), 80.7);
    assert.equal(await readNominal(world.directory, 'v1', 'other.1', false), undefined);
  });

  it('names vehicles in the requests of both versions', async () => {
    const { world } = connected();
    await unfolded(world);
    const names = new KnownNames(world.directory);
    assert.deepEqual([names.of('v1', 'sandbox-v3.1'), names.of('v1', 'sandbox.1')], ['BMW iv1', 'BMW iv1']);
    names.dispose();
  });

  it('has one version alone once the other is signed out', async () => {
    const { world } = connected();
    await unfolded(world);
    world.sessions = [byVersion2];
    world.sessionsChanged.fire();
    await world.idle();
    assert.equal(texts(await unfolded(world)).filter((text) => text.startsWith('Battery')).length, 1);
  });

  const others: Readonly<Record<string, Partial<SessionInfo>>> = {
    'another owner': { account: { id: 'owner-2', label: 'Sam' } },
    'another application': { applicationId: 'app-2' },
    'an application that is not known': { applicationId: undefined },
    'the same version': { state: 'fresh' },
    'a locked session': { state: 'locked' },
  };
  for (const [name, changes] of Object.entries(others)) {
    it(`is not ${name}`, async () => {
      const { world } = connected(changes);
      const lines = texts(await unfolded(world)).filter((text) => text.startsWith('Battery'));
      assert.deepEqual(lines, ['Battery capacity | 80.7 kWh · determined by the API']);
    });
  }
});
