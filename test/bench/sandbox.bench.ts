// npm run bench -- sandbox [--json] [--rounds N] [--requests N]: requests of the sandbox beside Prism, which answers with the same
// bodies as its examples, in turn; and what stays resident of a million requests. Ends with 1 where a target is missed.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../src/sandbox-client/shared-sandbox.ts';
import { build } from '../tools/lib/build.ts';
import { freshFolder } from '../tools/lib/paths.ts';
import { startSandbox } from '../tools/lib/sandbox.ts';
import { Service, stopServices } from '../tools/lib/service.ts';
import { atLeast, atMost, linesOf, median, reportFrom, table, verdictRows } from './figures.ts';
import { machineLine, MachineWatch } from './machine.ts';
import { installPeers, peerCommand } from './peers.ts';
import type { Load, Measured, Shot } from './sandbox/load.ts';
import { TaskProcess } from './webhooks/process.ts';

const limits = { ofPrism: 2.5, bytesPerRequest: 20 };
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '1000000' },
  },
});
const total = Number(values.requests);

const folder = await freshFolder('sandbox-bench');
const machine = new MachineWatch();
const load = new TaskProcess<Load, Measured>('../sandbox/load.ts');
const run = async (origin: string, shots: readonly Shot[], requests: number) => {
  const measured = await load.ask({ origin, shots, requests });
  if (measured.failures > 0) throw new Error(`${origin} refused ${measured.failures} requests`);
  return measured.perSecond;
};
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

try {
  await build('--production');
  const { origin, shots, pair, records } = await openSandbox();
  const prism = await startPrism(await pair(), await exampleAt(`${origin}${records}`, await shots.records()));

  const ratios = new Map<string, number[]>();
  // The first round warms up.
  for (let round = -1; round < Number(values.rounds); round++) {
    for (const task of ['tokens', 'records'] as const) {
      for (const connections of [1, 10, 50]) {
        const ours = async () => run(origin, await times(connections, shots[task]), 4000);
        const theirs = async () => run(prism, await times(connections, shots[task]), 4000);
        const [first, second] = round % 2 ? [await theirs(), await ours()] : [await ours(), await theirs()];
        const ratio = round % 2 ? second / first : first / second;
        const row = `${task}, ${connections} connections`;
        if (round >= 0) ratios.set(row, [...(ratios.get(row) ?? []), ratio]);
      }
    }
  }
  const { pid, ...fresh } = await openSandbox();
  const resident: number[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    const half = await times(5, fresh.shots.tokens);
    await run(fresh.origin, [...half, ...(await times(5, fresh.shots.records))], total / 10);
    resident.push(await residentBytes(pid));
  }
  const grown = ((resident.at(-1) ?? NaN) - (resident[0] ?? NaN)) / (total * 0.9);
  const verdicts = [
    ...[...ratios].map(([row, each]) => atLeast(row, median(each), limits.ofPrism, '× Prism')),
    atMost('memory after the first tenth', grown, limits.bytesPerRequest, 'B/request'),
  ];
  const rows = [['resident, MB', ...resident.map((each) => (each / 1e6).toFixed(0))]];
  const report = reportFrom(rows, verdicts);
  if (values.json) console.log(JSON.stringify({ ...machine.seen, ...report }, null, 2));
  else console.log(linesOf([[machineLine(machine.seen)], table(rows), table(verdictRows(verdicts))]).join('\n'));
  process.exitCode = report.met ? 0 : 1;
} finally {
  load.stop();
  await stopServices();
}

/** A sandbox of its own, and what a connection asks it for: a refresh of a session of its own, or the records of a month. */
async function openSandbox() {
  const sandbox = await startSandbox(join(folder, 'sandbox.log'), '--auto-approve');
  const origin = sandbox.baseUrl;
  const summary = (await (await fetch(sandbox.controlUrl)).json()) as {
    readonly pid: number;
    readonly vehicles: readonly { readonly id: string; readonly make: string; readonly records: number | null }[];
  };
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'bench' };
  const headers = { ...form, authorization: `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}` };
  const redirect = { redirect_uri: 'http://localhost:9/callback' };
  const scope = 'read_vehicle_info read_battery read_charge_records';
  const query = new URLSearchParams({ response_type: 'code', client_id: sandbox.clientId, scope, ...redirect });
  const pair = async () => {
    const sent = await fetch(`${sandbox.connectUrl}?${query.toString()}`, { redirect: 'manual' });
    const code = new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const body = new URLSearchParams({ grant_type: 'authorization_code', code, ...redirect });
    const answer = await fetch(`${origin}/oauth/token`, { method: 'POST', headers, body });
    return (await answer.json()) as { access_token: string; refresh_token: string };
  };
  const vehicle = summary.vehicles.find(({ records }) => records !== null);
  const records = `/v2.0/vehicles/${vehicle?.id ?? ''}/${vehicle?.make.toLowerCase() ?? ''}/charge/records`;
  const refresh = { path: '/oauth/token', body: 'grant_type=refresh_token&refresh_token=$TOKEN' };
  const shots: Readonly<Record<'tokens' | 'records', () => Promise<Shot>>> = {
    tokens: async () => ({ ...refresh, headers, token: (await pair()).refresh_token }),
    records: async () => ({ path: records, headers: { authorization: `Bearer ${(await pair()).access_token}` } }),
  };
  return { origin, shots, pair, records, pid: summary.pid };
}

async function exampleAt(address: string, { headers }: Shot): Promise<unknown> {
  return (await fetch(address, { headers })).json();
}

/** Prism's origin. Its document asks it to check as little as there can be. */
async function startPrism(token: unknown, records: unknown): Promise<string> {
  const peers = await installPeers('sandbox', { '@stoplight/prism-cli': '5.16.0' });
  const answer = (example: unknown) => ({
    responses: { 200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' }, example } } } },
  });
  const parameters = ['id', 'make'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const requestBody = { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } };
  const file = join(folder, 'service.json');
  const paths = {
    '/oauth/token': { post: { requestBody, ...answer(token) } },
    '/v2.0/vehicles/{id}/{make}/charge/records': { get: { parameters, ...answer(records) } },
  };
  await writeFile(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Service', version: '2.0' }, paths }));
  const port = await freePort();
  const script = await peerCommand(peers, '@stoplight/prism-cli', 'prism');
  const silent = [script, 'mock', file, '-p', String(port), '-v', 'silent'];
  const prism = new Service(process.execPath, silent, { log: join(folder, 'prism.log') });
  const origin = `http://127.0.0.1:${port}`;
  for (;;) {
    const isThere = await fetch(origin).then(
      () => true,
      () => false,
    );
    if (isThere) return origin;
    await Promise.race([
      delay(50),
      prism.exited.then(() => {
        throw new Error('Prism has ended');
      }),
    ]);
  }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
