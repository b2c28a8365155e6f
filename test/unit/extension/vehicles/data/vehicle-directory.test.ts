import assert from 'node:assert/strict';
import type { SessionInfo } from '../../../../../src/extension/auth/sessions/session-info.ts';
import type { VehicleEntry } from '../../../../../src/extension/vehicles/data/vehicle-entry.ts';
import { failuresOf, tell } from '../../../../../src/extension/vehicles/data/failures.ts';
import { serviceError } from '../../auth/support.ts';
import { failure, FakeAccount, session, World, restoreClock } from '../fixture.ts';

afterEach(restoreClock);

const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);

async function loaded(accounts: Record<string, FakeAccount>): Promise<World> {
  const world = new World(accounts);
  await world.directory.load();
  return world;
}

async function entry(world: World, id: string): Promise<VehicleEntry> {
  const found = await world.directory.find(id);
  assert.ok(found);
  return found;
}

describe('VehicleDirectory', () => {
  it('lists the vehicles of each account and asks nothing about them until told to', async () => {
    const first = new FakeAccount('v1', 'v2');
    const second = new FakeAccount('v3');
    const { directory } = await loaded({ s1: first, s2: second });
    assert.deepEqual(
      directory.accounts.map((account) => account.vehicles.map(({ id }) => id)),
      [['v1', 'v2'], ['v3']],
    );
    assert.deepEqual([...first.asked, ...second.asked], ['ids 0', 'ids 0']);
    assert.equal(directory.state, 'ready');
  });

  it('gives the vehicles of an account that has just been connected, although they are still being listed', async () => {
    const world = new World({ s1: new FakeAccount('v1'), s2: new FakeAccount('v2') });
    world.sessions = [];
    assert.deepEqual(await world.directory.vehicles(), { vehicles: [], unread: [] });
    world.sessions = [session('s1')];
    world.sessionsChanged.fire();
    assert.equal((await world.directory.vehicles()).vehicles.length, 1);
    world.sessions = [session('s1'), session('s2')];
    world.sessionsChanged.fire();
    assert.equal((await world.directory.find('v2'))?.id, 'v2');
  });

  it('reads a vehicle with the session that did, or with the new one of an account that was connected again', async () => {
    const [first, second] = ['sandbox.1', 'sandbox.2'];
    const world = await loaded({ [first]: new FakeAccount('v1'), [second]: new FakeAccount('v1') });
    const { directory } = world;
    assert.equal(await directory.sessionFor('v1', second), second);
    world.sessions = [];
    world.sessionsChanged.fire();
    assert.equal(await directory.sessionFor('v1', first), first);
    world.sessions = [session(second)];
    world.sessionsChanged.fire();
    assert.equal(await directory.sessionFor('v1', first), second);
    world.sessions = [session(first, { environment: 'staging' }), session(second)];
    assert.equal(await directory.sessionFor('v1', first), first);
  });

  it('never reads a vehicle of one environment with the account of another, though the ids are the same', async () => {
    const world = await loaded({ 'sandbox.1': new FakeAccount('v1'), 'staging.1': new FakeAccount('v1') });
    world.environment = 'staging';
    world.sessions = [session('staging.1', { environment: 'staging' })];
    world.environmentChanged.fire();
    assert.ok(await world.directory.find('v1'));
    assert.equal(await world.directory.sessionFor('v1', 'sandbox.1'), 'sandbox.1');
  });

  it('keeps the number of requests at once small', async () => {
    const account = new FakeAccount(...many(20));
    const { directory } = await loaded({ s1: account });
    await Promise.all(directory.accounts.flatMap(({ vehicles }) => vehicles.map((vehicle) => vehicle.want())));
    assert.equal(account.asked.length, 41);
    assert.equal(account.mostAtOnce, 4);
  });

  it('lists by pages of 50: the next one when asked for, all of them for the API', async () => {
    const account = new FakeAccount(...many(120));
    const { directory } = await loaded({ s1: account });
    const [listed] = directory.accounts;
    assert.ok(listed);
    assert.deepEqual([listed.vehicles.length, listed.remaining], [50, 70]);
    assert.equal((await directory.find('v49'))?.id, 'v49');
    assert.deepEqual(account.asked, ['ids 0'], 'looks no further for what is listed');
    await listed.loadMore();
    assert.deepEqual([listed.vehicles.length, listed.remaining], [100, 20]);
    assert.equal((await directory.vehicles()).vehicles.length, 120);
    assert.deepEqual(
      account.asked.filter((question) => question.startsWith('ids')),
      ['ids 0', 'ids 50', 'ids 100'],
    );
  });

  it('lists as many pages again on refresh as were listed', async () => {
    const account = new FakeAccount(...many(120));
    const { directory } = await loaded({ s1: account });
    await directory.accounts[0]?.loadMore();
    account.ids = ['new', ...account.ids];
    account.asked.length = 0;
    await directory.refresh();
    assert.deepEqual(account.asked, ['ids 0', 'ids 50']);
    assert.deepEqual([directory.accounts[0]?.vehicles[0]?.id, directory.accounts[0]?.remaining], ['new', 21]);
  });

  it('ends a list whose pages bring nothing new, whatever total the service counts', async () => {
    const account = new FakeAccount('v1');
    account.vehicleIds = ({ offset }) => {
      account.asked.push(`ids ${offset}`);
      return Promise.resolve({ ids: ['v1'], total: 1_000_000 });
    };
    const { directory } = await loaded({ s1: account });
    assert.equal((await directory.vehicles()).vehicles.length, 1);
    assert.deepEqual(account.asked, ['ids 0', 'ids 1', 'vehicle v1']);
    assert.equal(directory.accounts[0]?.remaining, 0);
  });

  it('keeps a vehicle whose attributes fail in the list, with its error, beside healthy neighbours', async () => {
    const account = new FakeAccount('v1', 'v2');
    account.failures.set('vehicle v1', failure('developer', 'Not allowed.'));
    const world = await loaded({ s1: account });
    for (const id of ['v1', 'v2']) await (await entry(world, id)).want();
    const [bad, good] = [await entry(world, 'v1'), await entry(world, 'v2')];
    assert.equal(bad.attributes.error?.message, 'Not allowed.');
    assert.equal(bad.capacity.value?.case, 'determined');
    assert.equal(good.attributes.value?.id, 'v2');
    const { vehicles, unread } = await world.directory.vehicles();
    assert.deepEqual(
      vehicles.map(({ id }) => id),
      ['v2'],
    );
    assert.deepEqual(
      unread.map(({ id, error }) => [id, error.message]),
      [['v1', 'Not allowed.']],
    );
  });

  it('rejects for the API where nothing could be read, instead of claiming that there is nothing', async () => {
    const account = new FakeAccount('v1');
    const error = failure('reconnect', 'The permission has ended.');
    account.failures.set('vehicle v1', error);
    const { directory } = await loaded({ s1: account });
    await assert.rejects(directory.vehicles(), error);
    account.failures.set('ids', error);
    await directory.refresh();
    await assert.rejects(directory.vehicles(), error);
  });

  it('keeps earlier data with the error and their age when a refresh fails, and recovers', async () => {
    const account = new FakeAccount('v1');
    const world = await loaded({ s1: account });
    const vehicle = await entry(world, 'v1');
    await vehicle.want();
    const readAt = world.now;
    world.now += 60_000;
    const error = failure();
    for (const question of ['ids', 'vehicle v1', 'capacity v1']) account.failures.set(question, error);
    await world.directory.refresh();
    assert.equal(await world.directory.find('v1'), vehicle);
    assert.deepEqual([vehicle.attributes.error, vehicle.attributes.fetchedAt], [error, readAt]);
    assert.equal(vehicle.attributes.value?.id, 'v1');
    assert.equal(world.directory.accounts[0]?.list.error, error);
    assert.equal(world.directory.state, 'ready');

    account.failures.clear();
    account.asked.length = 0;
    await world.directory.refresh('failed');
    assert.deepEqual(account.asked, ['ids 0', 'vehicle v1', 'capacity v1']);
    assert.equal(vehicle.capacity.error, undefined);
    account.asked.length = 0;
    await world.directory.refresh('failed');
    assert.deepEqual(account.asked, []);
  });

  it('shares one refresh among all who ask for it at the same time', async () => {
    const account = new FakeAccount('v1');
    const { directory } = await loaded({ s1: account });
    await Promise.all([directory.refresh(), directory.refresh()]);
    assert.deepEqual(account.asked, ['ids 0', 'ids 0']);
  });

  it('drops what the service no longer lists', async () => {
    const account = new FakeAccount('v1', 'v2');
    const world = await loaded({ s1: account });
    account.ids = ['v2'];
    await world.directory.refresh();
    assert.equal(await world.directory.find('v1'), undefined);
    assert.ok(await world.directory.find('v2'));
  });

  it('follows sessions that come and go, cancelling what a signed-out one still asks', async () => {
    const account = new FakeAccount('v1');
    const world = await loaded({ s1: account });
    const vehicle = await entry(world, 'v1');
    const gate = Promise.withResolvers<void>();
    account.gate = gate.promise;
    const wanted = vehicle.want();
    world.sessions = [session('s2')];
    world.sessionsChanged.fire();
    await world.idle();
    gate.resolve();
    await wanted;
    assert.deepEqual(
      world.directory.accounts.map((one) => one.session.id),
      ['s2'],
    );
    const { value, error, loading } = vehicle.attributes;
    assert.deepEqual([value, error, loading], [undefined, undefined, false]);
  });

  it('shows the sessions of the selected environment only, and never the other’s after a switch that fails', async () => {
    const world = await loaded({ s1: new FakeAccount('v1') });
    world.environment = 'staging';
    world.sessions = [session('s1'), session('s2', { environment: 'staging' })];
    world.environmentChanged.fire();
    await world.idle();
    assert.deepEqual(
      world.directory.accounts.map((one) => one.session.id),
      ['s2'],
    );
    world.environment = 'sandbox';
    world.sessions = failure('retry', 'The keyring is locked.');
    world.environmentChanged.fire();
    await world.idle();
    assert.deepEqual(world.directory.accounts, []);
    assert.equal(world.directory.state, 'error');
  });

  it('keeps the accounts when the sessions of the same environment can’t be read', async () => {
    const world = await loaded({ s1: new FakeAccount('v1') });
    world.sessions = failure('retry', 'The keyring is locked.');
    world.sessionsChanged.fire();
    await world.idle();
    assert.equal(world.directory.accounts.length, 1);
    assert.equal(world.directory.sessionsError?.message, 'The keyring is locked.');
  });

  it('tries again only what may succeed now, once a session is usable again or has other permissions', async () => {
    const account = new FakeAccount('v1', 'v2');
    const world = await loaded({ s1: account });
    account.failures.set('vehicle v1', failure('reconnect'));
    account.failures.set('capacity v1', failure('nobody', 'Not offered.'));
    account.failures.set('permissions v1', serviceError({ kind: 'api', isEmpty: true }));
    for (const id of ['v1', 'v2']) await (await entry(world, id)).wantDetails();
    const asked = async (changes: Partial<SessionInfo>) => {
      account.asked.length = 0;
      world.sessions = [session('s1', changes)];
      world.sessionsChanged.fire();
      await world.idle();
      return account.asked.toSorted();
    };
    for (const state of ['needs-owner', 'refreshing', 'expiring'] as const) {
      assert.deepEqual(await asked({ state }), []);
      assert.deepEqual(await asked({}), ['vehicle v1']);
    }
    account.failures.delete('vehicle v1');
    assert.deepEqual(await asked({ state: 'expiring' }), []);
    assert.deepEqual(await asked({}), ['vehicle v1']);
    assert.deepEqual(await asked({ state: 'expiring' }), []);
    assert.deepEqual(await asked({}), []);
    assert.deepEqual(await asked({ scopes: ['read_battery', 'read_charge'] }), ['capacity v1', 'permissions v1']);
    account.asked.length = 0;
    await world.directory.refresh('failed');
    assert.deepEqual(account.asked.toSorted(), ['capacity v1', 'permissions v1']);
  });

  it('knows what the view as a whole has to show', async () => {
    const account = new FakeAccount();
    const world = new World({ s1: account });
    assert.equal(world.directory.state, 'loading');
    world.sessionsChanged.fire();
    assert.equal(world.directory.loading, false, 'asks nothing before the view is seen');
    account.failures.set('ids', failure());
    await world.directory.load();
    assert.equal(world.directory.state, 'error');
    account.failures.clear();
    await world.directory.refresh();
    assert.equal(world.directory.state, 'empty');
    world.sessions = [];
    await world.directory.refresh();
    assert.equal(world.directory.state, 'signedOut');
  });

  it('shows a defect as an error that does not repeat its text', async () => {
    const account = new FakeAccount('v1');
    account.failures.set('vehicle v1', new TypeError('secret internals'));
    const { error } = await (await entry(await loaded({ s1: account }), 'v1')).loadAttributes();
    assert.equal(error?.turn, 'developer');
    assert.doesNotMatch(error.message, /secret internals/);
  });

  it('reads an account by the version that leads, and asks the other one for nothing', async () => {
    const world = await loaded({ 'sandbox.1': new FakeAccount('v1') });
    world.otherCapacity = () => assert.fail('asked');
    await (await entry(world, 'v1')).wantDetails();
    await world.directory.refresh();
    assert.equal(world.refreshes, 1);
  });

  it('reads it again by the other version once that leads for it, and what failed by the first is gone', async () => {
    const [account, neighbour] = [new FakeAccount('v1'), new FakeAccount('v9')];
    const world = new World({ 'sandbox.1': account, 'sandbox.2': neighbour });
    world.leadingOf.set('sandbox.1', '2.0');
    account.failures.set('ids', failure('developer', 'It is switched off.'));
    await world.directory.load();
    assert.equal(failuresOf(world.directory).length, 1);
    account.asked.length = neighbour.asked.length = 0;
    account.failures.clear();
    // For example because the secret of version 3 was stored.
    world.leadingOf.set('sandbox.1', '3');
    world.environmentChanged.fire();
    await world.directory.load();
    assert.deepEqual([account.asked, failuresOf(world.directory), neighbour.asked], [['ids 0'], [], []]);
  });
});

describe('one message for many failures', () => {
  it('has those with the widest effect, without what a vehicle’s line states as a fact', async () => {
    const account = new FakeAccount('v1', 'v2');
    account.failures.set('vehicle v1', failure('retry', 'A.'));
    account.failures.set('capacity v2', failure('nobody', 'Not offered here.'));
    const { directory } = await loaded({ s1: account });
    await Promise.all(directory.accounts.flatMap(({ vehicles }) => vehicles.map((vehicle) => vehicle.want())));
    assert.deepEqual(
      failuresOf(directory).map(({ message }) => message),
      ['A.'],
    );
  });

  const [busy, b, c] = [failure('reconnect', 'It has ended.'), failure('retry', 'B.'), failure('retry', 'C.')];
  for (const [failures, text] of [
    [[busy, busy, busy], 'It has ended. Do this.'],
    [[busy, b, b, c], 'It has ended. Do this. More problems in the view: 2.'],
  ] as const) {
    it(`says “${text}”`, () => assert.equal(tell(failures), text));
  }
});
