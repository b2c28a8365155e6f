// npm run bench -- webhooks [--json] [--vehicles N] [--rounds N]: how soon a change of the sandbox's world is at a receiver,
// how fast events go beside a bare loop of fetch with the same bodies, and a day of many vehicles: whether each event comes,
// the memory, and how long other endpoints take meanwhile. Ends with 1 where a target is missed.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { dayMs } from '../../src/common/date-range.ts';
import type { ConnectionSummary, DeliverySummary } from '../../src/sandbox/control/contract.ts';
import { buildWorld } from '../../src/sandbox/world/world.ts';
import { motionAt } from '../../src/sandbox/world/motion.ts';
import { allPermissions } from '../../src/service/model/vehicles.ts';
import { challengeAnswer } from '../../src/service/webhooks/signature.ts';
import { build } from '../tools/lib/build.ts';
import { freshFolder } from '../tools/lib/paths.ts';
import { type SandboxAddresses, startSandbox } from '../tools/lib/sandbox.ts';
import { stopServices } from '../tools/lib/service.ts';
import { atLeast, atMost, linesOf, median, reportFrom, short, table, verdictRows } from './figures.ts';
import { machineLine, MachineWatch, processorsAtRest } from './machine.ts';
import type { Fetched, FetchTask } from './webhooks/fetch-loop.ts';
import { TaskProcess } from './webhooks/process.ts';
import type { Arrivals, ReceiverTask } from './webhooks/receiver-process.ts';

const limits = { changeMs: 50, ofFetch: 0.5, meanwhile: 2 };
const permissions = allPermissions.join(' ');
const noon = Date.UTC(2026, 10, 21, 12);
/** Posts of the sandbox to one webhook at the same time, and of the bare loop. */
const atOnce = 32;
/** Milliseconds between two requests to other endpoints. */
const paceMs = 20;
/** Nothing came for so many milliseconds: what is missing is lost. */
const mostQuietMs = 30_000;

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    vehicles: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
  },
});
const vehicleCount = Number(values.vehicles);
const rounds = Number(values.rounds);

const fleet = { name: 'Fleet', vehicles: { count: vehicleCount } };

const folder = await freshFolder('webhooks-bench');
const machine = new MachineWatch();
const receiver = new TaskProcess<ReceiverTask, Arrivals>('receiver-process.ts');
const loop = new TaskProcess<FetchTask, Fetched>('fetch-loop.ts');
try {
  await build('--production');
  await processorsAtRest();
  console.error('changes ...');
  // An event has room for 200 charges: one more of the same second would change nothing in it.
  const change = await measureChanges(200, 20);
  console.error(`days of ${vehicleCount} vehicles ...`);
  const days = await measureDays();
  const rows = [
    ['what', 'value', 'unit'],
    ['change to first byte, median', short(change.median), 'ms'],
    ['change to first byte, p95', short(change.p95), 'ms'],
    ['deliveries of the sandbox', short(days.perSecond), '/s'],
    ['posts of a bare loop of fetch', short(days.fetched), '/s'],
    ['work of a delivery, and of a bare post', [days.work, days.workOfFetch].map(short).join(', '), 'ms'],
    ['mean size of an event', short(days.bytes), 'B'],
    ['events of a day', String(days.events), ''],
    ['memory before, after the days, at most', days.megabytes.map(short).join(', '), 'MB'],
    ['other endpoints, p95 before and meanwhile', [days.idle, days.busy].map(short).join(', '), 'ms'],
  ];
  const verdicts = [
    atMost('change to first byte, p95', change.p95, limits.changeMs, 'ms'),
    atLeast('deliveries beside fetch', days.ratio, limits.ofFetch, '× fetch'),
    atMost('events lost, or sent twice', days.wrong, 0, ''),
    atMost('other endpoints meanwhile, p95', days.busy / days.idle, limits.meanwhile, '× before'),
  ];
  const report = reportFrom(rows, verdicts);
  if (values.json) console.log(JSON.stringify({ ...machine.seen, change, days, ...report }, null, 2));
  else {
    const parts = [[machineLine(machine.seen)], table(rows), table(verdictRows(verdicts))];
    console.log(linesOf(parts).join('\n'));
  }
  process.exitCode = report.met ? 0 : 1;
} finally {
  receiver.stop();
  loop.stop();
  await stopServices();
}

