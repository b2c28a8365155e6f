// npm run bench -- refresh [--json] [--runs N]: from asking for a refresh to the pair stored, by the helper's process,
// beside the bare start of a Node. Ends with 1 where the target is missed.
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { systemScheduler } from '../../src/common/scheduler.ts';
import { HelperRefresher } from '../../src/extension/auth/refresh/helper-refresher.ts';
import type { Refresher } from '../../src/extension/auth/refresh/refresher.ts';
import { SessionDatabase } from '../../src/extension/auth/sessions/session-database.ts';
import { documentTiming } from '../../src/extension/auth/sessions/session-durations.ts';
import { keyText, newKey, sealSession } from '../../src/extension/auth/sessions/session-encryption.ts';
import { build } from '../tools/lib/build.ts';
import { dist, freshFolder } from '../tools/lib/paths.ts';
import { storedSession } from '../unit/extension/auth/support.ts';
import { atMost, linesOf, median, reportFrom, short, table, verdictRows } from './figures.ts';
import { machineLine, MachineWatch, processorsAtRest } from './machine.ts';

const mostOfStart = 6;
const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, runs: { type: 'string', default: '30' } },
});

const folder = await freshFolder('refresh-bench');
const machine = new MachineWatch();
const pair = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 7200 };
const service = createServer((request, response) => {
  void text(request).then(() => response.setHeader('content-type', 'application/json').end(JSON.stringify(pair)));
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const { port } = service.address() as AddressInfo;

await build('--production');
await processorsAtRest();
const fallback: Refresher = { refresh: () => Promise.reject(new Error('the helper did nothing')) };
const options = { entry: join(dist, 'refresh-helper.js'), userAgent: 'bench/1' };
const helper = new HelperRefresher(options, fallback, systemScheduler);
const [refreshes, starts]: [number[], number[]] = [[], []];
for (let run = 0; run <= Number(values.runs); run += 1) {
  const [id, key] = [`sandbox.${run}`, newKey()];
  await new SessionDatabase(folder).write((rows) =>
    rows.put('session', id, sealSession(storedSession(Date.now(), { id }), key)),
  );
  const refresh = await timed(async () => {
    const outcome = await helper.refresh(
      {
        ...{ folder, sessionId: id, generation: 1, isRecovery: false, timing: documentTiming },
        ...{ key: { id: key.id, base64: keyText(key) }, authUrl: `http://127.0.0.1:${port}` },
        credentials: { clientId: 'client', clientSecret: 'secret' },
      },
      new AbortController().signal,
    );
    if (outcome.kind !== 'renewed') throw new Error(outcome.kind);
  });
  const start = await timed(() => once(spawn(process.execPath, ['-e', '0']), 'exit'));
  // The first finds nothing in the disk's cache.
  if (run > 0) [refreshes[run - 1], starts[run - 1]] = [refresh, start];
}
service.close();

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const [refreshMs, startMs] = [median(refreshes), median(starts)];
const rows = [
  ['what', 'value', 'unit'],
  ['a refresh, from asked to stored, median', short(refreshMs), 'ms'],
  ['the bare start of a Node, median', short(startMs), 'ms'],
];
const report = reportFrom(rows, [atMost('a refresh', refreshMs / startMs, mostOfStart, '× a bare start')]);
if (values.json) console.log(JSON.stringify({ ...machine.seen, refreshes, starts, ...report }, null, 2));
else {
  const parts = [[machineLine(machine.seen)], table(rows), table(verdictRows(report.verdicts))];
  console.log(linesOf(parts).join('\n'));
}
if (!report.met) process.exitCode = 1;
