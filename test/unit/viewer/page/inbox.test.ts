import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { ToPage } from '../../../../src/viewer/messages/to-page.ts';
import { Inbox } from '../../../../src/viewer/page/inbox.ts';

type Type = ToPage['type'];

/** The page; its frames are painted when the test says so. */
class Page {
  readonly taken: string[] = [];
  /** What comes while a message is taken. */
  readonly meanwhile = new Map<string, string>();
  readonly #frames: (() => void)[] = [];
  readonly #inbox = new Inbox(
    (message: string) => {
      this.taken.push(message);
      const next = this.meanwhile.get(message);
      if (next !== undefined) this.receive(next);
      return message.split(' ')[0] as Type;
    },
    () => new Promise((resolve) => this.#frames.push(resolve)),
  );

  receive(...messages: readonly string[]): void {
    for (const message of messages) this.#inbox.receive(message);
  }

  get framesAwaited(): number {
    return this.#frames.length;
  }

  paint(): void {
    this.#frames.shift()?.();
  }

  /** Resolves when so many messages have been taken. */
  async takes(count: number): Promise<void> {
    while (this.taken.length < count) await setImmediate();
  }
}

describe('the inbox of the page', () => {
  let page: Page;
  beforeEach(() => {
    page = new Page();
  });

  it('takes no more than the first records of a load until they are painted', async () => {
    page.receive('init', 'start', 'capacity', 'batch 1', 'batch 2', 'done');
    await setImmediate();
    assert.deepEqual(page.taken, ['init', 'start', 'capacity', 'batch 1']);
    page.paint();
    await page.takes(6);
    assert.deepEqual(page.taken.slice(4), ['batch 2', 'done']);
  });

  it('has further records wait for nothing, and those of each load that begins anew', async () => {
    page.receive('start', 'batch 1');
    page.paint();
    page.receive('batch 2');
    await page.takes(3);
    page.receive('batch 3', 'done', 'start 2', 'batch 4', 'batch 5');
    assert.deepEqual(page.taken.slice(3), ['batch 3', 'done', 'start 2', 'batch 4']);
    assert.equal(page.framesAwaited, 1);
    page.paint();
    await page.takes(8);
    assert.equal(page.taken[7], 'batch 5');
  });

  it('stops at the first records of a load among what has gathered', async () => {
    page.receive('start 1', 'batch 1', 'done 1', 'start 2', 'batch 2', 'batch 3', 'done 2');
    page.paint();
    await page.takes(5);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    assert.deepEqual(page.taken, ['start 1', 'batch 1', 'done 1', 'start 2', 'batch 2']);
    page.receive('command');
    page.paint();
    await page.takes(8);
    assert.deepEqual(page.taken.slice(5), ['batch 3', 'done 2', 'command']);
  });

  it('keeps the order where messages come while earlier ones are taken', async () => {
    page.meanwhile.set('batch 2', 'late');
    page.receive('start', 'batch 1', 'batch 2', 'batch 3');
    page.paint();
    await page.takes(5);
    assert.deepEqual(page.taken, ['start', 'batch 1', 'batch 2', 'batch 3', 'late']);
  });
});
