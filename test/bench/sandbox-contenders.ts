import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { dist } from '../tools/lib/paths.ts';
import { Service } from '../tools/lib/service.ts';
import type { Shot } from './load.ts';
import { installPeers, peerCommand } from './peers.ts';

export const peers = { '@stoplight/prism-cli': '5.16.0', 'oauth2-mock-server': '9.3.0' } as const;

/** A server that is running. */
export interface Contender {
  readonly name: string;
  readonly origin: string;
  /** Milliseconds from the start of its process until it answers. */
  readonly startedIn: number;
  stop(): Promise<void>;
}

export interface Sandbox extends Contender {
  readonly controlUrl: string;
  readonly pid: number;
  /** A refresh of a chain of its own, by rotation. */
  tokenShot(): Promise<Shot>;
  /** The records of a month. */
  recordsShot(): Promise<Shot>;
}

const form = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'bench' };

/** Our sandbox as it is built, on its own port. */
export async function startSandbox(): Promise<Sandbox> {
  const start = performance.now();
  const service = new Service(process.execPath, [join(dist, 'sandbox.js'), '--auto-approve'], { log: log('sandbox') });
  const [line] = await service.says(/^\{.*\}$/m);
  const startedIn = performance.now() - start;
  const { baseUrl, controlUrl, connectUrl, clientId, clientSecret } = JSON.parse(line) as Record<string, string>;
  const origin = baseUrl ?? '';
  const headers = { ...form, authorization: `Basic ${btoa(`${clientId ?? ''}:${clientSecret ?? ''}`)}` };
  const redirectUri = 'http://localhost:9/callback';
  const connect = new URLSearchParams({
    response_type: 'code',
    client_id: clientId ?? '',
    redirect_uri: redirectUri,
    scope: 'read_vehicle_info read_battery read_charge_records',
  });
  const pair = async () => {
    const sent = await request(`${connectUrl ?? ''}?${connect.toString()}`);
    await sent.body.dump();
    const code = new URL(String(sent.headers.location)).searchParams.get('code') ?? '';
    const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }).toString();
    const answer = await request(`${origin}/oauth/token`, { method: 'POST', headers, body });
    return (await answer.body.json()) as { access_token: string; refresh_token: string };
  };
  const summary = (await (await request(controlUrl ?? '')).body.json()) as Summary;
  return {
    name: 'sandbox',
    origin,
    startedIn,
    controlUrl: controlUrl ?? '',
    pid: summary.pid,
    tokenShot: async () => ({ path: '/oauth/token', headers, body: refreshForm, token: (await pair()).refresh_token }),
    recordsShot: async () => {
      const vehicle = summary.vehicles.find(({ records }) => records !== null);
      const path = `/v2.0/vehicles/${vehicle?.id ?? ''}/${vehicle?.make.toLowerCase() ?? ''}/charge/records`;
      return { path, headers: { authorization: `Bearer ${(await pair()).access_token}` } };
    },
    stop: () => service.stop(),
  };
}

interface Summary {
  readonly pid: number;
  readonly vehicles: readonly { readonly id: string; readonly make: string; readonly records: number | null }[];
}

const refreshForm = 'grant_type=refresh_token&refresh_token=$TOKEN';

/** A token request for a server that checks less than ours. */
export const looseTokenShot = (path: string): Shot => ({ path, headers: form, body: refreshForm, token: 'x' });

/** Prism, with bodies of ours as its examples: it answers what it was given, and its document asks it to check as little as there can be. */
export async function startPrism(examples: Readonly<Record<'token' | 'records', unknown>>): Promise<Contender> {
  const folder = await installPeers('sandbox', peers);
  const answer = (example: unknown) => ({
    responses: { 200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' }, example } } } },
  });
  const parameters = ['id', 'make'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const requestBody = { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Service', version: '2.0' },
    paths: {
      '/oauth/token': { post: { requestBody, ...answer(examples.token) } },
      '/v2.0/vehicles/{id}/{make}/charge/records': { get: { parameters, ...answer(examples.records) } },
    },
  };
  const file = join(folder, 'service.json');
  await writeFile(file, JSON.stringify(document));
  const script = await peerCommand(folder, '@stoplight/prism-cli', 'prism');
  return startPeer('prism', (port) => [script, 'mock', file, '-p', String(port), '-v', 'silent']);
}

export async function startOAuthMock(): Promise<Contender> {
  const folder = await installPeers('sandbox', peers);
  const script = await peerCommand(folder, 'oauth2-mock-server', 'oauth2-mock-server');
  return startPeer('oauth2-mock-server', (port) => [script, '-a', '127.0.0.1', '-p', String(port)]);
}

async function startPeer(name: string, command: (port: number) => string[]): Promise<Contender> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const service = new Service(process.execPath, command(port), { log: log(name) });
  while (!(await answers(origin))) {
    if (performance.now() - start > 60_000) throw new Error(`${name} does not answer`);
    await delay(5);
  }
  return { name, origin, startedIn: performance.now() - start, stop: () => service.stop() };
}

async function answers(origin: string): Promise<boolean> {
  try {
    await (await request(origin)).body.dump();
    return true;
  } catch {
    return false;
  }
}

function log(name: string): string {
  return join(import.meta.dirname, '../../.vscode-test/bench', `${name}.log`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
