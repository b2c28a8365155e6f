import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { RecordCache } from '../../../../../src/extension/records/load/record-cache.ts';
import type { ApiVersion } from '../../../../../src/service/model/environment.ts';
import { fullForm } from '../../../../../src/service/records/wire-format.ts';
import { type ColumnBatch, fieldIndex } from '../../../../../src/service/records/columns.ts';
import { readColumns } from '../../../../../src/service/records/record-stream.ts';
import { bodyOf, record } from '../../../service/records/record-bodies.ts';

const minute = 60_000;
const target = { sessionId: 'sandbox.session-1', vehicle: { id: 'vehicle-1' } };

async function batchesOf(...records: unknown[]): Promise<ColumnBatch[]> {
  const batches: ColumnBatch[] = [];
  for await (const batch of readColumns(bodyOf(JSON.stringify({ records })))) batches.push(batch);
  return batches;
}

/** The records to the letter. */
function lettersOf(batches: readonly ColumnBatch[]): string {
  return Buffer.concat(batches.flatMap(({ raw }) => raw ?? [])).toString();
}

/** Says when each pruning ends that it begins of its own accord. */
class WatchedCache extends RecordCache {
  readonly pruned: Promise<void>[] = [];

  override prune(): Promise<void> {
    const pruned = super.prune();
    this.pruned.push(pruned);
    return pruned;
  }
}

/** A cache over a real folder. Its clock is the system's, moved on by `later`. */
class Setup {
  readonly folder: string;
  readonly kept = new Map<string, string>();
  readonly logged: string[] = [];
  later = 0;
  minutes = 60;
  live: readonly string[] | undefined = [target.sessionId];
  leading: ApiVersion = '2.0';
  readonly cache: WatchedCache;

  constructor(folder: string) {
    this.folder = folder;
    this.cache = this.open();
  }

  /** The cache as another window, or the next start, sees it. */
  open(): WatchedCache {
    return new WatchedCache({
      folder: join(this.folder, 'records'),
      secrets: {
        get: (name) => Promise.resolve(this.kept.get(name)),
        store: (name, value) => Promise.resolve(void this.kept.set(name, value)),
        delete: (name) => Promise.resolve(void this.kept.delete(name)),
      },
      mayKeep: () => this.minutes * minute,
      sessions: () => Promise.resolve(this.live),
      leadingVersion: () => Promise.resolve(this.leading),
      clock: { now: () => Date.now() + this.later },
      log: { warn: (line) => void this.logged.push(line) },
    });
  }

  get now(): number {
    return Date.now() + this.later;
  }

  /** Lets milliseconds go by, and what a cache does meanwhile come to its end. Timers are mocked. */
  async pass(time: number, cache = this.cache): Promise<void> {
    this.later += time;
    mock.timers.tick(time);
    await Promise.all(cache.pruned);
  }

  files(): Promise<string[]> {
    return readdir(join(this.folder, 'records')).catch(() => []);
  }
}

