// Requests of the Vehicles view that never end: a person's refresh starts anew, and late answers change nothing.
import assert from 'node:assert/strict';
import { setClock } from '../../src/common/clock.ts';
import { CachedRequest } from '../../src/extension/vehicles/data/cached-request.ts';
import { failure, FakeAccount, World, restoreClock } from '../unit/extension/vehicles/fixture.ts';

afterEach(restoreClock);

const clickedMs = 5_000;

function eachOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `v${index + 1}`);
}

/** Resolves once nothing more is about to happen without the service. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resume) => setImmediate(resume));
}

describe('a request that hangs', () => {
  for (const [what, vehicles, hanging] of [
    ['the list', 2, ['ids 0']],
    ['the second page of the list', 60, ['ids 50']],
    ['a name', 2, ['vehicle v1']],
    ['a capacity', 2, ['capacity v2']],
    ['the permissions', 2, ['permissions v1']],
    ['everything of one vehicle', 2, ['vehicle v1', 'capacity v1', 'permissions v1']],
    [
      'everything',
      2,
      ['ids 0', ...eachOf(2).flatMap((id) => [`vehicle ${id}`, `capacity ${id}`, `permissions ${id}`])],
    ],
    ['as many as run at once', 6, eachOf(4).map((id) => `vehicle ${id}`)],
    ['more than run at once', 9, eachOf(9).map((id) => `capacity ${id}`)],
  ] as const) {
    it(`does not keep a refresh from ending: ${what}`, async () => {
      const account = new FakeAccount(...eachOf(vehicles));
      const world = new World({ s1: account });
      for (const question of hanging) account.hanging.add(question);
      const first = world.directory.load().then(async () => {
        const [known] = world.directory.accounts;
        await known?.loadAll();
        await Promise.all((known?.vehicles ?? []).slice(0, 9).map((vehicle) => vehicle.wantDetails()));
      });
      await settled();
      assert.equal(world.directory.loading, true);
      account.hanging.clear();
      world.now += clickedMs;
      await world.directory.refresh();
      await first;
      assert.equal(world.directory.loading, false);
      const [known] = world.directory.accounts;
      assert.equal(known?.vehicles.length, vehicles);
      assert.equal(known.list.error, undefined);
      for (const { attributes, capacity } of known.vehicles.slice(0, 9)) assert.ok(attributes.value && capacity.value);
    });
  }

  it('is put again by a retry of what failed, although its first failure was long ago', async () => {
    const account = new FakeAccount('v1');
    const world = new World({ s1: account });
    account.failures.set('ids', failure());
    await world.directory.load();
    account.failures.clear();
    account.hanging.add('ids 0');
    const hung = world.directory.refresh('failed');
    await settled();
    assert.equal(world.directory.accounts[0]?.list.error, undefined, 'the old failure is not shown any more');
    account.hanging.clear();
    world.now += clickedMs;
    await world.directory.refresh('failed');
    await hung;
    assert.equal(world.directory.state, 'ready');
  });

  it('lets a refresh go on where the sessions hang, too', async () => {
    const account = new FakeAccount('v1');
    const world = new World({ s1: account });
    await world.directory.load();
    world.listingHangs = true;
    account.ids = ['v1', 'v2'];
    void world.directory.refresh();
    await settled();
    assert.equal(world.directory.accounts[0]?.vehicles.length, 2);
  });

  it('does not hold back the raw JSON of a vehicle', async () => {
    const account = new FakeAccount(...eachOf(4));
    const world = new World({ s1: account });
    await world.directory.load();
    for (const id of eachOf(4)) account.hanging.add(`vehicle ${id}`);
    const [known] = world.directory.accounts;
    for (const vehicle of known?.vehicles ?? []) void vehicle.wantName();
    await settled();
    assert.equal(await known?.rawJson({ kind: 'vehicle', vehicleId: 'v1' }), account.raw);
  });

  it('is put again once, however fast a person clicks', async () => {
    const account = new FakeAccount('v1');
    const world = new World({ s1: account });
    await world.directory.load();
    world.now += clickedMs;
    account.asked.length = 0;
    await Promise.all([world.directory.refresh(), world.directory.refresh(), world.directory.refresh()]);
    assert.deepEqual(account.asked, ['ids 0']);
  });

  it('changes nothing by an answer or a failure that comes after all', async () => {
    for (const settleLate of [
      (late: PromiseWithResolvers<string>) => late.resolve('late'),
      (late: PromiseWithResolvers<string>) => late.reject(failure()),
    ]) {
      let now = 0;
      setClock({ now: () => now });
      const late = Promise.withResolvers<string>();
      const answers = [late.promise, Promise.resolve('new')];
      const signals: AbortSignal[] = [];
      const seen: unknown[] = [];
      const cell = new CachedRequest<string>(
        (signal) => {
          signals.push(signal);
          return answers.shift() ?? assert.fail('put a third time');
        },
        () => seen.push(cell.state.value, cell.state.error),
        new AbortController().signal,
      );
      const first = cell.load();
      now += clickedMs;
      const told = seen.length;
      const second = cell.reload();
      assert.ok(seen.length > told, 'the view hears at once that an old failure is gone');
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [true],
      );
      settleLate(late);
      assert.deepEqual(await first, await second);
      assert.equal(cell.state.value, 'new');
      assert.equal(seen.includes('late'), false);
      assert.equal(cell.state.error, undefined);
    }
  });

  it('is not ended by what asks again by itself', async () => {
    const account = new FakeAccount('v1');
    const world = new World({ s1: account });
    await world.directory.load();
    account.hanging.add('vehicle v1');
    const vehicle = world.directory.accounts[0]?.vehicles[0];
    void vehicle?.wantName();
    await settled();
    world.now += clickedMs;
    await vehicle?.retry();
    assert.equal(account.asked.filter((question) => question === 'vehicle v1').length, 1);
  });
});
