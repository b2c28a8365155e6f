import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { packageVersion } from '../../../src/common/package-version.ts';
import { callControl, probeSandbox } from '../../../src/sandbox-client/control-client.ts';
import {
  cleanEnvironment,
  isRunning,
  launchSandbox,
  processExit,
  StateRefused,
} from '../../../src/sandbox-client/sandbox-launch.ts';
import {
  freePort,
  isCompatible,
  readPort,
  sharedFiles,
  SharedSandbox,
  type SharedSandboxOptions,
  writePort,
} from '../../../src/sandbox-client/shared-sandbox.ts';
import { ServiceError } from '../../../src/service/model/errors.ts';
import { ExternalSandbox } from '../../../src/sandbox-client/external-sandbox.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';

const script = join(import.meta.dirname, '../../../src/sandbox/main.ts');
const windowScript = join(import.meta.dirname, 'sandbox-window.ts');

interface Seen {
  readonly controlUrl: string;
  readonly pid: number;
}

describe('SharedSandbox', function () {
  let folder: string;
  const windows: SharedSandbox[] = [];
  const processes: ChildProcess[] = [];
  /** Sandboxes by process id, so that none outlives its test. */
  const sandboxes = new Set<number>();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shared-sandbox-'));
  });
  afterEach(async () => {
    for (const each of windows.splice(0)) each.dispose();
    for (const each of processes.splice(0)) each.kill('SIGKILL');
    for (const pid of sandboxes) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    await Promise.all([...sandboxes].map(processExit));
    sandboxes.clear();
    await rm(folder, { recursive: true, force: true });
  });

  function openWindow(options: Partial<SharedSandboxOptions> = {}): SharedSandbox {
    const sandbox = new SharedSandbox({
      script,
      folder,
      version: packageVersion,
      fetch,
      ...options,
    });
    windows.push(sandbox);
    return sandbox;
  }

  async function infoOf(sandbox: SharedSandbox) {
    const { controlUrl } = await sandbox.addresses();
    const info = await probeSandbox(controlUrl, fetch);
    assert.ok(info);
    sandboxes.add(info.pid);
    return info;
  }

  /** A window in a process of its own, which has its sandbox. */
  async function openProcess(
    pace: 'usual' | 'quick' = 'usual',
  ): Promise<Seen & { readonly child: ChildProcess; readonly said: Interface }> {
    const child = spawn(process.execPath, [windowScript, folder, pace], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // A process group of its own, to be killed as a whole.
      detached: process.platform !== 'win32',
    });
    processes.push(child);
    const said = createInterface({ input: child.stdout });
    const [line] = (await once(said, 'line')) as [string];
    const seen = JSON.parse(line) as Seen;
    sandboxes.add(seen.pid);
    return { ...seen, child, said };
  }

  async function kill(child: ChildProcess): Promise<void> {
    const exited = once(child, 'exit');
    // With everything that it has not detached from itself, as a terminal or a service manager does.
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
    await exited;
  }

  it('is one process, however many windows start it at once', async () => {
    const seen = await Promise.all([1, 2, 3, 4].map(() => openProcess()));
    assert.equal(new Set(seen.map(({ pid }) => pid)).size, 1);
    assert.equal(new Set(seen.map(({ controlUrl }) => controlUrl)).size, 1);
    const info = await probeSandbox(seen[0]?.controlUrl ?? '', fetch);
    assert.equal(info?.leases, 4);
  });

  it('is asked for once by a window that asks twice', async () => {
    const sandbox = openWindow();
    const [first, second] = await Promise.all([sandbox.addresses(), sandbox.addresses()]);
    assert.equal(first, second);
    assert.equal((await infoOf(sandbox)).leases, 1);
    assert.equal((await fetch(`${first.baseUrl}/v2.0/vehicles`)).status, 401);
  });

  it('outlives the window that started it, when that one is killed', async () => {
    const starter = await openProcess();
    const other = openWindow();
    assert.equal((await infoOf(other)).pid, starter.pid);
    await kill(starter.child);
    assert.equal((await infoOf(other)).pid, starter.pid);
  });

  it('ends when the last window was killed and its lease has run out', async () => {
    const { child, pid } = await openProcess('quick');
    await kill(child);
    await processExit(pid);
  });

  it('stays while a window that does nothing renews its lease, and ends soon after that one closes', async () => {
    const { child, pid, controlUrl, said } = await openProcess('quick');
    // A third of a second each: together longer than lease and limit, which only renewals outlast.
    for (let renewed = 0; renewed < 9; renewed++) await once(said, 'line');
    assert.ok(isRunning(pid));
    child.stdin?.end();
    await once(child, 'exit');
    assert.equal((await probeSandbox(controlUrl, fetch))?.leases, 0);
    await processExit(pid);
  });

  it('is started again by the next use after it was killed, on the same port with the same state', async () => {
    const sandbox = openWindow();
    const before = await infoOf(sandbox);
    const body = { advance: 86_400 * 365 };
    const turned = await callControl(fetch, before.addresses.controlUrl, 'turnClock', { body });
    process.kill(before.pid, 'SIGKILL');
    await processExit(before.pid);

    const [after, again] = await Promise.all([infoOf(sandbox), infoOf(sandbox)]);
    assert.deepEqual(after.addresses, before.addresses);
    assert.notEqual(after.pid, before.pid);
    assert.equal(again.pid, after.pid);
    const { now } = await callControl(fetch, after.addresses.controlUrl, 'readClock', {});
    assert.ok(Date.parse(now) >= Date.parse(turned.now));
  });

  it('is stopped for all windows, which know of each other, and comes back for the next use of any', async () => {
    const [one, other] = [openWindow(), openWindow()];
    const { pid, addresses } = await infoOf(one);
    await other.addresses();
    assert.equal(await one.others(), 1);
    await one.stop();
    assert.equal(isRunning(pid), false);
    assert.equal(one.status.kind, 'stopped');
    assert.equal(await other.find(), undefined);
    assert.equal(await one.others(), 0);
    assert.deepEqual((await infoOf(other)).addresses, addresses);
  });

  it('is found by a window that starts nothing, and only then', async () => {
    const [one, other] = [openWindow(), openWindow()];
    assert.equal(await other.find(), undefined);
    const { addresses } = await infoOf(one);
    assert.deepEqual(await other.find(), addresses);
    assert.deepEqual(other.status, { kind: 'running', addresses });
  });

  it('says when it starts, runs and stops', async () => {
    const sandbox = openWindow();
    const kinds: string[] = [];
    sandbox.onDidChange(() => kinds.push(sandbox.status.kind));
    await infoOf(sandbox);
    await sandbox.stop();
    assert.deepEqual([...new Set(kinds)], ['starting', 'running', 'stopped']);
  });

  describe('with what an earlier one left behind', () => {
    it('takes another port where its own belongs to another program by now', async () => {
      const squatter = createServer((_, response) => response.end('something else')).listen(0, '127.0.0.1');
      await once(squatter, 'listening');
      const { port } = squatter.address() as AddressInfo;
      await writePort(sharedFiles(folder), port);
      const { addresses } = await infoOf(openWindow());
      assert.notEqual(new URL(addresses.baseUrl).port, String(port));
      assert.equal(String(await readPort(sharedFiles(folder))), new URL(addresses.baseUrl).port);
      squatter.close();
    });

    it('keeps the port where nobody has it', async () => {
      const sandbox = openWindow();
      const { addresses } = await infoOf(sandbox);
      await sandbox.stop();
      assert.deepEqual((await infoOf(openWindow())).addresses, addresses);
    });

    for (const torn of ['', '{"port": 47', '{"port": "47"}', '{"port": 70000}', '[]', 'null']) {
      it(`starts anew where the discovery file holds ${torn || 'nothing'}`, async () => {
        await writeFile(sharedFiles(folder).discoveryFile, torn);
        const { addresses } = await infoOf(openWindow());
        assert.equal((await fetch(`${addresses.baseUrl}/v2.0/vehicles`)).status, 401);
      });
    }

    it('starts where the lock file is none', async () => {
      await writeFile(
        join(folder, 'sandbox-start.lock'),
        'not a database, and long enough to be taken for one'.repeat(20),
      );
      assert.ok((await infoOf(openWindow())).pid > 0);
    });

    for (const [what, state] of [
      ['is damaged', 'torn'],
      ['is of a newer version', '{"version":99}'],
    ] as const) {
      it(`says so where the state ${what}, leaves it, and starts with a new one only when told to`, async () => {
        const { stateFile } = sharedFiles(folder);
        await writeFile(stateFile, state);
        const window = openWindow();
        const refused = (error: Error) => error instanceof StateRefused && error.message.includes(stateFile);
        await assert.rejects(window.addresses(), refused);
        const port = await readPort(sharedFiles(folder));
        await assert.rejects(window.addresses(), refused);
        assert.equal(await readFile(stateFile, 'utf8'), state);

        await window.addresses(true);
        assert.equal(new URL((await infoOf(window)).addresses.baseUrl).port, String(port));
        assert.equal(await readFile(`${stateFile}.broken`, 'utf8'), state);
      });
    }

    it('finds the sandbox whose starter was killed before it could say so', async () => {
      const place = sharedFiles(folder);
      const port = await freePort();
      await writePort(place, port);
      await launchSandbox({ script, port, ...place });
      assert.equal(new URL((await infoOf(openWindow())).addresses.baseUrl).port, String(port));
    });
  });

  describe('with another version of the extension', () => {
    it('uses that one while its windows do', async () => {
      const old = await infoOf(openWindow());
      assert.equal((await infoOf(openWindow({ version: '9.0.0' }))).pid, old.pid);
    });

    it('takes over port and state of one that nobody uses any more', async () => {
      const window = openWindow();
      const old = await infoOf(window);
      const body = { advance: 86_400 };
      const turned = await callControl(fetch, old.addresses.controlUrl, 'turnClock', { body });
      const lease = await callControl(fetch, old.addresses.controlUrl, 'takeLease', {
        body: { id: 'x', ttlSeconds: 1 },
      });
      assert.deepEqual(lease, { leases: 2 });
      await callControl(fetch, old.addresses.controlUrl, 'releaseLease', { params: { id: 'x' } });
      window.dispose();
      while ((await probeSandbox(old.addresses.controlUrl, fetch))?.leases !== 0);

      const updated = await infoOf(openWindow({ version: '9.0.0' }));
      assert.equal(isRunning(old.pid), false);
      assert.deepEqual(updated.addresses, old.addresses);
      const { now } = await callControl(fetch, updated.addresses.controlUrl, 'readClock', {});
      assert.ok(Date.parse(now) >= Date.parse(turned.now));
    });
  });

  describe('that cannot start', () => {
    it('says why, with what the process said', async () => {
      const broken = join(folder, 'broken.mjs');
      await writeFile(broken, 'console.error("no room left"); process.exit(3);');
      const sandbox = openWindow({ script: broken });
      await assert.rejects(sandbox.addresses(), (error) => {
        assert.ok(error instanceof ServiceError);
        assert.match(error.message, /code 3.*no room left/);
        assert.match(error.nextStep, /Start the sandbox again/);
        return true;
      });
      assert.equal(sandbox.status.kind, 'stopped');
    });

    it('does not take a program that prints something else for it, and leaves none running', async () => {
      const chatty = join(folder, 'chatty.mjs');
      await writeFile(chatty, 'console.log(process.pid); console.error(process.pid); setInterval(() => {}, 1000);');
      await assert.rejects(openWindow({ script: chatty }).addresses(), /unexpected output/);
      const pid = Number(await readFile(sharedFiles(folder).logFile, 'utf8'));
      if (pid > 0) await processExit(pid);
    });
  });
});

