import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../../src/common/logger.ts';
import { SandboxProcess } from '../../../src/environments/sandbox-process.ts';
import { ServiceError } from '../../../src/service/errors.ts';

const sandboxScript = join(import.meta.dirname, '../../../src/sandbox/main.ts');

describe('SandboxProcess', () => {
  let folder: string;
  let started: SandboxProcess[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-process-'));
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((each) => each.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  function build(options: { script?: string; controlUrl?: string } = {}): SandboxProcess {
    const sandbox = new SandboxProcess({ script: sandboxScript, folder, fetch, log: silentLogger, ...options });
    started.push(sandbox);
    return sandbox;
  }

  it('starts one sandbox for all who ask at once, and it answers', async () => {
    const sandbox = build();
    const [first, second] = await Promise.all([sandbox.addresses(), sandbox.addresses()]);
    assert.equal(first, second);
    assert.equal(sandbox.isOwn, true);
    const response = await fetch(`${first.baseUrl}/v2.0/vehicles`);
    assert.equal(response.status, 401);
  });

  it('is found by another window, which then has none of its own', async () => {
    const { controlUrl } = await build().addresses();
    const other = build();
    assert.equal((await other.addresses()).controlUrl, controlUrl);
    assert.equal(other.isOwn, false);
  });

  it('comes back on the same port after its window has gone', async () => {
    const first = build();
    const { baseUrl } = await first.addresses();
    await first.stop();
    await assert.rejects(fetch(baseUrl));
    const second = build();
    assert.equal((await second.addresses()).baseUrl, baseUrl);
    assert.equal(second.isOwn, true);
  });

  it('takes another port where its own is taken by another program', async () => {
    const squatter = createServer((_, response) => response.end('something else')).listen(0, '127.0.0.1');
    await new Promise((resolve) => squatter.once('listening', resolve));
    const { port } = squatter.address() as AddressInfo;
    await writeFile(join(folder, 'sandbox.json'), JSON.stringify({ controlUrl: `http://localhost:${port}/sandbox` }));
    const { baseUrl } = await build().addresses();
    assert.notEqual(new URL(baseUrl).port, String(port));
    squatter.close();
  });

  it('adopts the sandbox it is told of and says so when that one does not answer', async () => {
    const given = await build().addresses();
    const adopting = build({ controlUrl: given.controlUrl });
    assert.equal((await adopting.addresses()).baseUrl, given.baseUrl);
    assert.equal(adopting.isOwn, false);

    const lost = build({ controlUrl: 'http://localhost:9/sandbox' });
    await assert.rejects(lost.addresses(), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.match(error.message, /localhost:9\/sandbox does not answer/);
      assert.match(error.nextStep, /Start it again/);
      return true;
    });
  });

  it('says why when the sandbox cannot start', async () => {
    const script = join(folder, 'broken.mjs');
    await writeFile(script, 'console.error("no room left"); process.exit(3);');
    await assert.rejects(build({ script }).addresses(), /exit code 3.*no room left/);
  });
});
