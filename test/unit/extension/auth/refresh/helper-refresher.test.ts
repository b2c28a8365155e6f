import assert from 'node:assert/strict';
import { existsSync, readFileSync, watch } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HelperRefresher } from '../../../../../src/extension/auth/refresh/helper-refresher.ts';
import type { RefreshJob, RefreshOutcome } from '../../../../../src/extension/auth/refresh/refresher.ts';
import { systemScheduler } from '../../../../../src/common/scheduler.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { assertNoSecretSeen, canary, logged } from '../support.ts';

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
  let requests: unknown[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'helper-'));
    [inProcess, requests] = [0, []];
    logged.length = 0;
    outcomeHere = { kind: 'renewed', generation: 2 };
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
    assertNoSecretSeen();
  });

  async function helper(program: string, onRequest?: (report: unknown) => void) {
    const entry = path.join(folder, 'helper.mjs');
    await writeFile(entry, program);
    const here = {
      refresh: () => {
        inProcess += 1;
        return Promise.resolve(outcomeHere);
      },
    };
    return new HelperRefresher({ entry, userAgent: 'test/1', onRequest }, here, systemScheduler);
  }

  const answering = (outcome: RefreshOutcome, others: object = {}) =>
    `process.stdin.resume().on('end', () => console.log(${JSON.stringify(JSON.stringify({ outcome, requests: [], log: [], ...others }))}));`;
  const saying = (line: string) => `process.stdin.resume(); console.log(${JSON.stringify(line)})`;
  const refresh = (refresher: HelperRefresher) => refresher.refresh(job, new AbortController().signal);

  /** Resolves once a helper has made that file. */
  function appears(name: string): Promise<void> {
    const made = Promise.withResolvers<void>();
    const watcher = watch(folder, () => existsSync(path.join(folder, name)) && made.resolve());
    return made.promise.finally(() => watcher.close());
  }

  it('passes on what the helper says, its requests and its log', async () => {
    const outcome = { kind: 'renewed', generation: 7 } as const;
    const program = answering(outcome, {
      requests: [{ status: 200 }],
      log: [
        { level: 'info', message: 'refreshed' },
        { level: 'warn', message: 'late' },
      ],
    });
    assert.deepEqual(await refresh(await helper(program, (report) => requests.push(report))), outcome);
    assert.deepEqual(requests, [{ status: 200 }]);
    assert.deepEqual(logged, ['info refreshed', 'warn late']);
    assert.equal(inProcess, 0);
    assert.deepEqual(await refresh(await helper(program)), outcome, 'where nobody wants to know of requests');
  });

  it('waits for no more than the answer, and holds nothing open for a helper that lives on', async () => {
    // Until it finds that nobody listens any more.
    const lingering = `
      import { writeFileSync } from 'node:fs';
      process.stdout.on('error', () => {
        writeFileSync(${JSON.stringify(path.join(folder, 'left'))}, '');
        process.exit();
      });
      process.stdin.on('end', () => setInterval(() => process.stdout.write('.'), 5));`;
    const left = appears('left');
    const refresher = await helper(`${answering({ kind: 'dead' })}\n${lingering}`);
    assert.deepEqual(await refresh(refresher), { kind: 'dead' });
    assert.equal(process.getActiveResourcesInfo().includes('ProcessWrap'), false);
    await left;
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
    assert.deepEqual(task, { job, route: {}, userAgent: 'test/1' });
    assert.equal(JSON.stringify(open).includes(canary), false);
    assert.equal(open.env.ELECTRON_RUN_AS_NODE, '1');
    assert.equal(open.env.NODE_OPTIONS, undefined);
    assert.equal(open.env.PATH, process.env.PATH);
  });

  const [silent, odd] = ['did not answer: Error', 'answered something that is no reply'];
  for (const [what, program, line] of [
    ['does not start', 'this is no program', silent],
    ['ends without a word', 'process.exit(3)', silent],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", silent],
    ['says something else', saying('hello'), odd],
    ['says nothing that is a reply', saying('null'), odd],
    ['does not say what came of it', saying('{"requests":[],"log":[]}'), odd],
    ['says that something came of it which does not exist', saying('{"outcome":{"kind":"done"}}'), odd],
  ] as const) {
    it(`refreshes here where the helper ${what}, and notes it`, async () => {
      const refresher = await helper(program, (report) => requests.push(report));
      assert.deepEqual(await refresh(refresher), outcomeHere);
      assert.deepEqual([inProcess, requests, logged], [1, [], [`warn The refresh helper ${line}`]]);
      assert.equal(refresher.failure, 'the process did not answer');
    });
  }

  it('refreshes here where no process can be started', async () => {
    const { execPath } = process;
    process.execPath = path.join(folder, 'none');
    try {
      assert.deepEqual(await refresh(await helper('')), outcomeHere);
    } finally {
      process.execPath = execPath;
    }
    assert.deepEqual(logged, ['warn The refresh helper did not answer: Error ENOENT']);
  });

  const unreachable: RefreshOutcome = {
    kind: 'unreachable',
    message: 'no',
    details: { kind: 'network', turn: 'retry', nextStep: '', sent: false },
  };

  it('refreshes here where only this process reaches the service, says why, and asks a helper the next time', async () => {
    const refresher = await helper(answering(unreachable));
    assert.deepEqual(await refresh(refresher), outcomeHere);
    assert.equal(refresher.failure, 'no');
    const renewed = { kind: 'renewed', generation: 9 } as const;
    await writeFile(path.join(folder, 'helper.mjs'), answering(renewed));
    assert.deepEqual(await refresh(refresher), renewed);
    assert.deepEqual([inProcess, refresher.failure], [1, undefined]);
  });

  it('blames no helper where this process does not reach the service either', async () => {
    const refresher = await helper(answering(unreachable));
    outcomeHere = unreachable;
    assert.deepEqual(await refresh(refresher), unreachable);
    assert.equal(refresher.failure, undefined);
  });

  it('stops waiting when logged, and lets the helper go on', async () => {
    const file = path.join(folder, 'done');
    const refresher = await helper(
      `import { writeFileSync } from 'node:fs'; process.stdin.resume().on('end', () => writeFileSync(${JSON.stringify(file)}, 'done'));`,
    );
    const done = appears('done');
    const stop = new AbortController();
    const waiting = refresher.refresh(job, stop.signal);
    stop.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await done;
    assert.equal(inProcess, 0);
  });
});
