import assert from 'node:assert/strict';
import { type ErrorKind, ServiceError, type ServiceErrorDetails } from '../../../../../src/service/model/errors.ts';
import { FakeAccount, World, restoreClock } from '../fixture.ts';
import { ShownView } from '../view.ts';

afterEach(restoreClock);

const minute = 60;

function lost(kind: ErrorKind = 'network', details: Partial<ServiceErrorDetails> = {}): ServiceError {
  return new ServiceError('It is away.', { kind, turn: 'retry', nextStep: 'Wait.', sent: false, ...details });
}

describe('a service that is away', () => {
  let account: FakeAccount;
  let world: World;
  let view: ShownView;

  beforeEach(async () => {
    account = new FakeAccount('v1', 'v2', 'v3');
    world = new World({ s1: account });
    await world.directory.load();
    await Promise.all(vehicles().map((vehicle) => vehicle.want()));
    view = new ShownView(world);
    account.asked.length = 0;
  });
  afterEach(() => view.dispose());

  const vehicles = () => world.directory.accounts.flatMap((each) => each.vehicles);
  const error = () => world.directory.accounts[0]?.list.error;
  const isWell = () => !error() && vehicles().every((each) => !each.attributes.error && !each.capacity.error);

  /** From here on each request fails so, as a refresh finds out. */
  async function goAway(failure = lost()): Promise<void> {
    for (const what of ['ids', ...['v1', 'v2', 'v3'].flatMap((id) => [`vehicle ${id}`, `capacity ${id}`])]) {
      account.failures.set(what, failure);
    }
    await world.directory.refresh();
    account.asked.length = 0;
  }

  for (const [what, failure] of Object.entries({
    'no connection': lost(),
    'no response': lost('timeout'),
    'a page of a proxy': lost('not-json', { status: 502 }),
    'a failure of its own': lost('api', { status: 503 }),
  })) {
    it(`is asked for the list once a minute, and all is well within a minute of its return: ${what}`, async () => {
      await goAway(failure);
      await view.seconds(10 * minute);
      assert.deepEqual(account.asked, Array(10).fill('ids 0'));
      await view.seconds(17);
      account.failures.clear();
      await view.seconds(minute);
      assert.equal(isWell(), true);
      assert.equal(account.asked.length, 11 + 6);
      account.asked.length = 0;
      await view.seconds(5 * minute);
      assert.deepEqual(account.asked, [], 'nothing is polled that is well');
    });
  }

  it('is not asked while nobody looks, and at once when somebody does', async () => {
    await goAway();
    await view.show(false);
    await view.seconds(30 * minute);
    assert.deepEqual(account.asked, []);
    account.failures.clear();
    world.now += 1;
    await view.show(true);
    assert.equal(isWell(), true);
    await goAway();
    await view.show(false);
    await view.show(true);
    assert.deepEqual(account.asked, [], 'looking again does not ask more often');
    view.dispose();
    assert.equal(view.ticks, 0, 'nor is it asked for a view that is gone');
  });

  it('is asked after a minute at the earliest when it has been asked by a person', async () => {
    await goAway();
    await view.seconds(50);
    await world.directory.refresh();
    account.asked.length = 0;
    await view.seconds(59);
    assert.deepEqual(account.asked, []);
    await view.seconds(1);
    assert.deepEqual(account.asked, ['ids 0']);
  });

  it('is not asked again while it still owes an answer', async () => {
    await goAway();
    account.hanging.add('ids 0');
    await view.seconds(5 * minute);
    assert.deepEqual(account.asked, ['ids 0']);
  });

  it('is not asked before the time that it has named, nor more than once a minute where that is short', async () => {
    await goAway(lost('api', { status: 503, retryAt: world.now + 5 * minute * 1000 }));
    await view.seconds(5 * minute - 1);
    assert.deepEqual(account.asked, []);
    await view.seconds(1);
    assert.deepEqual(account.asked, ['ids 0']);
    for (const seconds of [0, 1]) {
      await goAway(lost('api', { status: 503, retryAt: world.now + seconds * 1000 }));
      await view.seconds(3 * minute);
      assert.deepEqual(account.asked, Array(3).fill('ids 0'));
    }
  });

  for (const [what, failure] of Object.entries({
    'credentials that a proxy has refused, which may lock an account': lost('network', { turn: 'developer' }),
    'credentials that somebody between has refused': lost('not-json', { status: 407 }),
    'a certificate': lost('network', { turn: 'developer' }),
    'a version that is off': lost('api', { turn: 'developer', status: 410 }),
    'an address that nobody knows': lost('api', { turn: 'developer', status: 404 }),
    'a redirect': lost('redirect', { turn: 'developer' }),
    'a grant that has ended': lost('oauth', { turn: 'reconnect' }),
    'a request that a person gave up': lost('api', { status: 400 }),
  })) {
    it(`is not what is asked again by itself: ${what}`, async () => {
      await goAway(failure);
      await view.seconds(5 * minute);
      assert.deepEqual(account.asked, []);
    });
  }

  it('is asked again where the clock was set back', async () => {
    await goAway();
    world.now -= 3_600_000;
    await view.seconds(1);
    assert.deepEqual(account.asked, ['ids 0']);
  });

  it('is asked about one vehicle a minute where the clock was set back, too', async () => {
    await goAway();
    account.failures.delete('ids');
    await view.seconds(minute);
    world.now -= 3_600_000;
    account.asked.length = 0;
    await view.seconds(5 * minute);
    assert.deepEqual(account.asked, Array(5).fill(['vehicle v1', 'capacity v1']).flat());
  });

  it('is asked about one vehicle a minute where the list is there', async () => {
    await goAway();
    account.failures.delete('ids');
    await view.seconds(minute);
    assert.equal(error(), undefined);
    account.asked.length = 0;
    await view.seconds(5 * minute);
    assert.deepEqual(account.asked, Array(5).fill(['vehicle v1', 'capacity v1']).flat());
    account.failures.clear();
    await view.seconds(minute);
    assert.equal(isWell(), true);
  });

  it('is asked about a vehicle that was lost, and not about one that fails by itself', async () => {
    await goAway();
    account.failures.delete('ids');
    account.failures.delete('vehicle v1');
    account.failures.set('capacity v1', lost('api', { turn: 'nobody', status: 501 }));
    await vehicles()[0]?.reload('failed');
    await world.directory.accounts[0]?.retry();
    await view.seconds(minute);
    account.asked.length = 0;
    await view.seconds(2 * minute);
    assert.deepEqual(account.asked, Array(2).fill(['vehicle v2', 'capacity v2']).flat());
  });

  it('is not looked for in cars that do not answer: a request may wake them', async () => {
    for (const id of ['v1', 'v2', 'v3']) account.failures.set(`capacity ${id}`, lost('timeout'));
    account.failures.set('vehicle v1', lost('api', { status: 500 }));
    await world.directory.refresh();
    account.asked.length = 0;
    await view.seconds(5 * minute);
    assert.deepEqual(account.asked, []);
  });

  it('is asked nothing that may cost money by itself, but for a handful', async () => {
    account.ids = Array.from({ length: 8 }, (_, index) => `v${index + 1}`);
    account.isMetered = true;
    await world.directory.refresh();
    await Promise.all(vehicles().map((vehicle) => vehicle.want()));
    await goAway();
    account.failures.clear();
    await view.seconds(minute);
    assert.equal(error(), undefined);
    assert.deepEqual(
      account.asked.filter((question) => question.startsWith('capacity')),
      [],
    );
    await world.directory.refresh('failed');
    assert.equal(isWell(), true);
  });
});
