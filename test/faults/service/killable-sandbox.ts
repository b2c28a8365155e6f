import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ConnectionSummary, DeliverySummary, SandboxAddresses } from '../../../src/sandbox/control/contract.ts';
import { root } from '../../tools/lib/paths.ts';

/** A sandbox in a process that is killed and started again, with a webhook to `uri`. */
export class KillableSandbox {
  readonly #child: ChildProcessByStdio<null, Readable, null>;
  readonly #addresses: SandboxAddresses;

  private constructor(child: ChildProcessByStdio<null, Readable, null>, addresses: SandboxAddresses) {
    this.#child = child;
    this.#addresses = addresses;
  }

  /** Its vehicles charge only when told to: at some hours, one would of itself. */
  static async start(state: string, uri: string): Promise<KillableSandbox> {
    const scenario = join(dirname(state), 'scenario.json');
    await writeFile(scenario, JSON.stringify({ recordsPerVehicle: 0 }));
    const args = ['src/sandbox/main.ts', '--auto-approve', '--state', state, '--webhook', uri, '--scenario', scenario];
    const child = spawn(process.execPath, args.with(0, join(root, args[0] ?? '')), {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return new KillableSandbox(child, JSON.parse(line) as SandboxAddresses);
  }

  get token(): string {
    return this.#addresses.v3?.applicationManagementToken ?? '';
  }

  /** The owner shares all vehicles; their IDs. */
  async connect(): Promise<readonly string[]> {
    const { connectUrl, clientId } = this.#addresses;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: 'http://localhost:9/callback',
      scope: 'read_vehicle_info read_battery read_charge read_charge_records',
    });
    await fetch(`${connectUrl}?${query.toString()}`, { redirect: 'manual' });
    const { connections } = await this.#control<{ connections: ConnectionSummary[] }>('/connections');
    return connections.map(({ vehicleId }) => vehicleId);
  }

  /** Whether the sandbox has said so. */
  async charge(vehicleId: string, location: string): Promise<boolean> {
    await this.#control('/charges', { vehicleId, location });
    return true;
  }

  /** Nothing waits any more. */
  async settle(seconds: number): Promise<void> {
    const events = await fetch(`${this.#addresses.controlUrl}/events`);
    const reader = events.body?.getReader();
    for (;;) {
      const { deliveries } = await this.#control<{ deliveries: DeliverySummary[] }>('/deliveries');
      const { webhooks } = await this.#control<{ webhooks: { verified: boolean }[] }>('/webhooks');
      const waiting = deliveries.filter(({ status }) => status === 'waiting');
      if (waiting.length === 0 && webhooks.every(({ verified }) => verified)) break;
      if (waiting.some(({ attempts }) => attempts > 0)) await this.#control('/clock', { advance: seconds });
      await reader?.read();
    }
    await reader?.cancel();
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }

  async #control<T>(path: string, body?: object): Promise<T> {
    const { controlUrl } = this.#addresses;
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${controlUrl}${path}`, init);
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}`);
    return (await answer.json()) as T;
  }
}