/** From the request that ends a charge to the first byte of its event. */
async function measureChanges(count: number, warmUp: number) {
  let token = '';
  let onEvent = (_at: number) => undefined as void;
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const challenge = /"challenge":"([\w-]+)"/.exec(Buffer.concat(chunks).toString())?.[1];
      response.setHeader('Content-Type', 'application/json');
      response.end(challenge === undefined ? '{}' : JSON.stringify(challengeAnswer(token, challenge)));
      if (challenge === undefined) onEvent(at);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const sandbox = await startSandbox(join(folder, 'changes.log'), '--auto-approve');
  try {
    token = sandbox.v3?.applicationManagementToken ?? '';
    const [vehicleId] = await connect(sandbox);
    await control(sandbox, '/webhooks', { callbackUri: uri, autoSubscribe: false }).then(async (webhook) => {
      const first = new Promise<number>((resolve) => (onEvent = resolve));
      await control(sandbox, '/subscriptions', { vehicleId, webhookId: (webhook as { id: string }).id });
      await first;
    });
    const times: number[] = [];
    for (let change = 0; change < count; change++) {
      const came = new Promise<number>((resolve) => (onEvent = resolve));
      const start = performance.now();
      const answered = control(sandbox, '/charges', { vehicleId });
      times.push((await came) - start);
      await answered;
    }
    const counted = times.slice(warmUp);
    return { median: median(counted), p95: percentile(counted, 0.95) };
  } finally {
    await sandbox.stop();
    server.close();
  }
}

/** Days of all vehicles, each beside the bare loop; and one while other endpoints are asked as well. */
async function measureDays() {
  const scenario = {
    owners: [fleet],
    clock: { set: new Date(noon).toISOString(), freeze: true },
  };
  const file = join(folder, 'scenario.json');
  await writeFile(file, JSON.stringify(scenario));
  const { uri } = await receiver.ask('count');
  const args = ['--auto-approve', '--scenario', file];
  const sandbox = await startSandbox(join(folder, 'days.log'), ...args);
  const { pid } = (await control(sandbox, '/')) as { pid: number };
  let most = 0;
  const watch = setInterval(() => {
    void residentMegabytes(pid).then((megabytes) => (most = Math.max(most, megabytes)));
  }, 250);
  try {
    await receiver.ask({ token: sandbox.v3?.applicationManagementToken ?? '' });
    const vehicleIds = await connect(sandbox);
    const before = await residentMegabytes(pid);
    await control(sandbox, '/webhooks', { callbackUri: uri, autoSubscribe: true });
    await arrivals(sandbox, vehicleIds.length);

    const found: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      await receiver.ask({ keep: 500 });
      const before = await workOf(pid);
      const { kept, events, wrong, perSecond } = await day(sandbox, round);
      const work = ((await workOf(pid)) - before) / events;
      await receiver.ask({ keep: 0 });
      const bytes = kept.reduce((sum, body) => sum + Buffer.byteLength(body), 0) / kept.length;
      const fetched = await loop.ask({ uri, bodies: kept, count: events, atOnce });
      found.push({ events, wrong, bytes, perSecond, work, fetched: fetched.perSecond, workOfFetch: fetched.work });
    }
    const after = await residentMegabytes(pid);

    const others = await otherEndpoints(sandbox, vehicleIds);
    const idle = await others(() => new Promise((resolve) => setTimeout(resolve, 5000)));
    let last: Awaited<ReturnType<typeof day>> | undefined;
    const busy = await others(async () => {
      last = await day(sandbox, rounds);
    });
    const of = (figure: keyof Round) => median(found.map((each) => each[figure]));
    return {
      perSecond: of('perSecond'),
      fetched: of('fetched'),
      work: of('work'),
      workOfFetch: of('workOfFetch'),
      ratio: median(found.map(({ perSecond, fetched }) => perSecond / fetched)),
      bytes: of('bytes'),
      events: of('events'),
      wrong: found.reduce((sum, { wrong }) => sum + wrong, last?.wrong ?? NaN),
      megabytes: [before, after, most],
      idle: percentile(idle, 0.95),
      busy: percentile(busy, 0.95),
    };
  } finally {
    clearInterval(watch);
    await sandbox.stop();
  }
}

interface Round {
  readonly events: number;
  /** Lost, or sent twice. */
  readonly wrong: number;
  readonly bytes: number;
  readonly perSecond: number;
  /** Milliseconds of the sandbox's processor for each event: what a busy machine takes from it doesn't count. */
  readonly work: number;
  readonly fetched: number;
  readonly workOfFetch: number;
}

