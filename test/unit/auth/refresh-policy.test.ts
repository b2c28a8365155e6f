import assert from 'node:assert/strict';
import {
  backgroundDelay,
  isAlive,
  isRefreshDue,
  isUsable,
  judgeFailure,
  maxJitterMs,
  resendDelay,
} from '../../../src/auth/refresh-policy.ts';
import { failures, pair, serviceError } from './support.ts';

describe('refresh policy', () => {
  const tokens = pair(0);

  it('hands a token out while two minutes are left, and uses it to the end in need', () => {
    assert.equal(isUsable(tokens, 7_079_999), true);
    assert.equal(isUsable(tokens, 7_080_000), false);
    assert.equal(isAlive(tokens, 7_199_999), true);
    assert.equal(isAlive(tokens, 7_200_000), false);
  });

  it('takes at most a quarter of a short lifetime as margin, so that no token is born due', () => {
    const short = { ...tokens, accessTokenExpiresAt: 60_000 };
    assert.equal(isUsable(short, 44_999), true);
    assert.equal(isUsable(short, 45_000), false);
  });

  it('refreshes in the background at three quarters of the lifetime, moved by the jitter', () => {
    assert.equal(isRefreshDue(tokens, 5_399_999, 0), false);
    assert.equal(isRefreshDue(tokens, 5_400_000, 0), true);
    assert.equal(isRefreshDue(tokens, 5_400_000, maxJitterMs), false);
    assert.equal(isRefreshDue(tokens, 5_280_000, -maxJitterMs), true);
  });

  it('reads from a failure what became of the refresh token', () => {
    const table = {
      invalidGrant: 'refused',
      invalidClient: 'configuration',
      offline: 'not-sent',
      lostAnswer: 'ambiguous',
      timeout: 'ambiguous',
      html: 'ambiguous',
      serverError: 'ambiguous',
      redirect: 'ambiguous',
      rateLimit: 'later',
    } as const;
    for (const [name, expected] of Object.entries(table)) {
      assert.equal(judgeFailure(failures[name as keyof typeof failures]()), expected, name);
    }
    assert.equal(judgeFailure(serviceError({ kind: 'input', sent: false })), 'configuration');
    assert.equal(judgeFailure(new TypeError('who knows')), 'ambiguous');
  });

  it('resends at growing pauses, and starts none later than 50 seconds after the first send', () => {
    const starts = [0];
    for (let now = 0; ;) {
      const delay = resendDelay(starts.length - 1, 0, now);
      if (delay === undefined) break;
      starts.push((now += delay));
    }
    assert.deepEqual(starts, [0, 500, 1500, 3500, 7500, 15_500, 30_500]);
    assert.equal(resendDelay(0, 0, 49_500), 500);
    assert.equal(resendDelay(0, 0, 49_501), undefined);
  });

  it('waits as long as the service asks before it resends, if that is inside the minute', () => {
    assert.equal(resendDelay(0, 0, 0, 30), 30_000);
    assert.equal(resendDelay(0, 0, 0, 120), undefined);
  });

  it('pauses 1, 2, 5, then 15 minutes in the background, and no more than that on request', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 9].map((n) => backgroundDelay(n)),
      [60_000, 120_000, 300_000, 900_000, 900_000],
    );
    assert.equal(backgroundDelay(1, 100), 100_000);
    assert.equal(backgroundDelay(1, 86_400), 900_000);
  });
});
