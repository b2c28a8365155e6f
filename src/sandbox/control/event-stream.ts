import type { Disposable } from '../../common/event.ts';
import type { Faults } from '../faults/faults.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Realm } from '../world/realm.ts';
import type { controlEvents, JournalEntry, SandboxAddresses } from './contract.ts';
import type { IdleWatch } from './idle-watch.ts';
import type { Journal } from './journal.ts';
import type { SandboxState } from './sandbox-state.ts';
import { deliverySummary } from './summaries.ts';

/** What the control API shows and changes. */
export interface ControlParts extends Realm {
  readonly addresses: SandboxAddresses;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly state: SandboxState;
  readonly idle: IdleWatch;
  readonly webhooks: Webhooks;
  readonly sender: WebhookSender;
  /** Ends the sandbox. Called once the response has been sent. */
  readonly stop: () => void;
}

/** How far a reader may fall behind before it is disconnected; it then reconnects and requests what it missed. */
const mostWaiting = 1000;

/**
 * Server-Sent Events about what happens in the sandbox.
 *
 * @param since the stream starts with the entries after this one
 */
export function eventStream(
  { journal, faults, clock, state, vehicles, webhooks, sender }: ControlParts,
  since?: number,
): ReadableStream<Uint8Array> {
  let listeners: readonly Disposable[] = [];
  const stop = () => {
    for (const listener of listeners) listener.dispose();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const send = (...events: readonly string[]) => {
        if ((controller.desiredSize ?? 0) >= -mostWaiting) {
          controller.enqueue(encoder.encode(events.join('')));
          return;
        }
        stop();
        controller.close();
      };
      listeners = [
        journal.onDidAdd((entry) => send(requestEvent(entry))),
        faults.onDidChange(() => send(eventText('faults'))),
        clock.onDidChange(() => send(eventText('clock'))),
        state.onDidChange(() => send(eventText('state'))),
        vehicles.onDidAddCharge((vehicleId) => {
          send(eventText('charge', { vehicleId }));
        }),
        webhooks.onDidChange(() => send(eventText('webhooks'))),
        sender.log.onDidChange((delivery) => send(eventText('delivery', deliverySummary(delivery)))),
      ];
      // An SSE comment that tells the reader immediately that it is connected.
      send(': the sandbox\n\n', ...(since === undefined ? [] : journal.since(since).map(requestEvent)));
    },
    cancel: stop,
  });
}

function requestEvent(entry: JournalEntry): string {
  return `id: ${entry.id}\n${eventText('request', entry)}`;
}

function eventText(event: keyof typeof controlEvents, data: object = {}): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
