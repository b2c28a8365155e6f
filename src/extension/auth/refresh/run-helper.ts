import { text } from 'node:stream/consumers';
import { systemClock } from '../../../common/clock.ts';
import { setLogger, type Logger } from '../../../common/logger.ts';
import { bundledMessages } from './translated-messages.ts';
import { systemScheduler } from '../../../common/scheduler.ts';
import { steadyTime } from './steady-time.ts';
import { setTranslator } from '../../../common/translate.ts';
import { Transport } from '../../../service/http/transport.ts';
import { namedProxy } from '../../../service/model/network-route.ts';
import type { RequestReport } from '../../../service/model/request-report.ts';
import { TokenEndpoint } from '../../../service/oauth/token-endpoint.ts';
import { noProbe, probedFetch, type Probe } from './fault-point.ts';
import { withoutSecrets, type HelperReply, type HelperTask, type LogLine } from './helper-protocol.ts';
import { InProcessRefresher } from './in-process-refresher.ts';
import { SessionDatabase, type SessionRows } from '../sessions/session-database.ts';
import { CrossProcessLock } from '../sessions/session-lock.ts';
import { SessionStore } from '../sessions/session-store.ts';

/**
 * A whole refresh in a separate process, which outlives the window that requested it. Reads its task from standard
 * input and replies on standard output, even if nobody reads it any more. Exits the process.
 */
export async function runHelper(
  probe: Probe = noProbe,
  faulty: (rows: SessionRows) => SessionRows = (rows) => rows,
): Promise<void> {
  // The window or its terminal was closed, or the user logs off: the pair has to be stored first, which takes a minute
  // at most.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.stdout.on('error', () => undefined);

  // Half a megabyte, beside the other work.
  const loading = import('../../../service/http/dispatchers.ts');
  const { job, route, userAgent, messages } = JSON.parse(await text(process.stdin)) as HelperTask;
  if (messages !== undefined) setTranslator(bundledMessages(messages));
  const requests: RequestReport[] = [];
  const log: LogLine[] = [];
  setLogger(loggerInto(log));
  const store = new SessionStore(faulty(new SessionDatabase(job.folder)));
  const lock = new CrossProcessLock(job.folder, systemScheduler);
  const byRoute = (await loading).fetchOver(route);
  const transport = new Transport({
    fetch: probedFetch(byRoute, probe),
    proxyOf: () => Promise.resolve(namedProxy(route)),
    userAgent,
    onRequest: (report) => requests.push(withoutSecrets(report)),
  });
  const refresher = new InProcessRefresher({
    store,
    lock,
    tokenEndpoint: new TokenEndpoint(transport),
    fetch: byRoute,
    route: () => Promise.resolve(route),
    sendsInDoubt: false,
    clock: systemClock,
    elapsed: steadyTime(),
    scheduler: systemScheduler,
    async probe(point) {
      if (point === 'lock-taken') setTimeout(() => process.exit(1), job.timing.helperLifeMs).unref();
      await probe(point);
    },
  });
  const outcome = await refresher.refresh(job, new AbortController().signal);
  // The sessions are in the memory of the window, if anywhere: without a reply, that refreshes.
  if (store.rows.isMemory) process.exit(1);
  const reply: HelperReply = { outcome, requests, log };
  const replied = new Promise((resolve) => process.stdout.write(`${JSON.stringify(reply)}\n`, resolve));
  // The window may be closed, and this process may have the only copy of the pair.
  if (outcome.kind === 'unsaved') await saveLate(store, outcome.text);
  await replied;
  process.exit(0);
}

const saveEveryMs = 1_000;

/** Retries until the disk accepts the pair, or this process has to exit. */
async function saveLate(store: SessionStore, sealed: string): Promise<void> {
  for (;;) {
    try {
      return await store.putIfNewer(sealed, systemClock.now());
    } catch {
      await systemScheduler.sleep(saveEveryMs);
    }
  }
}

function loggerInto(lines: LogLine[]): Logger {
  const at = (level: LogLine['level']) => (message: string) => void lines.push({ level, message });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
