import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { PagePost } from '../../../../src/records/panel/page-post.ts';
import type { ToPage } from '../../../../src/records/protocol/to-page.ts';
import type { ColumnBatch } from '../../../../src/service/records/columns.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { checkRecords } from '../../../../src/service/records/record-check.ts';
import { record } from '../../service/records/record-bodies.ts';

function batch(firstRow: number, rows = 1, load = 1, vehicle?: number): ToPage {
  const records = Array.from({ length: rows }, () => record({}));
  const written = new ColumnWriter().write(checkRecords(records, firstRow));
  return { type: 'batch', load, batch: written, ...(vehicle !== undefined && { vehicle }) };
}

/** The same, but that it says when its records are read. */
function watched(message: ToPage, onRead: (firstRow: number) => void): ToPage {
  if (message.type !== 'batch') return message;
  const { energy, ...rest } = message.batch;
  const read = () => {
    onRead(rest.firstRow);
    return energy;
  };
  return { ...message, batch: Object.defineProperty(rest, 'energy', { get: read }) as ColumnBatch };
}

const start: ToPage = { type: 'start', load: 1 };
const capacity: ToPage = { type: 'capacity', nominal: 80 };
const done: ToPage = { type: 'done', load: 1, rows: 1, receivedAt: 1 };

