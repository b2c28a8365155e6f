import type { Disposable } from '../../common/event.ts';
import type { Faults } from '../faults/faults.ts';
import type { controlEvents, JournalEntry } from './contract.ts';
import type { Journal } from './journal.ts';
import type { SandboxState } from './sandbox-state.ts';

interface Sources {
  readonly journal: Journal;
  readonly faults: Faults;
  readonly state: SandboxState;
}

/** How far a reader may fall behind before it is disconnected; it reconnects and asks for what it missed. */
const mostWaiting = 1000;

/**
 * Server-Sent Events of what happens in the sandbox.
 *
 * @param since first come the entries after this one
 */
export function eventStream({ journal, faults, state }: Sources, since?: number): ReadableStream<Uint8Array> {
  let listeners: readonly Disposable[] = [];
  const stop = () => {
    for (const listener of listeners) listener.dispose();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const send = (event: keyof typeof controlEvents, data: object = {}, id = '') => {
        if ((controller.desiredSize ?? 0) < -mostWaiting) {
          stop();
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(`event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`));
      };
      const sendRequest = (entry: JournalEntry) => {
        send('request', entry, `id: ${entry.id}\n`);
      };
      listeners = [
        journal.onDidAdd(sendRequest),
        faults.onDidChange(() => {
          send('faults');
        }),
        state.onDidChange((what) => {
          send(what);
        }),
      ];
      // A comment, so that the reader knows at once that it is connected.
      controller.enqueue(encoder.encode(': the sandbox\n\n'));
      if (since !== undefined) for (const entry of journal.since(since)) sendRequest(entry);
    },
    cancel: stop,
  });
}