describe('ExternalSandbox', () => {
  it('is used where it answers, and noticed when it is gone', async () => {
    const running = await startSandbox();
    const sandbox = new ExternalSandbox(running.addresses.controlUrl, fetch);
    const kinds: string[] = [];
    sandbox.onDidChange(() => kinds.push(sandbox.status.kind));
    assert.deepEqual(await sandbox.addresses(), running.addresses);
    await running.close();
    assert.equal(await sandbox.find(), undefined);
    assert.deepEqual(kinds, ['running', 'stopped']);
    await assert.rejects(sandbox.addresses(), (error) => {
      assert.ok(error instanceof ServiceError);
      const { port } = new URL(running.addresses.baseUrl);
      assert.match(
        error.message,
        new RegExp(`does not respond \\(tried 127\\.0\\.0\\.1:${port}, \\[::1\\]:${port}\\)`),
      );
      assert.match(error.nextStep, /Start it again/);
      return true;
    });
  });

  it('is not stopped from here', async () => {
    await assert.rejects(new ExternalSandbox('http://localhost:9/sandbox', fetch).stop(), /VEHICLE_DATA_SANDBOX_URL/);
  });
});

describe('isCompatible', () => {
  it('says which versions are of one release line', () => {
    for (const [version, ours, isSame] of [
      ['0.1.9', '0.1.0', true],
      ['0.2.0', '0.1.0', false],
      ['1.0.0', '1.9.3', true],
      ['2.0.0', '1.9.3', false],
      ['', '0.1.0', false],
    ] as const) {
      assert.equal(isCompatible(version, ours), isSame, `${version} to ${ours}`);
    }
  });
});

describe('cleanEnvironment', () => {
  it('makes Electron run as Node, and keeps a debugger and the window out of the sandbox', () => {
    const cleaned = cleanEnvironment({
      PATH: '/bin',
      NODE_OPTIONS: '--inspect',
      VSCODE_IPC_HOOK: 'x',
      ELECTRON_RUN_AS_NODE: '0',
      ELECTRON_NO_ATTACH_CONSOLE: '1',
      APPDATA: 'y',
    });
    assert.deepEqual(cleaned, { PATH: '/bin', APPDATA: 'y', ELECTRON_RUN_AS_NODE: '1' });
  });
});
