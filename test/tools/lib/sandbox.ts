import { join } from 'node:path';
import { dist } from './paths.ts';
import { Service } from './service.ts';

/** What the sandbox prints when it listens. */
export interface SandboxAddresses {
  readonly authUrl: string;
  readonly baseUrl: string;
  readonly connectUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly controlUrl: string;
}

export interface RunningSandbox extends SandboxAddresses {
  /** Tells the extension to use this sandbox instead of starting its own. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the built sandbox, on a free port unless `args` says otherwise. */
export async function startSandbox(log: string, ...args: readonly string[]): Promise<RunningSandbox> {
  const service = new Service(process.execPath, [join(dist, 'sandbox.js'), ...args], { log });
  const [line] = await service.says(/^\{.*\}$/m);
  const addresses = JSON.parse(line) as SandboxAddresses;
  return { ...addresses, env: { VEHICLE_DATA_SANDBOX_URL: addresses.controlUrl }, stop: () => service.stop() };
}