/** Milliseconds that a process has worked. Linux only. */
async function workOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user = NaN, system = NaN] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  const ticksPerSecond = 100;
  return ((user + system) * 1000) / ticksPerSecond;
}

/** Turns the clock by a day, and waits until each report of a vehicle in it has come. */
async function day(sandbox: SandboxAddresses, index: number) {
  await receiver.ask('begin');
  const planned = plannedEvents(noon + index * dayMs, noon + (index + 1) * dayMs);
  await control(sandbox, '/clock', { advance: dayMs / 1000 });
  const { events, distinct, first, last, kept } = await arrivals(sandbox, planned);
  const states = distinct.VEHICLE_STATE ?? 0;
  const twice = events - Object.values(distinct).reduce((sum, each) => sum + each, 0);
  console.error(`day ${index}: planned ${planned}, came ${states}, ${twice} of all ${events} again`);
  return { events, kept, wrong: Math.abs(states - planned) + twice, perSecond: (events * 1000) / (last - first) };
}

/** Moments at which a vehicle reports: computed from the world, not from what the sandbox says. */
function plannedEvents(from: number, to: number): number {
  const world = buildWorld(1, { owners: [fleet] });
  return world.owners
    .flatMap(({ vehicles }) => vehicles)
    .reduce((sum, vehicle) => {
      let moments = 0;
      const next = (at: number) => motionAt(world, vehicle, [], at).nextReportAt;
      for (let at = next(from); at <= to; at = next(at)) moments++;
      return sum + moments;
    }, 0);
}

/** What has come, once it is that many events about states and no delivery waits. */
async function arrivals(sandbox: SandboxAddresses, states: number): Promise<Arrivals> {
  for (;;) {
    const came = await receiver.ask('count');
    if ((came.distinct.VEHICLE_STATE ?? 0) >= states && !(await isWaiting(sandbox))) return receiver.ask('count');
    if (came.now - came.last > mostQuietMs) return came;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function isWaiting(sandbox: SandboxAddresses): Promise<boolean> {
  const { deliveries } = (await control(sandbox, '/deliveries')) as { deliveries: readonly DeliverySummary[] };
  return deliveries.some(({ status }) => status === 'waiting');
}

/** Asks other endpoints in turn, at a steady pace, until something is done: the milliseconds of each answer. */
async function otherEndpoints(sandbox: SandboxAddresses, vehicleIds: readonly string[]) {
  const { authUrl = '', apiClientId = '', apiClientSecret = '' } = sandbox.v3 ?? {};
  const form = { grant_type: 'client_credentials', client_id: apiClientId, client_secret: apiClientSecret };
  const newToken = async () => {
    const answer = await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  let token = await newToken();
  const { connections } = (await control(sandbox, '/connections')) as { connections: readonly ConnectionSummary[] };
  const userId = connections[0]?.ownerId ?? '';
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}`, 'sc-user-id': userId };
    const start = performance.now();
    const [response] = (await once(get(`${sandbox.baseUrl}${path}`, { headers, agent }), 'response')) as [
      NodeJS.ReadableStream & { statusCode: number },
    ];
    response.resume();
    await once(response, 'end');
    if (response.statusCode === 401) {
      // The clock was turned past the life of the token.
      token = await newToken();
      return ask(path);
    }
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} for ${path}`);
    return performance.now() - start;
  };
  return async (work: () => Promise<unknown>): Promise<readonly number[]> => {
    const times: number[] = [];
    const state = { isDone: false };
    const done = work().finally(() => (state.isDone = true));
    for (let count = 0; !state.isDone; count++) {
      const vehicle = `/v3/vehicles/${vehicleIds[count % vehicleIds.length] ?? ''}`;
      const next = performance.now() + paceMs;
      times.push(await ask(count % 2 ? vehicle : `${vehicle}/signals`));
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
    await done;
    return times;
  };
}

/** The owner shares all vehicles; their IDs. */
async function connect(sandbox: SandboxAddresses): Promise<readonly string[]> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: sandbox.clientId,
    redirect_uri: 'http://localhost:9/callback',
    scope: permissions,
  });
  await fetch(`${sandbox.connectUrl}?${query.toString()}`, { redirect: 'manual' });
  const { connections } = (await control(sandbox, '/connections')) as { connections: readonly ConnectionSummary[] };
  return connections.map(({ vehicleId }) => vehicleId);
}

async function control({ controlUrl }: SandboxAddresses, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${controlUrl}${path}`, body && { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}: ${await answer.text()}`);
  return answer.json();
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}
