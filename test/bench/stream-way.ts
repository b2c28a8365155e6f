// Reads one body in a process of its own and says what that took: node stream-way.ts WAY FILE KIND. Not to be started by a
// large process: the most memory of a new one is, at first, what its parent has.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ColumnBatch } from '../../src/service/records/columns.ts';
import type { RecordReading } from '../../src/service/model/record-reading.ts';
import { readColumns } from '../../src/service/records/record-stream.ts';
import { chargeForm } from '../../src/service/records/wire-format.ts';
import { isVersion3 } from './record-body.ts';

/**
 * `floor`: text and JSON.parse of the whole body, and no look at what is in it. `columns`: what the viewer's host does.
 * `once`: the same of a body that comes in one piece. These have the bytes beforehand. `stream`: the same as `columns`, of
 * bytes that come while they are read, as from the service.
 */
const ways = ['floor', 'columns', 'once', 'stream'] as const;
export type Way = (typeof ways)[number];

const chunkBytes = 1 << 16;

/** Times in milliseconds. */
export interface StreamRun {
  readonly firstBatch: number;
  readonly allRows: number;
  /** Processor time of the thread until all rows are there: without what a busy machine took from it. */
  readonly work: number;
  /** Longest processor time in which nothing else of the process got its turn. */
  readonly longestWork: number;
  /** Most resident memory of the process, in megabytes. */
  readonly maxRss: number;
  readonly records: number;
}

/** Milliseconds of processor time that this thread has had. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Looks at the thread's processor time whenever it gets its turn. */
class Heartbeat {
  #last = processorTime();
  #longest = 0;
  readonly #timer = setInterval(() => this.#beat(), 1);

  #beat(): void {
    const now = processorTime();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }

  stop(): number {
    clearInterval(this.#timer);
    this.#beat();
    return this.#longest;
  }
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}

interface Signal {
  readonly attributes?: { readonly body: { readonly values: readonly unknown[] } };
}

interface Parsed extends Signal {
  readonly records?: readonly unknown[];
  readonly data?: Signal;
}

function textAndParse(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const { records, data, attributes = data?.attributes } = JSON.parse(text) as Parsed;
  return (records ?? attributes?.body.values ?? []).length;
}

/** With a range, as the client of version 3 has one for every answer. */
function readingOf(kind: string): RecordReading | undefined {
  if (!isVersion3(kind)) return undefined;
  return { form: chargeForm, judge: () => [], range: { from: kind === 'lean past' ? Date.UTC(2090, 0) : 0 } };
}

async function measure(way: Way, file: string, kind: string): Promise<StreamRun> {
  const bytes = way === 'stream' ? undefined : await readFile(file);
  const heartbeat = new Heartbeat();
  const [start, workStart] = [performance.now(), processorTime()];
  let [records, firstBatch] = [0, NaN];
  // Kept as the viewer's panel keeps them: the page may ask for them again.
  const kept: ColumnBatch[] = [];
  if (bytes && way === 'floor') {
    records = textAndParse(bytes);
  } else {
    const pieceBytes = way === 'once' ? Infinity : chunkBytes;
    const body = bytes ? chunksOf(bytes, pieceBytes) : createReadStream(file);
    for await (const batch of readColumns(body, undefined, readingOf(kind))) {
      if (kept.length === 0) firstBatch = performance.now() - start;
      kept.push(batch);
      records += batch.rows;
    }
  }
  const [allRows, work] = [performance.now() - start, processorTime() - workStart];
  const longestWork = heartbeat.stop();
  return { firstBatch, allRows, work, longestWork, maxRss: process.resourceUsage().maxRSS / 1024, records };
}

if (import.meta.main) {
  const [, , name, file, kind = ''] = process.argv;
  const way = ways.find((each) => each === name);
  if (!way || !file) throw new Error(`Usage: stream-way.ts ${ways.join('|')} FILE KIND`);
  process.stdout.write(JSON.stringify(await measure(way, file, kind)));
}
