import { joinBatches } from './batch-join.ts';
import { packBatch } from './pack-batch.ts';
import type { PageMessage, Posted, ToPage } from '../protocol/to-page.ts';

/** Records of a message that is made of several: the page takes them in a millisecond or two. */
const mostRows = 6000;

function follows(message: ToPage | undefined, first: PageMessage<'batch'>): message is PageMessage<'batch'> {
  return message?.type === 'batch' && message.load === first.load && message.vehicle === first.vehicle;
}

export interface Joinable {
  /** Of messages. */
  readonly count: number;
  /** Whether no message that may still come would go with them. */
  readonly closed: boolean;
}

/** The first of the messages with the batches that follow it, which go as one; the first batch of a load goes by itself. */
export function joinable(messages: readonly ToPage[]): Joinable {
  const [first] = messages;
  if (!first) return { count: 0, closed: false };
  if (first.type !== 'batch' || first.batch.firstRow === 0) return { count: 1, closed: true };
  let { rows } = first.batch;
  let count = 1;
  for (let next = messages[count]; follows(next, first) && rows + next.batch.rows <= mostRows; next = messages[count]) {
    rows += next.batch.rows;
    count += 1;
  }
  return { count, closed: count < messages.length || rows === mostRows };
}

/** Messages that go as one, as the page is sent them: in few bytes. Undefined if there are none. */
export function joined([first, ...following]: readonly ToPage[]): Posted | undefined {
  if (first?.type !== 'batch') return first;
  const batches = following.flatMap((message) => (message.type === 'batch' ? [message.batch] : []));
  return { ...first, batch: packBatch(joinBatches([first.batch, ...batches])) };
}
