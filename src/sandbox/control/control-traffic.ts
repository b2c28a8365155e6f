import { Hono } from 'hono';
import * as z from 'zod';
import type { Disposable } from '../../common/event.ts';
import type { Faults } from '../faults/faults.ts';
import { orRefuse } from './control-json.ts';
import type { SandboxEnv } from '../http.ts';
import type { Journal } from './journal.ts';
import type { WholeState } from '../world/state.ts';

export interface TrafficParts {
  readonly journal: Journal;
  readonly faults: Faults;
  readonly state: WholeState;
}

export const sinceQuery = z.object({ since: z.coerce.number().int().min(0).default(0) });

/** How much a reader may fall behind before it is let go; it comes back and asks for what it missed. */
const mostWaiting = 1000;

/** What applications ask of the sandbox, to look up and to watch. */
export function trafficRoutes({ journal, faults, state }: TrafficParts): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  routes.get('/sandbox/requests', (c) => {
    const { since } = orRefuse(() => sinceQuery.parse(c.req.query()));
    return c.json({ requests: journal.since(since) });
  });

  routes.delete('/sandbox/requests', (c) => {
    journal.clear();
    return c.body(null, 204);
  });

  // Server-Sent Events: `request` with an entry of the journal; `clock`, `faults`, `state` when that has changed.
  routes.get('/sandbox/events', (c) => {
    // A reader that comes back says what it had; its address still says where it began.
    const last = c.req.header('Last-Event-ID');
    const { since } = orRefuse(() =>
      sinceQuery.parse({ ...c.req.query(), ...(last !== undefined && { since: last }) }),
    );
    let listeners: readonly Disposable[] = [];
    const stop = () => {
      for (const listener of listeners) listener.dispose();
    };
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const encoder = new TextEncoder();
        const send = (event: string, data: unknown, id = '') => {
          if ((controller.desiredSize ?? 0) < -mostWaiting) {
            stop();
            controller.close();
            return;
          }
          controller.enqueue(encoder.encode(`event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`));
        };
        const sendRequest = (entry: { readonly id: number }) => {
          send('request', entry, `id: ${entry.id}\n`);
        };
        listeners = [
          journal.onDidAdd(sendRequest),
          faults.onDidChange(() => {
            send('faults', {});
          }),
          state.onDidChange((what) => {
            send(what, {});
          }),
        ];
        // A comment, so that the reader knows at once that it is connected.
        controller.enqueue(encoder.encode(': the sandbox\n\n'));
        if (since > 0 || c.req.query('since') !== undefined)
          for (const entry of journal.since(since)) sendRequest(entry);
      },
      cancel: stop,
    });
    return c.body(body, 200, { 'Content-Type': 'text/event-stream' });
  });

  return routes;
}
