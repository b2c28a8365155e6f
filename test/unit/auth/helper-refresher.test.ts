import assert from 'node:assert/strict';
import { existsSync, readFileSync, watch } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HelperRefresher } from '../../../src/auth/helper-refresher.ts';
import type { RefreshJob, RefreshOutcome } from '../../../src/auth/refresher.ts';
import { systemScheduler } from '../../../src/common/scheduler.ts';
import { documentTiming } from '../../../src/auth/timing.ts';
import { assertNoSecretSeen, canary, drain, log } from './support.ts';

const job: RefreshJob = {
  folder: '/nowhere',
  sessionId: 'sandbox.one',
  generation: 1,
  isRecovery: false,
  key: { id: 'key', base64: canary },
  replica: canary,
  authUrl: 'http://auth.test',
  credentials: { clientId: 'client', clientSecret: canary },
  timing: documentTiming,
};

/** With a program in the helper's place that does what a test wants. */
describe('HelperRefresher', () => {
  let folder: string;
  let inProcess: number;
  let outcomeHere: RefreshOutcome;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'helper-'));
    inProcess = 0;
    outcomeHere = { kind: 'renewed', generation: 2 };
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
    assertNoSecretSeen();
  });

  async function helper(program: string, onRequest = (_report: unknown): void => undefined) {
    const entry = path.join(folder, 'helper.mjs');
    await writeFile(entry, program);
    const here = {
      refresh: () => {
        inProcess += 1;
        return Promise.resolve(outcomeHere);
      },
    };
    return new HelperRefresher({ entry, userAgent: 'test/1', onRequest }, here, systemScheduler, log);
  }

  const answering = (outcome: RefreshOutcome, requests: unknown[] = []) =>
    `process.stdin.resume().on('end', () => console.log(${JSON.stringify(JSON.stringify({ outcome, requests, log: [] }))}));`;
  const saying = (line: string) => `process.stdin.resume(); console.log(${JSON.stringify(line)})`;
  const refresh = (refresher: HelperRefresher) => refresher.refresh(job, new AbortController().signal);

  it('passes on what the helper says, and its requests', async () => {
    const seen: unknown[] = [];
    const refresher = await helper(answering({ kind: 'renewed', generation: 7 }, [{ status: 200 }]), (report) =>
      seen.push(report),
    );
    assert.deepEqual(await refresh(refresher), { kind: 'renewed', generation: 7 });
    assert.deepEqual(seen, [{ status: 200 }]);
    assert.equal(inProcess, 0);
  });

  it('takes an outcome without anything else, and lets no odd line into the log', async () => {
    const outcome = { kind: 'busy' };
    assert.deepEqual(await refresh(await helper(saying(JSON.stringify({ outcome })))), outcome);
    const odd = [null, 'text', { level: 'constructor', message: 'no' }];
    assert.deepEqual(await refresh(await helper(saying(JSON.stringify({ outcome, log: odd, requests: 5 })))), outcome);
    assert.equal(inProcess, 0);
  });

  it('waits for no more than the answer, and holds nothing open for a helper that lives on', async () => {
    // Until the test's folder is removed.
    const lingering = `
      import { existsSync, watch } from 'node:fs';
      const folder = ${JSON.stringify(folder)};
      watch(folder, () => existsSync(folder) || process.exit());`;
    const refresher = await helper(`${lingering}\n${answering({ kind: 'dead' })}`);
    const pipes = () => process.getActiveResourcesInfo().filter((kind) => kind === 'PipeWrap').length;
    const before = pipes();
    assert.deepEqual(await refresh(refresher), { kind: 'dead' });
    await drain();
    assert.equal(pipes(), before);
  });

  it('gives it its task on standard input, and no secret in its arguments or environment', async () => {
    const file = path.join(folder, 'seen.json');
    const program = `
      import { text } from 'node:stream/consumers';
      import { writeFileSync } from 'node:fs';
      const task = JSON.parse(await text(process.stdin));
      const { argv, execArgv, env } = process;
      writeFileSync(${JSON.stringify(file)}, JSON.stringify({ task, argv, execArgv, env }));`;
    process.env.VEHICLE_DATA_CLIENT_SECRET_TEST = canary;
    try {
      await refresh(await helper(program));
    } finally {
      delete process.env.VEHICLE_DATA_CLIENT_SECRET_TEST;
    }
    const { task, ...open } = JSON.parse(readFileSync(file, 'utf8')) as { task: object; env: Record<string, string> };
    assert.deepEqual(task, { job, userAgent: 'test/1' });
    assert.equal(JSON.stringify(open).includes(canary), false);
    assert.equal(open.env.ELECTRON_RUN_AS_NODE, '1');
    assert.equal(open.env.NODE_OPTIONS, undefined);
  });

  for (const [what, program] of [
    ['does not start', 'this is no program'],
    ['ends without a word', 'process.exit(3)'],
    ['is killed', "process.kill(process.pid, 'SIGKILL')"],
    ['says something else', saying('hello')],
    ['says nothing that is a reply', saying('null')],
    ['does not say what came of it', saying('{"requests":[],"log":[]}')],
    ['says that something came of it which does not exist', saying('{"outcome":{"kind":"done"}}')],
  ] as const) {
    it(`refreshes here where the helper ${what}`, async () => {
      assert.deepEqual(await refresh(await helper(program)), outcomeHere);
      assert.equal(inProcess, 1);
    });
  }

  const unreachable: RefreshOutcome = {
    kind: 'unreachable',
    message: 'no',
    details: { kind: 'network', turn: 'retry', nextStep: '', sent: false },
  };

  it('refreshes here where only this process reaches the service, and asks no helper again then', async () => {
    const refresher = await helper(answering(unreachable));
    await refresh(refresher);
    await writeFile(path.join(folder, 'helper.mjs'), answering({ kind: 'renewed', generation: 9 }));
    assert.deepEqual(await refresh(refresher), outcomeHere);
    assert.equal(inProcess, 2);
  });

  it('asks the helper again after a time without any network', async () => {
    outcomeHere = unreachable;
    const refresher = await helper(answering(unreachable));
    await refresh(refresher);
    await writeFile(path.join(folder, 'helper.mjs'), answering({ kind: 'renewed', generation: 9 }));
    assert.deepEqual(await refresh(refresher), { kind: 'renewed', generation: 9 });
  });

  it('stops waiting when told, and lets the helper go on', async () => {
    const file = path.join(folder, 'done');
    const refresher = await helper(
      `import { writeFileSync } from 'node:fs'; process.stdin.resume().on('end', () => writeFileSync(${JSON.stringify(file)}, 'done'));`,
    );
    const done = Promise.withResolvers<void>();
    const watcher = watch(folder, () => existsSync(file) && done.resolve());
    const stop = new AbortController();
    const waiting = refresher.refresh(job, stop.signal);
    stop.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await done.promise;
    watcher.close();
    assert.equal(inProcess, 0);
  });
});
