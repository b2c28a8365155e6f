import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SandboxAddresses } from '../../../src/sandbox/control/contract.ts';
import { issuedVariable } from './issued.ts';
import { dist } from './paths.ts';
import { Service } from './service.ts';

/** What the sandbox prints when it listens. */
export type { SandboxAddresses };

export interface RunningSandbox extends SandboxAddresses {
  /** Tells the extension to use this sandbox instead of starting its own. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the built sandbox, on a free port unless `args` says otherwise. */
export function startSandbox(log: string, ...args: readonly string[]): Promise<RunningSandbox> {
  return startSandboxOf(process.execPath, join(dist, 'sandbox.js'), log, ...args);
}

/** Starts that one, on that Node. */
export function startSandboxOf(node: string, script: string, log: string, ...args: readonly string[]) {
  return listening(new Service(node, [script, ...args], { log }));
}

/** Starts a sandbox that notes in the file `issued` every code and token that it gives out: itself, it forgets dead ones. */
export function startNotingSandbox(log: string, issued: string, ...args: readonly string[]): Promise<RunningSandbox> {
  const noting = ['--import', pathToFileURL(join(import.meta.dirname, 'note-issued.ts')).href];
  const env = { ...process.env, [issuedVariable]: issued };
  return listening(new Service(process.execPath, [...noting, join(dist, 'sandbox.js'), ...args], { log, env }));
}

async function listening(service: Service): Promise<RunningSandbox> {
  const [line] = await service.says(/^\{.*\}$/m);
  const addresses = JSON.parse(line) as SandboxAddresses;
  return { ...addresses, env: { VEHICLE_DATA_SANDBOX_URL: addresses.controlUrl }, stop: () => service.stop() };
}
