import type { FaultInput } from '../../../../src/sandbox/faults/fault-schema.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import type { Delivery, DeliverySummary, WebhookSummary } from '../../../../src/sandbox/control/contract.ts';
import type { WebhookChange } from '../../../../src/sandbox/webhooks/webhook-options.ts';
import { Version3Client } from '../v3/client.ts';
import { Receiver } from './receiver.ts';

/** A sandbox, an application of version 3, and the application's receiver of webhooks. */
export class Workbench {
  readonly app: Version3Client;
  readonly receiver: Receiver;

  private constructor(app: Version3Client, receiver: Receiver) {
    this.app = app;
    this.receiver = receiver;
  }

  /** Nobody is subscribed to anything. */
  static async start(options: SandboxOptions = {}): Promise<Workbench> {
    const app = await Version3Client.start(options, { subscribed: false });
    const receiver = await Receiver.start(app.client.addresses.v3?.applicationManagementToken ?? '');
    return new Workbench(app, receiver);
  }

  get sandbox() {
    return this.app.client.sandbox;
  }

  async control<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
    const answer = await this.app.client.control(path, method, body);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }

  create(options: WebhookChange = {}): Promise<WebhookSummary> {
    return this.control('/webhooks', 'POST', { callbackUri: this.receiver.uri, autoSubscribe: false, ...options });
  }

  change(id: string, change: WebhookChange): Promise<WebhookSummary> {
    return this.control(`/webhooks/${id}`, 'PUT', change);
  }

  /** A webhook to which one vehicle is subscribed, after its first delivery. */
  async subscribed(options: WebhookChange = {}, vehicle = 0): Promise<WebhookSummary> {
    const webhook = await this.create(options);
    await this.app.subscribe(vehicle, webhook.id);
    await this.receiver.next();
    return webhook;
  }

  charge(vehicle = 0, more: object = {}): Promise<unknown> {
    return this.control('/charges', 'POST', { vehicleId: this.app.vehicleIds[vehicle], ...more });
  }

  fault(fault: FaultInput): number {
    return this.sandbox.faults.add(fault).id;
  }

  async deliveries(): Promise<readonly DeliverySummary[]> {
    return (await this.control<{ deliveries: DeliverySummary[] }>('/deliveries')).deliveries;
  }

  delivery(id: number): Promise<Delivery> {
    return this.control(`/deliveries/${id}`);
  }

  /** As soon as a delivery fits; it may fit already. */
  async delivered(fits: (delivery: DeliverySummary) => boolean): Promise<DeliverySummary> {
    const events = await this.app.client.control('/events');
    const reader = events.body?.getReader();
    try {
      for (;;) {
        const found = (await this.deliveries()).find(fits);
        if (found) return found;
        if ((await reader?.read())?.done !== false) throw new Error('The sandbox has ended.');
      }
    } finally {
      await reader?.cancel();
    }
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.receiver.close();
  }
}
