import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mock } from 'node:test';
import { tryKernelLock } from '../../../../../src/common/kernel-lock.ts';
import type { WindowSessionsOptions } from '../../../../../src/extension/auth/window-sessions.ts';
import { SessionDatabase } from '../../../../../src/extension/auth/sessions/session-database.ts';
import { SessionWorld } from '../session-world.ts';
import { logged, storedSession } from '../support.ts';

const saidAside = 'The stored sessions were damaged, or of another version; they are set aside as';

/** Windows whose sessions are on a real disk. */
describe('the database of the sessions', () => {
  let folder: string;
  let world: SessionWorld;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'session-database-'));
    world = new SessionWorld();
    logged.length = 0;
  });
  afterEach(async () => {
    mock.restoreAll();
    world.close();
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  const file = () => path.join(folder, 'sessions.db');
  const rows = () => new SessionDatabase(folder);
  const window = (options: Partial<WindowSessionsOptions> = {}) => world.window({ folder, rows: rows(), ...options });
  const setAside = async () => (await readdir(folder)).filter((name) => name.includes('set-aside-'));
  const listed = async ({ sessions }: ReturnType<typeof window>) =>
    (await sessions.list()).map(({ id, state }) => `${id} ${state}`);

  async function connect(own: ReturnType<typeof window>, id = 'sandbox.one') {
    const session = storedSession(world.time.now(), { id });
    assert.equal(await own.vault.write(session), true);
    return session;
  }

  it('is for this user alone, and for every window', async () => {
    const { id, tokens } = await connect(window());
    const found = await window().vault.read(id);
    assert.deepEqual(found.kind === 'session' && found.session.tokens, tokens);
    if (process.platform === 'win32') return;
    for (const name of await readdir(folder)) assert.equal((await stat(path.join(folder, name))).mode & 0o777, 0o600);
  });

  it('changes nothing where something fails before the end', async () => {
    await rows().write((inner) => inner.put('told', 'one', 'before'));
    await assert.rejects(
      rows().write((inner) => {
        inner.put('told', 'one', 'after');
        throw new Error('in the middle');
      }),
      /in the middle/,
    );
    assert.equal(await rows().read((inner) => inner.get('told', 'one')), 'before');
  });

  it('has the disk space of a pair before its token is spent, and keeps none of it afterwards', async () => {
    const pages = () => {
      const database = new DatabaseSync(file());
      const { free } = database.prepare('SELECT freelist_count AS free FROM pragma_freelist_count').get() as {
        free: number;
      };
      database.close();
      return free;
    };
    await rows().write((inner) => inner.makeRoom());
    const size = async () => (await stat(file())).size;
    const taken = await size();
    await rows().write((inner) => {
      inner.useRoom();
      inner.put('session', 'one', 'x'.repeat(20_000));
    });
    assert.equal(await size(), taken);
    assert.ok(pages() > 0);
  });

  const damages: readonly (readonly [what: string, damage: () => unknown])[] = [
    ['no database', () => writeFile(file(), 'x'.repeat(8_192))],
    ['cut off', async () => writeFile(file(), (await readFile(file())).subarray(0, 5_000))],
    ['of another version', () => change('PRAGMA user_version = 2')],
    ['without its table', () => change('DROP TABLE rows')],
  ];
  function change(sql: string): void {
    const database = new DatabaseSync(file());
    database.exec(sql);
    database.close();
  }

  for (const [what, damage] of damages) {
    it(`that is ${what} is set aside as it is, and SecretStorage gives the sessions back`, async () => {
      const { tokens } = await connect(window());
      world.close();
      await damage();
      const before = await readFile(file());
      const own = window();
      assert.deepEqual(await listed(own), ['sandbox.one fresh']);
      const [aside = '', ...others] = await setAside();
      assert.deepEqual(others, []);
      assert.ok(before.equals(await readFile(path.join(folder, aside))));
      assert.ok(logged.includes(`error ${saidAside} ${aside}`));
      const lock = tryKernelLock(path.join(folder, 'set-aside.lock'));
      assert.ok(lock);
      lock.close();
      const restored = await window().vault.read('sandbox.one');
      assert.deepEqual(restored.kind === 'session' && restored.session.tokens, tokens);
    });
  }

  it('that is empty, or was deleted, is made anew', async () => {
    await connect(window());
    for (const damage of [() => writeFile(file(), ''), () => rm(file())]) {
      await damage();
      assert.deepEqual(await listed(window()), ['sandbox.one fresh']);
      assert.deepEqual(await setAside(), []);
    }
  });

  describe('that another window found damaged as well', () => {
    const read = () => rows().read((inner) => inner.list('told').length);
    beforeEach(() => rows().write((inner) => inner.put('told', 'one', '1')));

    it('is used as that one has left it', async () => {
      mockOpening(11, 1);
      assert.equal(await read(), 1);
      assert.deepEqual(await setAside(), []);
    });

    it('is left alone while that one is at it', async () => {
      await writeFile(file(), 'x'.repeat(8_192));
      const lock = tryKernelLock(path.join(folder, 'set-aside.lock'));
      await assert.rejects(read(), /not a database/);
      lock?.close();
      assert.deepEqual(await setAside(), []);
      assert.equal(await read(), 0);
    });

    it('is not set aside a second time in one attempt', async () => {
      mockOpening(11, Infinity);
      await assert.rejects(read(), { errcode: 11 });
    });
  });

  it('is none where VS Code has no SQLite, which is said once', async () => {
    const place = path.join(folder, 'none');
    mock.method(process, 'getBuiltinModule', () => undefined);
    const own = new SessionDatabase(place);
    await own.write((inner) => inner.put('told', 'one', '1'));
    assert.deepEqual(
      [await own.read((inner) => inner.get('told', 'one')), own.isMemory, own.storeId(), existsSync(place)],
      ['1', true, undefined, false],
    );
    assert.deepEqual(logged, ['error Sessions are kept only until this window is closed: this VS Code has no SQLite']);
  });

  it('is known by the first mark beside it, whatever else is there', async () => {
    assert.equal(rows().storeId(), undefined);
    for (const name of ['store-b', 'store-a', 'restore-0', 'store-']) await writeFile(path.join(folder, name), '');
    assert.equal(rows().storeId(), 'a');
    await rows().write((inner) => inner.put('told', 'one', '1'));
    assert.equal(rows().storeId(), 'a');
    assert.equal(new SessionDatabase(path.join(folder, 'none')).storeId(), undefined);
  });

  /** A mock: the database is whole here, and the file system has locks. */
  function mockOpening(errcode: number, times: number): void {
    const sqlite = process.getBuiltinModule('node:sqlite');
    const Own = sqlite.DatabaseSync;
    let left = times;
    mock.method(sqlite, 'DatabaseSync', function open(name: string) {
      if (name === file() && left-- > 0) throw Object.assign(new Error('disk I/O error'), { errcode });
      return new Own(name);
    });
  }

  it('is used again after a moment without locks, unless something was stored meanwhile', async () => {
    await connect(window());
    for (const [isStored, found] of [
      [false, ['sandbox.one']],
      [true, ['sandbox.two']],
    ] as const) {
      const own = rows();
      mockOpening(3850, Infinity);
      assert.deepEqual(await own.read((inner) => inner.list('session')), []);
      assert.equal(own.isMemory, true);
      if (isStored) await own.write((inner) => inner.put('session', 'sandbox.two', 'x'));
      mock.restoreAll();
      const listed = await own.read((inner) => inner.list('session'));
      assert.deepEqual(
        listed.map(([id]) => id),
        found,
      );
      assert.equal(own.isMemory, isStored);
    }
  });

  describe('in a browser, where windows share no secrets', () => {
    const page = () => {
      world.secrets.values.clear();
      return window({ areSecretsShared: false });
    };
    const keys = async () => (await readdir(folder)).filter((name) => name.endsWith('.key'));

    it('has its key in a file beside it, for this user alone', async () => {
      await connect(page());
      assert.deepEqual(await listed(page()), ['sandbox.one fresh']);
      assert.deepEqual([...world.secrets.values.keys()], []);
      const [key = ''] = await keys();
      if (process.platform !== 'win32') assert.equal((await stat(path.join(folder, key))).mode & 0o777, 0o600);
    });

    it('is locked without it, until a window that has it stores it again', async () => {
      const first = page();
      await connect(first);
      const [key = ''] = await keys();
      await rm(path.join(folder, key));
      const other = page();
      assert.deepEqual(await listed(other), ['sandbox.one locked']);
      await first.vault.repair();
      await other.unlock();
      assert.deepEqual(await listed(other), ['sandbox.one fresh']);
    });

    it('takes no other key in its place', async () => {
      await connect(page());
      const [key = ''] = await keys();
      await writeFile(path.join(folder, key), Buffer.alloc(32, 1).toString('base64'));
      assert.deepEqual(await listed(page()), ['sandbox.one locked']);
    });
  });
});
