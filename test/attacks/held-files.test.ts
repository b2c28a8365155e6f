// On Windows, a file that another program has open can't be replaced: who writes waits for it, and says so in the end.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { tmpdir } from 'node:os';
import path from 'node:path';
import timers from 'node:timers/promises';
import { writeAtomically, writeFailure } from '../../src/common/files/write-file.ts';
import { writePrivate } from '../../src/common/private-files.ts';
import { Store } from '../../src/sandbox/world/store.ts';
import { SandboxClient } from '../unit/sandbox/client.ts';

describe('a file that another program has open', () => {
  let folder: string;
  let file: string;
  /** How often it is still held, and how long was waited for it in milliseconds. */
  let held: { tries: number; code: string; waitedMs: number; onWait?: () => void };
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'held-files-'));
    file = path.join(folder, 'a.json');
    held = { tries: 0, code: 'EBUSY', waitedMs: 0 };
    const { renameSync } = fs;
    mock.method(fs, 'renameSync', (from: string, to: string) => {
      if (held.tries-- > 0) throw Object.assign(new Error(held.code), { code: held.code, syscall: 'rename' });
      renameSync(from, to);
    });
    // Restoring two mocks of one method would leave the first: a test that needs more says so in `held`.
    mock.method(timers, 'setTimeout', (ms: number) => {
      held.onWait?.();
      return Promise.resolve((held.waitedMs += ms));
    });
    mock.method(Atomics, 'wait', (_array: unknown, _at: number, _value: number, ms: number) => {
      held.waitedMs += ms;
      return 'timed-out';
    });
    syncBuiltinESMExports();
  });
  afterEach(async () => {
    mock.restoreAll();
    syncBuiltinESMExports();
    await rm(folder, { recursive: true });
  });

  const writers: Readonly<Record<string, (text: string) => Promise<void> | void>> = {
    'an export': (text) => writeAtomically(file, [text]),
    'a port or a launcher': (text) => writePrivate(file, [text]),
    'the state of the sandbox': (text) =>
      void Store.open(1, file).change(({ externalIds }) => externalIds.set('one', text)),
  };
  for (const [what, write] of Object.entries(writers)) {
    for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
      it(`is replaced by ${what} once it is closed, though Windows said ${code}`, async () => {
        await write('older');
        held = { tries: 30, code, waitedMs: 0 };
        await write('newer');
        assert.match(await readFile(file, 'utf8'), /newer/);
      });
    }

    it(`is left as it was by ${what} where it stays open for 2 s`, async () => {
      await write('older');
      const before = await readFile(file, 'utf8');
      held = { tries: Infinity, code: 'EBUSY', waitedMs: 0 };
      await assert.rejects(async () => write('newer'), /EBUSY|is open in another program/);
      assert.deepEqual([await readFile(file, 'utf8'), await readdir(folder)], [before, ['a.json']]);
      assert.ok(held.waitedMs > 1900 && held.waitedMs <= 2000, `${held.waitedMs} ms`);
    });
  }

  for (const [code, syscall, platform, failure] of [
    ['EPERM', 'rename', 'win32', 'held'],
    ['EACCES', 'rename', 'win32', 'held'],
    ['EBUSY', 'rename', 'linux', 'held'],
    ['EPERM', 'open', 'win32', 'denied'],
    ['EPERM', 'rename', 'linux', 'denied'],
    ['EIO', 'rename', 'win32', 'other'],
  ] as const) {
    it(`is ${failure} where ${syscall} ends with ${code} on ${platform}`, () =>
      assert.equal(writeFailure(Object.assign(new Error(code), { code, syscall }), platform), failure));
  }

  it('takes no code and no token from an application: what the sandbox can’t keep has not happened', async () => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const client = await SandboxClient.start({ stateFile: file, warn });
    try {
      const code = await client.code();
      const { refresh_token } = await client.pair();
      await client.control('/webhooks', 'POST', { callbackUri: 'http://localhost:9/hook' });
      const state = async () => (await (await client.control('/state')).json()) as object;
      const other = { ...(await state()), externalIds: [['one', 'two']] };
      for (const request of [
        () => client.exchange(code),
        () => client.refresh(refresh_token),
        () => client.control('/clock', 'POST', { advance: 60 }),
        () => client.control('/state', 'PUT', other),
        () => client.control('/reset', 'POST'),
      ]) {
        const before = await state();
        held.tries = Infinity;
        assert.equal((await request()).status, 500);
        held.tries = 0;
        assert.deepEqual(await state(), before);
        assert.equal((await request()).status, 200);
      }
      assert.match(warnings[0] ?? '', /a\.json is open in another program/);
    } finally {
      await client.close();
    }
  });

  it('is waited for no longer than the person wants', async () => {
    await writeFile(file, 'older');
    const stop = new AbortController();
    held = { tries: Infinity, code: 'EBUSY', waitedMs: 0, onWait: () => stop.abort() };
    await assert.rejects(writeAtomically(file, ['newer'], stop.signal), { name: 'AbortError' });
    assert.deepEqual(await readdir(folder), ['a.json']);
  });
});
