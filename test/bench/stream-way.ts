// Reads one body in a process of its own and says what that took: node stream-way.ts WAY URL. Not to be started
// by a large process: the most memory of a new one is, at first, what its parent has.
import { readColumns } from '../../src/service/records/record-stream.ts';
import type { ColumnBatch } from '../../src/service/records/columns.ts';

/**
 * `idle`: nothing is read. `floor`: text + JSON.parse of the whole body, and no look at what is in it. `columns`: what the
 * viewer's host does.
 */
const ways = ['idle', 'floor', 'columns'] as const;
export type Way = (typeof ways)[number];

/** Times in milliseconds from the response's first byte. */
export interface StreamRun {
  readonly firstBatch: number;
  readonly allRows: number;
  /** Longest time in which nothing else of the process got its turn, garbage collection included. */
  readonly longestBlock: number;
  /** The same in processor time of the thread: without what other processes of a busy machine took from it. */
  readonly longestWork: number;
  /** Most resident memory of the process, in megabytes. */
  readonly maxRss: number;
  readonly records: number;
  /** Bytes that go to the page. */
  readonly postedBytes: number;
}

/** Milliseconds of processor time that this thread has had. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Looks at the clock each millisecond; the longest pause between two looks is what something waiting would wait. */
class Heartbeat {
  #last = performance.now();
  #lastWork = processorTime();
  #longest = 0;
  #longestWork = 0;
  readonly #timer = setInterval(() => this.#beat(), 1);

  #beat(): void {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last - 1);
    this.#last = now;
    const work = processorTime();
    this.#longestWork = Math.max(this.#longestWork, work - this.#lastWork);
    this.#lastWork = work;
  }

  stop(): { readonly longestBlock: number; readonly longestWork: number } {
    clearInterval(this.#timer);
    this.#beat();
    return { longestBlock: this.#longest, longestWork: this.#longestWork };
  }
}

function bytesOf({ raw: _raw, ...batch }: ColumnBatch): number {
  let bytes = 0;
  const rest = JSON.stringify(batch, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    bytes += value.byteLength;
    return undefined;
  });
  return bytes + rest.length;
}

async function measure(way: Way, url: string): Promise<StreamRun> {
  const response = await fetch(url);
  const start = performance.now();
  const heartbeat = new Heartbeat();
  const run = { firstBatch: NaN, records: 0, postedBytes: 0 };
  // Kept as the viewer's panel keeps them: the page may ask for them again.
  const kept: ColumnBatch[] = [];
  if (way === 'floor') {
    const { records } = JSON.parse(await response.text()) as { records: unknown[] };
    run.records = records.length;
    run.firstBatch = performance.now() - start;
  } else if (way === 'columns' && response.body) {
    for await (const batch of readColumns(response.body)) {
      if (kept.length === 0) run.firstBatch = performance.now() - start;
      kept.push(batch);
      run.postedBytes += bytesOf(batch);
      run.records += batch.rows;
    }
  }
  const allRows = performance.now() - start;
  const blocks = heartbeat.stop();
  const maxRss = process.resourceUsage().maxRSS / 1024;
  return { ...run, ...blocks, allRows, maxRss };
}

if (import.meta.main) {
  const [, , name, url] = process.argv;
  const way = ways.find((each) => each === name);
  if (!way || !url) throw new Error(`Usage: stream-way.ts ${ways.join('|')} URL`);
  process.stdout.write(JSON.stringify(await measure(way, url)));
}
