import assert from 'node:assert/strict';
import { BackgroundRefresher } from '../../../../../src/extension/auth/refresh/background-refresher.ts';
import type { StoredSession } from '../../../../../src/extension/auth/sessions/stored-session.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { drain, FakeTime, failures, storedSession } from '../support.ts';

const minuteMs = 60_000;

describe('BackgroundRefresher', () => {
  let time: FakeTime;
  let start: number;
  let stored: StoredSession[];
  let isActive: boolean;
  let repairs: number;
  let tidied: number;
  let outcome: () => Promise<void>;
  /** Minutes since the start, of each refresh. */
  let refreshes: number[];
  let setBackMs: number;
  let refresher: BackgroundRefresher;

  function open(random = 0.5) {
    refresher = new BackgroundRefresher({
      stored: () => Promise.resolve(stored),
      tokenManager: {
        keepFresh: () => {
          refreshes.push((time.now() - start) / minuteMs);
          return outcome();
        },
      },
      vault: {
        repair: () => Promise.resolve(void (repairs += 1)),
        tidy: () => Promise.resolve(void (tidied += 1)),
      },
      isActive: () => isActive,
      timing: documentTiming,
      clock: { now: () => time.now() - setBackMs },
      scheduler: time,
      random: () => random,
    });
  }

  beforeEach(() => {
    time = new FakeTime();
    start = time.now();
    stored = [storedSession(start)];
    isActive = true;
    [repairs, tidied, setBackMs] = [0, 0, 0];
    refreshes = [];
    outcome = () => Promise.resolve(void (stored = [storedSession(time.now())]));
    open();
  });
  afterEach(() => refresher.dispose());

  it('refreshes at three quarters of each lifetime', async () => {
    await time.advance(300 * minuteMs);
    assert.deepEqual(refreshes, [90, 180, 270]);
    assert.deepEqual([repairs, tidied], [600, 600]);
  });

  it('moves that point by the jitter of the window', async () => {
    refresher.dispose();
    open(1);
    await time.advance(95 * minuteMs);
    assert.deepEqual(refreshes, [92]);
  });

  it('leaves it to others while the window is not active, and looks at once when it is', async () => {
    isActive = false;
    await time.advance(110 * minuteMs);
    assert.deepEqual(refreshes, []);
    assert.deepEqual([repairs, tidied], [220, 0]);
    isActive = true;
    await refresher.check();
    assert.deepEqual(refreshes, [110]);
  });

  it('tries again after growing pauses', async () => {
    outcome = () => Promise.reject(failures.offline());
    await time.advance(130 * minuteMs);
    assert.deepEqual(refreshes, [90, 91, 93, 98, 113, 128]);
  });

  it('pauses no longer where the clock is set back meanwhile', async () => {
    outcome = () => Promise.reject(failures.offline());
    await time.advance(90 * minuteMs);
    setBackMs = 60 * minuteMs;
    stored = [storedSession(start - 60 * minuteMs)];
    await time.advance(minuteMs / 2);
    assert.deepEqual(refreshes, [90, 90.5]);
  });

  it('waits as long as the service asks', async () => {
    outcome = () => Promise.reject(failures.rateLimit());
    await time.advance(92.5 * minuteMs);
    assert.deepEqual(refreshes, [90, 92]);
  });

  it('leaves dead sessions alone', async () => {
    stored = [storedSession(start, { deadGeneration: 1 })];
    await time.advance(130 * minuteMs);
    assert.deepEqual(refreshes, []);
  });

  it('looks one at a time, and no more once it is disposed', async () => {
    const gate = Promise.withResolvers<void>();
    outcome = () => gate.promise;
    await time.advance(100 * minuteMs);
    assert.deepEqual(refreshes, [90]);
    refresher.dispose();
    gate.resolve();
    await drain();
    await time.advance(100 * minuteMs);
    assert.deepEqual(refreshes, [90]);
  });
});
