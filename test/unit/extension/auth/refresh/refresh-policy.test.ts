import assert from 'node:assert/strict';
import {
  backgroundDelay,
  isUnexpired,
  isRefreshDue,
  isUsable,
  classifyFailure,
  resendDelay,
  resendsUntil,
  sendPatience,
} from '../../../../../src/extension/auth/refresh/refresh-policy.ts';
import { documentTiming as timing } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { failures, pair, serviceError } from '../support.ts';

describe('refresh policy', () => {
  const tokens = pair(0);

  it('hands a token out while two minutes are left, and uses it to the end in need', () => {
    assert.equal(isUsable(tokens, 7_079_999, timing), true);
    assert.equal(isUsable(tokens, 7_080_000, timing), false);
    assert.equal(isUnexpired(tokens, 7_199_999), true);
    assert.equal(isUnexpired(tokens, 7_200_000), false);
  });

  it('takes at most a quarter of a short lifetime as margin, so that no token is born due', () => {
    const short = { ...tokens, accessTokenExpiresAt: 60_000 };
    assert.equal(isUsable(short, 44_999, timing), true);
    assert.equal(isUsable(short, 45_000, timing), false);
  });

  it('takes a token from the future for due, unless the clocks differ by less than five minutes', () => {
    assert.equal(isUsable(tokens, -300_000, timing), true);
    assert.equal(isUsable(tokens, -300_001, timing), false);
    assert.equal(isRefreshDue(tokens, -300_001, 0, timing), true);
    assert.equal(isUnexpired(tokens, -300_001), true);
  });

  it('measures a lifetime from when the token was issued', () => {
    const late = { issuedAt: 1_000_000, accessTokenExpiresAt: 1_060_000 };
    assert.equal(isUsable(late, 1_044_999, timing), true);
    assert.equal(isUsable(late, 1_045_000, timing), false);
  });

  it('refreshes in the background at three quarters of the lifetime, moved by the jitter', () => {
    assert.equal(isRefreshDue(tokens, 5_399_999, 0, timing), false);
    assert.equal(isRefreshDue(tokens, 5_400_000, 0, timing), true);
    assert.equal(isRefreshDue(tokens, 5_400_000, timing.maxJitterMs, timing), false);
    assert.equal(isRefreshDue(tokens, 5_280_000, -timing.maxJitterMs, timing), true);
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
      assert.equal(classifyFailure(failures[name as keyof typeof failures]()), expected, name);
    }
    assert.equal(classifyFailure(serviceError({ kind: 'input', sent: false })), 'configuration');
    assert.equal(classifyFailure(serviceError({ kind: 'redirect', turn: 'developer' })), 'ambiguous');
    assert.equal(classifyFailure(new TypeError('who knows')), 'ambiguous');
  });

  it('resends at growing pauses, then at shrinking ones, and starts none later than 50 seconds after the first send', () => {
    const starts = [0];
    for (let now = 0; ;) {
      const delay = resendDelay(starts.length - 1, now, timing);
      if (delay === undefined) break;
      starts.push((now += delay));
    }
    assert.deepEqual(starts.slice(0, 9), [0, 500, 1500, 3500, 7500, 15_500, 30_500, 40_250, 45_125]);
    assert.equal(Math.floor((starts.at(-1) ?? 0) / 1000), 49);
    assert.equal(resendDelay(0, 49_000, timing), 500);
    assert.equal(resendDelay(0, 49_500, timing), 500);
    assert.equal(resendDelay(0, 49_501, timing), undefined);
    assert.equal(resendDelay(7, 50_000, timing), undefined);
  });

  it('goes on at the pace of the refresh that it takes over', () => {
    assert.deepEqual(
      [0, 499, 500, 1499, 1500, 30_499, 30_500, 60_000].map((since) => resendsUntil(since, timing)),
      [0, 0, 1, 1, 2, 5, 6, 7],
    );
    assert.equal(resendDelay(resendsUntil(40_000, timing), 40_000, timing), 5_000);
  });

  it('waits as long as the service asks before it resends, but never past the minute', () => {
    assert.equal(resendDelay(0, 0, timing, 30), 30_000);
    assert.equal(resendDelay(0, 0, timing, 120), 25_000);
    assert.equal(resendDelay(1, 25_000, timing, 120), 12_500);
  });

  it('sends beside three without an answer after ten seconds each, and beside a fourth no more', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((sends) => sendPatience(sends, timing)),
      [10_000, 10_000, 10_000, 20_000, 30_000],
    );
  });

  it('checks for longer than a connection may take to open', () => {
    const connectMs = 10_000;
    assert.ok(timing.preflightMs > connectMs);
  });

  it('pauses 1, 2, 5, then 15 minutes in the background, and no more than that on request', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 9].map((n) => backgroundDelay(n, timing)),
      [60_000, 120_000, 300_000, 900_000, 900_000],
    );
    assert.equal(backgroundDelay(1, timing, 100), 100_000);
    assert.equal(backgroundDelay(1, timing, 86_400), 900_000);
  });
});
