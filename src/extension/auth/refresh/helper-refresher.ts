import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { errorName, log } from '../../../common/logger.ts';
import { within, type Scheduler } from '../../../common/scheduler.ts';
import type { NetworkRoute } from '../../../service/model/network-route.ts';
import type { RequestReport } from '../../../service/model/request-report.ts';
import { readReply, type HelperReply, type HelperTask } from './helper-protocol.ts';
import type { RefreshJob, RefreshOutcome, Refresher, RouteOf } from './refresher.ts';
import { unlessAborted } from '../../../common/abort-with.ts';

export interface HelperOptions {
  /** The program: `dist/refresh-helper.js`. */
  readonly entry: string;
  readonly userAgent: string;
  /** See {@link HelperTask.messages}. */
  readonly messages?: string | undefined;
  /** How this process reaches the service; the helper uses the same route. Without it, both connect directly. */
  readonly route?: RouteOf | undefined;
  /** Called for each of the helper's requests, without secrets. */
  readonly onRequest?: ((report: RequestReport) => void) | undefined;
}

/** The environment variables that the helper inherits: what Node needs to start and to trust what the user trusts. */
const passedOn = [
  'PATH',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

/**
 * Refreshes in a detached process, so that closing or killing the window in mid-refresh loses nothing. The same code as
 * in the window runs there. If that process does not start, exits without an answer, or can't reach the service because
 * only VS Code has the proxy's credentials, `fallback` refreshes in this process.
 */
export class HelperRefresher implements Refresher {
  readonly #options: HelperOptions;
  readonly #fallback: Refresher;
  readonly #scheduler: Scheduler;
  #failure: string | undefined;

  constructor(options: HelperOptions, fallback: Refresher, scheduler: Scheduler) {
    this.#options = options;
    this.#fallback = fallback;
    this.#scheduler = scheduler;
  }

  /** Why the last refresh was left to this process; undefined if a helper did it. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Asks a helper each time, whatever became of the last one: what has failed once may have passed. */
  async refresh(job: RefreshJob, signal: AbortSignal): Promise<RefreshOutcome> {
    const { route: routeOf } = this.#options;
    const route = routeOf ? await unlessAborted(routeOf(new URL(job.authUrl)), signal) : {};
    // A helper is never stopped: it may hold the only copy of a token pair.
    const reply = route && (await unlessAborted(this.#ask(job, route), signal));
    for (const { level, message } of reply?.log ?? []) log[level](message);
    for (const report of reply?.requests ?? []) this.#options.onRequest?.(report);
    const there = reply?.outcome;
    if (there && there.kind !== 'unreachable') {
      this.#failure = undefined;
      return there;
    }
    const here = await this.#fallback.refresh(job, signal);
    const silent = route ? 'the process did not answer' : 'VS Code does not tell its route';
    if (here.kind === 'renewed') this.#failure = there?.message ?? silent;
    return here;
  }

  /** Undefined if the helper sent no valid reply. Never rejects. */
  async #ask(job: RefreshJob, route: NetworkRoute): Promise<HelperReply | undefined> {
    try {
      const child = this.#start();
      try {
        const reply = readReply(await this.#answer(child, job, route));
        if (!reply) log.warn('The refresh helper answered something that is no reply');
        return reply;
      } finally {
        // The helper may keep running until the disk accepts its pair; nothing here stays open for it.
        child.stdout.destroy();
      }
    } catch (error) {
      log.warn(`The refresh helper did not answer: ${errorName(error)}`);
      return undefined;
    }
  }

  #answer(child: ChildProcessWithoutNullStreams, job: RefreshJob, route: NetworkRoute): Promise<string> {
    const failed = new Promise<never>((_, reject) => child.on('error', reject));
    const { userAgent, messages } = this.#options;
    const task: HelperTask = { job, route, userAgent, messages };
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(task));
    // The helper exits by itself before that, unless it was suspended.
    const longest = 1.1 * (job.timing.lockWaitMs + job.timing.helperLifeMs);
    return within(Promise.race([firstLine(child.stdout), failed]), longest, this.#scheduler);
  }

  #start(): ChildProcessWithoutNullStreams {
    const kept = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
    const child = spawn(process.execPath, [this.#options.entry], {
      detached: true,
      windowsHide: true,
      // It could only print stack traces; its log messages are part of the reply.
      stdio: ['pipe', 'pipe', 'ignore'],
      // In VS Code the executable is Electron; this variable makes it behave as plain Node.
      env: { ...kept, ELECTRON_RUN_AS_NODE: '1' },
    }) as unknown as ChildProcessWithoutNullStreams;
    child.unref();
    return child;
  }
}

/** Does not wait for the output to end: after its reply, the helper may run until the disk accepts its pair. */
async function firstLine(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) return line;
  throw new Error('no answer');
}
