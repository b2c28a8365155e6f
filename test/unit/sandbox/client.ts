import { request } from 'node:http';
import type { Clock } from '../../../src/common/clock.ts';
import type { Overview } from '../../../src/sandbox/control/contract.ts';
import { tokenPair } from '../../../src/service/oauth/token-contract.ts';
import { vehicleList } from '../../../src/service/v2/contract.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/server.ts';

export const redirectUri = 'http://localhost:9/callback';

/** Noon of a day, and it stays noon unless the sandbox's own clock is turned. */
export const noon = Date.UTC(2026, 10, 21, 12);
const stopped: Clock = { now: () => noon };

/** A sandbox and what an application does with it, in real HTTP. */
export class SandboxClient {
  readonly sandbox: Sandbox;

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  static async start(options: SandboxOptions = {}): Promise<SandboxClient> {
    return new SandboxClient(await startSandbox({ autoApprove: true, clock: stopped, ...options }));
  }

  get addresses() {
    return this.sandbox.addresses;
  }

  connectUrl(parameters: Record<string, string> = {}): string {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.addresses.clientId,
      redirect_uri: redirectUri,
      scope: 'read_vehicle_info read_battery read_charge_records',
      ...parameters,
    });
    return `${this.addresses.connectUrl}?${query.toString()}`;
  }

  /** Goes through Connect, which approves by itself. */
  async code(parameters: Record<string, string> = {}): Promise<string> {
    const answer = await fetch(this.connectUrl(parameters), { redirect: 'manual' });
    return new URL(answer.headers.get('Location') ?? '').searchParams.get('code') ?? '';
  }

  token(
    form: Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[],
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const { authUrl, clientId, clientSecret } = this.addresses;
    const body = new URLSearchParams(form as Record<string, string>);
    const authorization = { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
    return fetch(`${authUrl}/oauth/token`, { method: 'POST', headers: { ...authorization, ...headers }, body });
  }

  exchange(code: string): Promise<Response> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** A fresh pair, checked against the contract. */
  async pair(parameters: Record<string, string> = {}) {
    return tokenPair.parse(await (await this.exchange(await this.code(parameters))).json());
  }

  get(path: string, accessToken: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.addresses.baseUrl}${path}`, {
      headers: { Authorization: `Bearer ${accessToken}`, ...headers },
    });
  }

  /** IDs of a page of the vehicles, as version 2.0 lists them. */
  async vehicleIds(accessToken: string, query = ''): Promise<string[]> {
    return vehicleList.parse(await (await this.get(`/v2.0/vehicles${query}`, accessToken)).json()).vehicles;
  }

  /** What the control address shows: addresses, time, owners and vehicles. */
  async overview(): Promise<Overview> {
    return (await (await this.control('/')).json()) as Overview;
  }

  control(path: string, method = 'GET', body?: unknown): Promise<Response> {
    return fetch(`${this.addresses.controlUrl}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}

/** To be called in a `describe`: all that is started in a test is closed after it. */
export function closedAfterEach<Options extends unknown[], Started extends { close(): Promise<void> }>(
  start: (...options: Options) => Promise<Started>,
): (...options: Options) => Promise<Started> {
  const open: Started[] = [];
  afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));
  return async (...options) => {
    const started = await start(...options);
    open.push(started);
    return started;
  };
}

/** A request with headers that `fetch` sets by itself: `Host`, `Origin`, no `User-Agent`. Resolves with the status. */
export function rawRequest(url: string, method: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, setHost: headers.Host === undefined }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end(body);
  });
}
