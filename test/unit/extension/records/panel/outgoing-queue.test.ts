import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { OutgoingQueue } from '../../../../../src/extension/records/panel/outgoing-queue.ts';
import type { ToPage } from '../../../../../src/viewer/messages/to-page.ts';
import { ColumnWriter } from '../../../../../src/service/records/column-writer.ts';
import { record } from '../../../service/records/record-bodies.ts';

function batch(firstRow: number, rows = 1, load = 1, vehicle?: number): ToPage {
  const records = Array.from({ length: rows }, () => record({}));
  const written = { ...new ColumnWriter().write(records, firstRow), raw: [] };
  return { type: 'batch', load, batch: written, ...(vehicle !== undefined && { vehicle }) };
}

const start: ToPage = { type: 'start', load: 1 };
const capacity: ToPage = { type: 'capacity', nominal: 80 };
const done: ToPage = { type: 'done', load: 1, rows: 1, receivedAt: 1 };

/** VS Code, which has a message delivered when the test says so. */
class SlowWindow {
  readonly posted: string[] = [];
  readonly #delivered: { resolve: () => void; reject: (error: Error) => void }[] = [];
  readonly post = new OutgoingQueue((message) => {
    this.posted.push(message.type === 'batch' ? `${message.batch.firstRow}+${message.batch.rows}` : message.type);
    if (message.type === 'batch')
      assert.equal('raw' in message.batch, false, 'records to the letter stay with the host');
    return new Promise<void>((resolve, reject) => this.#delivered.push({ resolve, reject }));
  });

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

  it('takes ahead how a longer one begins, and not how it ends', () => {
    window.send(start, batch(0, 2), batch(2, 3), done);
    assert.deepEqual(window.posted, ['start', '0+2']);
    window.post.listen();
    assert.deepEqual(window.posted.slice(2), ['start', '0+2', '2+3', 'done']);
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

  it('says nothing where there is no page, and forgets what waits when it goes', () => {
    window.send(start, batch(0, 2));
    window.post.hush();
    window.posted.length = 0;
    window.send(batch(0, 2));
    window.post.expect([]);
    window.post.listen();
    assert.deepEqual(window.posted, []);
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
    window.send(batch(0, 5000), batch(5000, 45_000), done, batch(50_000, 1000), done);
    assert.deepEqual(window.posted, ['0+5000', '5000+45000', 'done']);
    await window.deliver();
    assert.deepEqual(window.posted.slice(3), ['50000+1000', 'done']);
  });

  it('makes no room by a message without records', async () => {
    window.send(done, batch(0, 50_000), batch(50_000));
    await window.deliver();
    assert.deepEqual(window.posted, ['done', '0+50000']);
  });

  it('gives a batch of any size when none is under way', () => {
    window.send(batch(0, 51_000));
    assert.deepEqual(window.posted, ['0+51000']);
  });

  it('goes on after a message that could not be delivered', async () => {
    window.send(batch(0, 50_000), batch(50_000));
    await window.refuse();
    assert.deepEqual(window.posted.slice(1), ['50000+1']);
  });

  it('forgets what waits for a page that is gone, and does not wait for its answers', async () => {
    window.send(batch(0, 50_000), batch(50_000));
    window.post.expect([]);
    window.post.listen();
    window.send(batch(0, 50_000), batch(50_000, 2));
    assert.deepEqual(window.posted.slice(1), ['0+50000']);
    await window.deliver();
    assert.deepEqual(window.posted.slice(2), [], 'late answers of the old page make no room');
    await window.deliver();
    assert.deepEqual(window.posted.slice(2), ['50000+2']);
  });
});
