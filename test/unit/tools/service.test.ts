import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../../../src/sandbox-client/sandbox-process.ts';
import { Service } from '../../tools/lib/service.ts';

describe('a program in the background', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const start = (script: string) =>
    new Service(process.execPath, ['-e', script], { log: join(folder, 'log'), patience: 200 });

  it('is stopped together with what it started, although both ignore the request', async () => {
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid, 'is up');`;
    const started = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit' })`;
    const service = start(`${stubborn} ${started}`);
    const [, parent, child] = await service.says(/(\d+) is up[^]*?(\d+) is up/);
    await service.stop();
    // The system takes a moment to forget a process that was killed.
    while (isRunning(Number(parent)) || isRunning(Number(child))) await delay(10);
  });

  it('that ends before it says what was awaited fails the wait, with what it said', async () => {
    const service = start(`console.error('no such file'); process.exit(3)`);
    await assert.rejects(service.says(/listening/), /ended early[^]*no such file/);
  });
});