/** VS Code, which has a message delivered when the test says so. */
class SlowWindow {
  readonly posted: string[] = [];
  readonly #delivered: { resolve: () => void; reject: (error: Error) => void }[] = [];
  readonly post = new PagePost(
    (message) => {
      this.posted.push(message.type === 'batch' ? `${message.batch.firstRow}+${message.batch.rows}` : message.type);
      this.time += this.each;
      return new Promise<void>((resolve, reject) => this.#delivered.push({ resolve, reject }));
    },
    () => this.time,
  );
  time = 0;
  /** Milliseconds that the host works on each message. */
  each = 0;

  async deliver(): Promise<void> {
    this.#delivered.shift()?.resolve();
    await setImmediate();
  }

  async refuse(): Promise<void> {
    this.#delivered.shift()?.reject(new Error('disposed'));
    await setImmediate();
  }

  send(...messages: readonly ToPage[]): void {
    this.post.send(...messages);
  }
}

describe('the way to a page that comes up', () => {
  let window: SlowWindow;
  beforeEach(() => {
    window = new SlowWindow();
    window.post.expect([]);
  });

  it('takes a first load ahead that is one batch', () => {
    window.send(start, capacity, batch(0, 2), done);
    assert.deepEqual(window.posted, ['start', '0+2', 'done']);
    window.post.listen();
    assert.deepEqual(window.posted.slice(3), ['start', 'capacity', '0+2', 'done'], 'the page may not have heard it');
  });

  it('takes ahead how a longer one begins, and not how it ends', async () => {
    window.send(start, batch(0, 2), batch(2, 3), batch(5), done);
    await setImmediate();
    assert.deepEqual(window.posted, ['start', '0+2']);
    window.post.listen();
    assert.deepEqual(window.posted.slice(2), ['start', '0+2', '2+4', 'done']);
  });

  it('does not take the end of a load ahead of what else is said of it', () => {
    window.send(start, batch(0, 2, 1, 0), { type: 'part', load: 1, vehicle: 0, rows: 2 }, done);
    assert.deepEqual(window.posted, ['start', '0+2']);
  });

  it('takes nothing ahead to a later page', () => {
    window.post.expect([start]);
    window.send(batch(0, 2));
    assert.deepEqual(window.posted, []);
    window.post.listen(capacity);
    assert.deepEqual(window.posted, ['capacity', 'start', '0+2']);
  });

  it('has packed what waits when the page is ready, but for what could become larger', async () => {
    const packed: number[] = [];
    const onPacked = (firstRow: number) => packed.push(firstRow);
    const rows = [2, 5000, 1000, 5000, 4000, 1000];
    let firstRow = 0;
    for (const count of rows) {
      window.send(watched(batch(firstRow, count), onPacked));
      firstRow += count;
    }
    assert.deepEqual(packed, [], 'who reads records goes on');
    await setImmediate();
    assert.deepEqual(packed, [0, 2, 5002, 6002]);
    window.post.listen();
    assert.deepEqual(window.posted, ['0+2', '2+6000', '6002+5000', '11002+5000']);
    assert.deepEqual(packed.slice(4), [11_002, 15_002]);
  });

  it('says nothing where there is no page, makes nothing ready, and forgets what waits when it goes', async () => {
    window.send(start, batch(0, 2));
    window.post.hush();
    window.posted.length = 0;
    const packed: number[] = [];
    window.send(watched(batch(0, 2), (firstRow) => packed.push(firstRow)));
    await setImmediate();
    window.post.expect([]);
    window.post.listen();
    assert.deepEqual([window.posted, packed], [[], []]);
  });
});

describe('the way to the page', () => {
  let window: SlowWindow;
  beforeEach(() => {
    window = new SlowWindow();
    window.post.expect([]);
    window.post.listen();
  });

  it('gives few records at a time, in their order', async () => {
    window.send(batch(0, 5000), batch(5000, 145_000), done, batch(150_000, 1000), done);
    assert.deepEqual(window.posted, ['0+5000', '5000+145000', 'done']);
    await window.deliver();
    assert.deepEqual(window.posted.slice(3), ['150000+1000', 'done']);
  });

  it('makes no room by a message without records', async () => {
    window.send(done, batch(0, 150_000), batch(150_000));
    await window.deliver();
    assert.deepEqual(window.posted, ['done', '0+150000']);
  });

  it('gives a batch of any size when none is under way', () => {
    window.send(batch(0, 151_000));
    assert.deepEqual(window.posted, ['0+151000']);
  });

  it('makes one of the batches that have to wait', async () => {
    window.send(batch(0, 150_000), batch(150_000), batch(150_001, 4), batch(150_005), done);
    assert.deepEqual(window.posted, ['0+150000']);
    await window.deliver();
    assert.deepEqual(window.posted.slice(1), ['150000+6', 'done']);
  });

  it('gives the first records of a load by themselves', () => {
    window.post.send(batch(0, 5), batch(5), batch(6), done);
    assert.deepEqual(window.posted, ['0+5', '5+2', 'done']);
  });

  it('has the other work of the host done between messages that take long, and keeps their order', async () => {
    window.each = 4;
    const others = setImmediate().then(() => window.posted.push('other work'));
    window.send(batch(0), batch(1), batch(2, 1, 2), done);
    await others;
    window.send({ type: 'settings', timeZone: 'utc' });
    while (window.posted.length < 6) await setImmediate();
    assert.deepEqual(window.posted, ['0+1', '1+1', 'other work', '2+1', 'done', 'settings']);
  });

  it('leaves apart what is of another load or another vehicle', async () => {
    window.send(batch(0, 150_000), batch(0, 1, 1, 0), batch(1, 1, 1, 1), batch(2, 1, 2, 1), batch(3, 1, 2, 1));
    await window.deliver();
    assert.deepEqual(window.posted.slice(1), ['0+1', '1+1', '2+2']);
  });

  it('makes no message too large for a short look of the page', async () => {
    window.send(batch(0, 150_000), batch(150_000, 5000), batch(155_000, 1000), batch(156_000));
    await window.deliver();
    assert.deepEqual(window.posted.slice(1), ['150000+6000', '156000+1']);
  });

  it('goes on after a message that could not be delivered', async () => {
    window.send(batch(0, 150_000), batch(150_000));
    await window.refuse();
    assert.deepEqual(window.posted.slice(1), ['150000+1']);
  });

  it('forgets what waits for a page that is gone, and does not wait for its answers', async () => {
    window.send(batch(0, 150_000), batch(150_000));
    window.post.expect([]);
    window.post.listen();
    window.send(batch(0, 150_000), batch(150_000, 2));
    assert.deepEqual(window.posted.slice(1), ['0+150000']);
    await window.deliver();
    assert.deepEqual(window.posted.slice(2), [], 'late answers of the old page make no room');
    await window.deliver();
    assert.deepEqual(window.posted.slice(2), ['150000+2']);
  });
});
