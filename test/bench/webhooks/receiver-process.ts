// Started with fork: a receiver of webhooks that answers at once, in a process of its own so that it shares no thread with
// the sender that is measured.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { challengeAnswer } from '../../../src/service/webhooks/signature.ts';

/** What it is told to do: to begin anew, to say what came, or to keep bodies of the next events. */
export type ReceiverTask = { readonly token: string } | 'begin' | 'count' | { readonly keep: number };

export interface Arrivals {
  readonly uri: string;
  readonly events: number;
  /** Different event IDs, of each type. */
  readonly distinct: Readonly<Record<string, number>>;
  /** When the first and the last came, and now, in milliseconds of this process. */
  readonly first: number;
  readonly last: number;
  readonly now: number;
  readonly kept: readonly string[];
}

let token = '';
let keep = 0;
let came = none();

function none() {
  return {
    events: 0,
    ids: new Map<string, Set<string>>(),
    first: performance.now(),
    last: performance.now(),
    kept: [] as string[],
  };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString('latin1');
    const challenge = /"challenge":"([\w-]+)"/.exec(text)?.[1];
    if (challenge !== undefined) {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(challengeAnswer(token, challenge)));
      return;
    }
    response.end();
    const [, id = '', type = ''] = /^\{"eventId":"([^"]+)","eventType":"([^"]+)"/.exec(text) ?? [];
    const ids = came.ids.get(type) ?? new Set();
    came.ids.set(type, ids.add(id));
    came.events += 1;
    came.last = performance.now();
    if (came.events === 1) came.first = came.last;
    if (came.kept.length < keep) came.kept.push(Buffer.from(text, 'latin1').toString());
  });
}).listen(0, '127.0.0.1');

process.on('message', (task: ReceiverTask) => {
  if (task === 'begin') came = none();
  else if (task !== 'count') {
    if ('token' in task) ({ token } = task);
    else ({ keep } = task);
  }
  const { events, ids, first, last, kept } = came;
  const arrivals: Arrivals = {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ...{ events, first, last, now: performance.now() },
    distinct: Object.fromEntries([...ids].map(([type, { size }]) => [type, size])),
    kept: task === 'count' ? kept : [],
  };
  process.send?.(arrivals);
});
process.on('disconnect', () => process.exit());