describe('RecordCache', () => {
  let setup: Setup;
  let batches: ColumnBatch[];
  before(async () => {
    batches = await batchesOf(record(), record({ energy: 'much', location: 'Rue de l’Église' }), 5);
  });
  beforeEach(async () => {
    setup = new Setup(await mkdtemp(join(tmpdir(), 'record-cache-')));
  });
  afterEach(async () => {
    setup.cache.dispose();
    await rm(setup.folder, { recursive: true });
  });

  it('gives the records back as they came, to the next start as well', async () => {
    const receivedAt = setup.now - minute;
    const records = { batches, receivedAt, fetchedAt: 5, nominal: 80.7, topLevelFields: ['next', '<b>'] };
    await setup.cache.put(target, records);
    const { batches: again, ...times } = (await setup.open().get(target)) ?? assert.fail('nothing kept');
    assert.deepEqual({ ...times, batches }, records);
    assert.deepEqual(lettersOf(again), lettersOf(batches));
    assert.deepEqual(setup.logged, []);
  });

  it('keeps what each version said, also once another one leads', async () => {
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    setup.leading = '3';
    assert.equal(await setup.cache.get(target), undefined);
    assert.ok(await setup.cache.get({ ...target, version: '2.0' }));
  });

  it('has the fields of version 3 again', async () => {
    const charge = { id: 'CHG123', startTime: '2026-11-01T18:00:00Z', cost: { currency: 'USD', energyAmount: 2 } };
    const text = JSON.stringify({ records: [{ ...charge, location: { latitude: 91, longitude: 13 } }] });
    const of3: ColumnBatch[] = [];
    for await (const batch of readColumns(bodyOf(text), undefined, { form: fullForm })) of3.push(batch);
    await setup.cache.put(target, { batches: of3, receivedAt: setup.now });
    const again = await setup.cache.get(target);
    const told = (batches: readonly ColumnBatch[]) =>
      batches.map(({ extra: further, problemBits }) => [further, problemBits]);
    assert.ok(of3[0]?.extra && of3[0].problemBits[0] === 1 << fieldIndex.latitude);
    assert.deepEqual(told(again?.batches ?? []), told(of3));
  });

  it('knows a capacity that is undetermined from one that nobody knows', async () => {
    for (const nominal of [null, undefined]) {
      await setup.cache.put(target, { batches, receivedAt: setup.now, nominal });
      assert.equal((await setup.cache.get(target))?.nominal, nominal);
    }
  });

  it('has nothing for other vehicles, days or accounts', async () => {
    setup.live = [target.sessionId, 'sandbox.session-2'];
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    assert.equal(await setup.cache.get({ ...target, vehicle: { id: 'vehicle-2' } }), undefined);
    assert.equal(await setup.cache.get({ ...target, startDate: '2026-11-01' }), undefined);
    assert.equal(await setup.cache.get({ ...target, sessionId: 'sandbox.session-2' }), undefined);
    assert.ok(await setup.cache.get(target));
  });

  it('writes nothing that can be read without the key: not the places, not the vehicle, not the account', async () => {
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    const [name] = await setup.files();
    assert.ok(name);
    const text = await readFile(join(setup.folder, 'records', name), 'latin1');
    for (const secret of ['Barnet', 'Rue de', 'vehicle-1', 'session-1', 'much']) {
      assert.ok(!text.includes(secret) && !name.includes(secret), secret);
    }
  });

  it('keeps them no longer than it may, and deletes what is too old', async () => {
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    setup.later = 59 * minute;
    assert.ok(await setup.cache.get(target));
    setup.later = 61 * minute;
    assert.equal(await setup.cache.get(target), undefined);
    assert.deepEqual(await setup.files(), []);
  });

  it('judges the age by when the records came, not by when the file was touched', async () => {
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    const [name = ''] = await setup.files();
    setup.later = 61 * minute;
    const time = new Date(setup.now);
    await utimes(join(setup.folder, 'records', name), time, time);
    assert.equal(await setup.cache.get(target), undefined);
  });

  describe('deletes what is too old without being asked,', () => {
    const other = { ...target, vehicle: { id: 'vehicle-2' } };
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(() => mock.timers.reset());

    it('whatever is kept meanwhile, and then what came later', async () => {
      await setup.cache.put(target, { batches, receivedAt: setup.now });
      const [first] = await setup.files();
      await setup.pass(40 * minute);
      await setup.cache.put(other, { batches, receivedAt: setup.now });
      await setup.pass(21 * minute);
      const left = await setup.files();
      assert.equal(left.length, 1);
      assert.notEqual(left[0], first);
      await setup.pass(40 * minute);
      assert.deepEqual(await setup.files(), []);
    });

    it('counted from when the records came, though they were written later', async () => {
      await setup.cache.put(target, { batches, receivedAt: setup.now });
      await setup.cache.put(other, { batches, receivedAt: setup.now - 59 * minute });
      await setup.pass(2 * minute);
      assert.equal((await setup.files()).length, 1);
      assert.ok(await setup.cache.get(target));
    });

    it('also where an earlier window has kept it', async () => {
      await setup.cache.put(target, { batches, receivedAt: setup.now });
      setup.cache.dispose();
      const next = setup.open();
      await setup.pass(40 * minute);
      await next.prune();
      assert.equal((await setup.files()).length, 1);
      await setup.pass(21 * minute, next);
      assert.deepEqual(await setup.files(), []);
    });

    it('within the hour where less time is wanted than before', async () => {
      setup.minutes = 24 * 60;
      await setup.cache.put(target, { batches, receivedAt: setup.now });
      setup.minutes = 30;
      await setup.pass(60 * minute);
      assert.deepEqual(await setup.files(), []);
    });

    it('and does not look on where nothing is left', async () => {
      await setup.cache.put(target, { batches, receivedAt: setup.now });
      await setup.pass(61 * minute);
      const { length } = setup.cache.pruned;
      await setup.pass(61 * minute);
      assert.equal(setup.cache.pruned.length, length);
    });
  });

  it('deletes what a clock has kept that was ahead', async () => {
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    setup.later = -minute;
    await setup.cache.prune();
    assert.deepEqual(await setup.files(), []);
  });

  it('keeps nothing where the user wants none, and deletes what there is', async () => {
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    setup.minutes = 0;
    await setup.cache.put({ ...target, endDate: '2026-11-02' }, { batches, receivedAt: setup.now });
    assert.equal(await setup.cache.get(target), undefined);
    assert.deepEqual(await setup.files(), []);
  });

  it('deletes the records of an account that is signed out, and the key with the last one', async () => {
    const other = { ...target, sessionId: 'sandbox.session-2' };
    setup.live = [target.sessionId, other.sessionId];
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    await setup.cache.put(other, { batches, receivedAt: setup.now });
    assert.equal((await setup.files()).length, 2);
    setup.live = [other.sessionId];
    await setup.cache.prune();
    assert.equal(await setup.cache.get(target), undefined);
    assert.ok(await setup.cache.get(other));
    setup.live = [];
    await setup.cache.prune();
    assert.deepEqual([await setup.files(), [...setup.kept]], [[], []]);
  });

  it('deletes nothing for want of sessions while nobody can say which there are', async () => {
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    setup.live = undefined;
    await setup.cache.prune();
    assert.ok(await setup.cache.get(target));
  });

  it('has nothing, and says so, where a file was changed, cut, or is another one’s', async () => {
    const other = { ...target, vehicle: { id: 'vehicle-2' } };
    await setup.cache.put(other, { batches, receivedAt: setup.now });
    const [foreign = ''] = await setup.files();
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    const name = (await setup.files()).find((each) => each !== foreign) ?? '';
    const path = join(setup.folder, 'records', name);
    const whole = await readFile(path);
    const flipped = Buffer.from(whole);
    flipped[40] = (flipped[40] ?? 0) ^ 1;
    const swapped = await readFile(join(setup.folder, 'records', foreign));
    for (const bytes of [flipped, whole.subarray(0, -20), whole.subarray(0, 5), swapped]) {
      await writeFile(path, bytes);
      await utimes(path, new Date(setup.now), new Date(setup.now));
      assert.equal(await setup.cache.get(target), undefined);
      assert.ok(!(await setup.files()).includes(name), 'what can’t be read is deleted');
    }
    assert.equal(setup.logged.length, 4);
  });

  it('has nothing once the key is gone', async () => {
    await setup.cache.put(target, { batches, receivedAt: setup.now });
    setup.kept.clear();
    assert.equal(await setup.cache.get(target), undefined);
    assert.deepEqual(await setup.files(), []);
  });
});
