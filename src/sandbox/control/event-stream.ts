import type { Disposable } from '../../common/event.ts';
import type { Faults } from '../faults/faults.ts';
import type { DeliveryLog } from '../webhooks/delivery-log.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { controlEvents, JournalEntry } from './contract.ts';
import type { Journal } from './journal.ts';
import type { SandboxState } from './sandbox-state.ts';
import { deliverySummary } from './summaries.ts';

interface EventSources {
  readonly journal: Journal;
  readonly faults: Faults;
  readonly state: SandboxState;
  readonly vehicles: Pick<Vehicles, 'onDidAddCharge'>;
  readonly webhooks: Pick<Webhooks, 'onDidChange'>;
  readonly log: Pick<DeliveryLog, 'onDidChange'>;
}

/** How far a reader may fall behind before it is disconnected; it then reconnects and requests what it missed. */
const mostWaiting = 1000;

/**
 * Server-Sent Events about what happens in the sandbox.
 *
 * @param since the stream starts with the entries after this one
 */
export function eventStream(
  { journal, faults, state, vehicles, webhooks, log }: EventSources,
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
        journal.onDidAdd((entry) => {
          send(requestEvent(entry));
        }),
        faults.onDidChange(() => {
          send(eventText('faults'));
        }),
        state.onDidChange((what) => {
          send(eventText(what));
        }),
        vehicles.onDidAddCharge((vehicleId) => {
          send(eventText('charge', { vehicleId }));
        }),
        webhooks.onDidChange(() => {
          send(eventText('webhooks'));
        }),
        log.onDidChange((delivery) => {
          send(eventText('delivery', deliverySummary(delivery)));
        }),
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
