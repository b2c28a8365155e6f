import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FaultPoint } from '../../../../../src/extension/auth/refresh/fault-point.ts';
import {
  persistPair,
  type PersistOutcome,
  type NewPair,
} from '../../../../../src/extension/auth/refresh/persist-pair.ts';
import { realFiles, type SessionFiles } from '../../../../../src/extension/auth/sessions/session-files.ts';
import { sessionName } from '../../../../../src/extension/auth/sessions/file-names.ts';
import { SessionFolder } from '../../../../../src/extension/auth/sessions/session-folder.ts';
import { encodeSignedOut, readRecord } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { newKey, sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { storedSession } from '../support.ts';

const id = 'sandbox.one';
const key = newKey();
const textOf = (generation: number) => sealSession(storedSession(0, { id, generation }), key);

/** In what order a pair gets onto the disk, and what it gives way to. */
describe('persistPair', () => {
  let place: string;
  let points: FaultPoint[];
  let slept: number[];
  let logged: string[];
  let pair: NewPair;

  beforeEach(async () => {
    place = await mkdtemp(path.join(tmpdir(), 'persist-'));
    [points, slept, logged] = [[], [], []];
    await put(textOf(1));
    const next = await new SessionFolder(place, realFiles).reserve(id, 'attempt', textOf(1));
    pair = { id, spent: 1, generation: 2, text: textOf(2), next };
  });
  afterEach(() => rm(place, { recursive: true }));

  const put = (text: string) => writeFile(path.join(place, sessionName(id)), text);
  const onDisk = () => readFile(path.join(place, sessionName(id)), 'utf8');
  const names = async () => (await readdir(place)).sort();

  /** @param atPoint what happens beside it when it gets there */
  function persist(
    files: Partial<SessionFiles> = {},
    atPoint?: (point: FaultPoint) => unknown,
  ): Promise<PersistOutcome> {
    const note = (message: string) => void logged.push(message);
    return persistPair(pair, [10, 20], {
      folder: new SessionFolder(place, { ...realFiles, ...files }),
      scheduler: { sleep: (ms) => Promise.resolve(void slept.push(ms)), every: () => ({ dispose: () => undefined }) },
      log: { debug: note, info: note, warn: note, error: note },
      probe: async (point) => {
        points.push(point);
        await atPoint?.(point);
      },
    });
  }

  const failing = (times: number) => {
    let left = times;
    return () => {
      if (left-- > 0) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
  };

  it('writes beside, syncs, moves over, syncs the folder and reads back, in this order', async () => {
    const steps: string[] = [];
    const outcome = await persist({
      async open(file, flags) {
        const handle = await realFiles.open(file, flags);
        return {
          write: (text) => (steps.push('write'), handle.write(text)),
          sync: () => (steps.push('sync'), handle.sync()),
          close: () => (steps.push('close'), handle.close()),
        };
      },
      rename: (from, to) => (steps.push(`rename ${path.basename(to)}`), realFiles.rename(from, to)),
      syncFolder: (folder) => (steps.push('sync folder'), realFiles.syncFolder(folder)),
      read: (file) => (steps.push(`read ${path.basename(file)}`), realFiles.read(file)),
    });
    assert.equal(outcome, 'stored');
    const file = sessionName(id);
    assert.deepEqual(steps, [
      'write',
      'sync',
      'close',
      `read ${file}`,
      `rename ${file}`,
      'sync folder',
      `read ${file}`,
    ]);
    assert.deepEqual(points, ['next-written', 'next-synced', 'renamed', 'read-back']);
    assert.equal((await onDisk()).trim(), pair.text);
    assert.deepEqual(await names(), [file]);
    assert.deepEqual([slept, logged], [[], []]);
  });

  it('gives way to a newer generation, and keeps its own beside it', async () => {
    const newer = textOf(3);
    assert.equal(await persist({}, (point) => point === 'next-synced' && put(newer)), 'superseded');
    assert.equal(await onDisk(), newer);
    const [kept = '', ...rest] = (await names()).filter((name) => name !== sessionName(id));
    assert.match(kept, /^sandbox\.one\.alt\.2\./);
    assert.deepEqual(rest, []);
    assert.equal((await readFile(path.join(place, kept), 'utf8')).trim(), pair.text);
  });

  it('gives way to another pair of its own generation', async () => {
    const other = textOf(2);
    await put(other);
    assert.equal(await persist(), 'superseded');
    assert.equal(await onDisk(), other);
  });

  it('is thrown away where the session was signed out meanwhile', async () => {
    const tombstone = encodeSignedOut(id, 2, 0);
    assert.equal(await persist({}, (point) => point === 'next-synced' && put(tombstone)), 'signed-out');
    assert.equal(await onDisk(), tombstone);
    assert.deepEqual(await names(), [sessionName(id)]);
  });

  for (const [what, spoil] of [
    ['missing', () => rm(path.join(place, sessionName(id)))],
    ['torn', () => put(textOf(1).slice(0, 100))],
  ] as const) {
    it(`takes the place of a file that is ${what}`, async () => {
      await spoil();
      assert.equal(await persist(), 'stored');
      assert.equal((await onDisk()).trim(), pair.text);
    });
  }

  it('tries again with a new file and pauses between, and says so without a secret', async () => {
    const fail = failing(2);
    const outcome = await persist({ rename: (from, to) => (fail(), realFiles.rename(from, to)) });
    assert.equal(outcome, 'stored');
    assert.deepEqual(slept, [10, 20]);
    const lines = logged.map((line) => line.replace(/: Error EIO$/, ''));
    assert.deepEqual(
      lines,
      Array.from({ length: 2 }, () => `Session ${id}: generation 2 is not stored yet`),
    );
    assert.equal((await onDisk()).trim(), pair.text);
  });

  it('takes what an earlier try has moved into place for its own', async () => {
    const fail = failing(1);
    assert.equal(await persist({ syncFolder: (folder) => (fail(), realFiles.syncFolder(folder)) }), 'stored');
    assert.equal((await onDisk()).trim(), pair.text);
    assert.deepEqual(await names(), [sessionName(id)]);
  });

  it('does not call a pair stored that reads differently, or not at all', async () => {
    let reads = 0;
    const read = async (file: string) => {
      const text = await realFiles.read(file);
      reads += 1;
      if (reads === 2) return textOf(1);
      if (reads === 4) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
      return reads === 3 ? textOf(1) : text;
    };
    assert.equal(await persist({ read }), 'stored');
    assert.deepEqual(slept, [10, 20]);
    assert.ok(
      logged.every((line) => line.endsWith(': Error')),
      logged.join(),
    );
  });

  it('gives up after the last try, with the pair in files that the next refresh finds', async () => {
    assert.equal(await persist({ rename: () => Promise.reject(new Error('no')) }), 'unsaved');
    assert.deepEqual(slept, [10, 20]);
    assert.equal(readRecord(await onDisk())?.kind, 'sealed');
    const orphans = (await names()).filter((name) => name.endsWith('.next'));
    assert.equal(orphans.length, 3);
    for (const name of orphans) assert.equal((await readFile(path.join(place, name), 'utf8')).trim(), pair.text);
  });
});
