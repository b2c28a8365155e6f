import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { OutgoingQueue } from '../../../../src/extension/records/panel/outgoing-queue.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import type { ToPage } from '../../../../src/viewer/messages/to-page.ts';
import { record } from '../../service/records/record-bodies.ts';

function batch(firstRow: number, rows = 1, vehicle?: number): ToPage {
  const columns = new ColumnWriter().write(Array(rows).fill(record()), firstRow);
  return { type: 'batch', load: 1, batch: columns, ...(vehicle !== undefined && { vehicle }) };
}

const start: ToPage = { type: 'start', load: 1 };
const capacity: ToPage = { type: 'capacity', nominal: 80 };
const done: ToPage = { type: 'done', load: 1, rows: 1, receivedAt: 1 };

describe('the queue to the page', () => {
  let posted: string[];
  /** Of each message, how VS Code answers that it was delivered. */
  let delivered: PromiseWithResolvers<void>[];
  let queue: OutgoingQueue;
  beforeEach(() => {
    [posted, delivered] = [[], []];
    queue = new OutgoingQueue((message) => {
      posted.push(message.type === 'batch' ? `${message.batch.firstRow}+${message.batch.rows}` : message.type);
      const answer = Promise.withResolvers<void>();
      delivered.push(answer);
      return answer.promise;
    });
    queue.expect([]);
  });

  for (const [what, messages, ahead] of [
    ['a load of one batch', [start, capacity, batch(0, 2), done], ['start', '0+2', 'done']],
    ['how a longer one begins', [start, batch(0, 2), batch(2, 3), done], ['start', '0+2']],
    [
      'not the end before what else is said',
      [start, batch(0, 2, 0), { type: 'part', load: 1, vehicle: 0, rows: 2 }, done],
      ['start', '0+2'],
    ],
  ] as [string, ToPage[], string[]][]) {
    it(`takes ahead to the first page: ${what}`, () => {
      queue.send(...messages);
      assert.deepEqual(posted, ahead);
      queue.listen();
      assert.equal(posted.length, ahead.length + messages.length, 'the page may not have heard it');
      posted.length = 0;
      queue.expect([start]);
      queue.send(batch(0, 2));
      assert.deepEqual(posted, [], 'a later one');
      queue.listen(capacity);
      assert.deepEqual(posted, ['capacity', 'start', '0+2']);
    });
  }

  it('gives few records at a time, and goes on when those are delivered or cannot be', async () => {
    queue.listen();
    queue.send(done, batch(0, 5000), batch(5000, 45_000), done, batch(50_000, 51_000), batch(101_000), done);
    assert.deepEqual(posted.splice(0), ['done', '0+5000', '5000+45000', 'done']);
    delivered[0]?.resolve();
    delivered[1]?.resolve();
    await setImmediate();
    assert.deepEqual(posted, [], 'no room for so many yet');
    delivered[2]?.reject(new Error('disposed'));
    await setImmediate();
    assert.deepEqual(posted.splice(0), ['50000+51000'], 'of any size where none is under way');
    delivered[4]?.resolve();
    await setImmediate();
    assert.deepEqual(posted, ['101000+1', 'done']);
  });

  it('forgets what waits for a page that is gone, and does not wait for its answers', async () => {
    queue.listen();
    queue.send(batch(0, 50_000), batch(50_000));
    queue.hush();
    queue.send(batch(0, 50_000));
    queue.expect([]);
    queue.listen();
    posted.length = 0;
    queue.send(batch(0, 50_000), batch(50_000, 2));
    delivered[0]?.resolve();
    await setImmediate();
    assert.deepEqual(posted, ['0+50000'], 'late answers of the old page make no room');
    delivered[1]?.resolve();
    await setImmediate();
    assert.deepEqual(posted.slice(1), ['50000+2']);
  });
});
