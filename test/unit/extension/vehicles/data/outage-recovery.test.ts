import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/common/event.ts';
import { type ErrorKind, ServiceError, type ServiceErrorDetails } from '../../../../../src/service/model/errors.ts';
import { accountsToRetry } from '../../../../../src/extension/vehicles/data/outage-recovery.ts';
import { retryTimesOf } from '../../../../../src/extension/vehicles/data/retry-times.ts';
import { VisibleTimer } from '../../../../../src/extension/vehicles/explorer/visible-timer.ts';
import { context, FakeAccount, World } from '../fixture.ts';
import { childNodes, rootNodes } from '../../../../../src/extension/vehicles/explorer/tree-nodes.ts';
import { lineOf } from '../../../../../src/extension/vehicles/explorer/node-lines.ts';

const minute = 60;

function lost(kind: ErrorKind = 'network', details: Partial<ServiceErrorDetails> = {}): ServiceError {
  return new ServiceError('It is away.', { kind, turn: 'retry', nextStep: 'Wait.', sent: false, ...details });
}

/** Resolves once nothing more is about to happen by itself. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resume) => setImmediate(resume));
}

/** A view whose seconds are counted by hand. */
class View {
  visible = true;
  readonly #visibility = new Emitter<unknown>();
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly #ticks = new Set<() => void>();
  readonly #world: World;
  readonly #timer: VisibleTimer;

  constructor(world: World) {
    this.#world = world;
    const { directory } = world;
    // As the explorer does it.
    const look = () => {
      for (const { of, until } of retryTimesOf(directory)) if (until <= world.now) void of.retry();
      for (const account of accountsToRetry(directory, world.now)) void account.retry();
    };
    const every = (_: number, tick: () => void) => {
      this.#ticks.add(tick);
      return { dispose: () => void this.#ticks.delete(tick) };
    };
    this.#timer = new VisibleTimer(this, look, { every });
  }

  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second += 1) {
      this.#world.now += 1000;
      for (const tick of this.#ticks) tick();
      await settled();
    }
  }

  async show(visible: boolean): Promise<void> {
    this.visible = visible;
    this.#visibility.fire(undefined);
    await settled();
  }

  dispose(): void {
    this.#timer.dispose();
  }
}

describe('a service that is away', () => {
  let account: FakeAccount;
  let world: World;
  let view: View;

  beforeEach(async () => {
    account = new FakeAccount('v1', 'v2', 'v3');
    world = new World({ s1: account });
    await world.directory.load();
    await Promise.all(vehicles().map((vehicle) => vehicle.want()));
    view = new View(world);
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
    await view.seconds(5 * minute);
    assert.deepEqual(account.asked, [], 'nor is it asked for a view that is gone');
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

const later = new ServiceError('This vehicle was asked too often.', {
  kind: 'api',
  turn: 'retry',
  nextStep: 'Ask less often.',
  status: 429,
  retryAt: 42_000,
  sent: true,
});

describe('a wait that the service asks for', () => {
  it('is known of each vehicle until it is asked again, and counts down on its lines', async () => {
    const account = new FakeAccount('v1', 'v2');
    account.failures.set('capacity v1', later);
    const { directory } = new World({ s1: account });
    await directory.load();
    const [first, second] = directory.accounts.flatMap(({ vehicles }) => vehicles);
    assert.ok(first && second);
    await Promise.all([first.want(), second.want()]);
    assert.deepEqual(retryTimesOf(directory), [{ of: first, until: 42_000 }]);

    const descriptions = (now: number) => {
      const nodes = rootNodes(directory);
      const [line] = nodes.filter((node) => node.kind === 'vehicle');
      assert.ok(line);
      const capacity = childNodes(line).find((node) => node.kind === 'field' && node.field === 'capacity');
      assert.ok(capacity);
      return [line, capacity].map((node) => lineOf(node, { ...context, time: String, now: () => now }).description);
    };
    assert.match(descriptions(0)[0] ?? '', /^Try again in 0:42 · /);
    assert.match(descriptions(1_000)[1] ?? '', /^Try again in 0:41 · This vehicle was asked too often/);
    assert.doesNotMatch(descriptions(42_000).join(), /Try again in/);

    account.failures.clear();
    await first.reload('failed');
    assert.deepEqual(retryTimesOf(directory), []);

    account.failures.set('capacity v1', later);
    await first.reload('all');
    // A narrow view cuts the end off, and what was read earlier has an age.
    for (const description of descriptions(0))
      assert.match(description, /^Try again in 0:42 · (?:81\u202fkWh · as of \d+|as of \d+ · 80)/);
  });
});
