import assert from 'node:assert/strict';
import { sendWithResends } from '../../../../../src/extension/auth/refresh/send-with-resends.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import type { TokenPair } from '../../../../../src/service/oauth/token-endpoint.ts';
import { assertNoSecretSeen, FakeTime, failures, logged, pair, storedSession } from '../support.ts';

const { html, invalidClient, invalidGrant, lostAnswer, offline } = failures;
const renewed = () => pair(0);

/** What each send brings, after so many seconds. */
type Script = readonly (readonly [seconds: number, what: () => TokenPair | Error])[];

describe('sendWithResends', () => {
  afterEach(() => assertNoSecretSeen());

  const cases: readonly (readonly [what: string, script: Script, sentAt: readonly number[], outcome: string])[] = [
    [
      'confirms a refusal after its pause',
      [
        [0, invalidGrant],
        [0, invalidGrant],
      ],
      [0, 2],
      'dead',
    ],
    [
      'confirms one that follows a lost answer, too',
      [
        [0, lostAnswer],
        [0, invalidGrant],
        [0, invalidGrant],
      ],
      [0, 0.5, 2.5],
      'dead',
    ],
    ['gives up at once where nothing was sent', [[0, offline]], [0], 'failed network, unspent'],
    [
      'gives up with the error that a person can mend',
      [
        [0, lostAnswer],
        [0, invalidClient],
      ],
      [0, 0.5],
      'failed oauth, maybe spent',
    ],
    [
      'sends no more after such an error, and reports it rather than what comes later',
      [
        [25, html],
        [0, invalidClient],
      ],
      [0, 10.5],
      'failed oauth, maybe spent',
    ],
    [
      'leaves its pace where an earlier send fails',
      [
        [15, html],
        [60, html],
        [0, renewed],
      ],
      [0, 10.5, 21.5],
      'renewed',
    ],
    [
      'sends again after the pause where the last send fails',
      [
        [60, renewed],
        [1, html],
        [0, renewed],
      ],
      [0, 10.5, 12.5],
      'renewed',
    ],
  ];
  for (const [what, script, sentAt, expected] of cases) {
    it(what, async () => {
      const time = new FakeTime();
      const start = time.now();
      const at: number[] = [];
      const send = async () => {
        const [seconds, result] = script[at.push((time.now() - start) / 1000) - 1] ?? assert.fail('a send too many');
        if (seconds > 0) await time.sleep(seconds * 1000);
        const brought = result();
        if (brought instanceof Error) throw brought;
        return brought;
      };
      const tools = { send, elapsed: () => time.now(), scheduler: time };
      const session = storedSession(start);
      const { signal } = new AbortController();
      const none = () => Promise.resolve(undefined);
      const outcome = await time.runUntil(sendWithResends(session, none, undefined, documentTiming, tools, signal));
      const error = outcome.kind === 'failed' && (outcome.error as { kind: string }).kind;
      const spent = outcome.kind === 'failed' && (outcome.isMaybeSpent ? 'maybe spent' : 'unspent');
      assert.equal(error ? `failed ${error}, ${spent || ''}` : outcome.kind, expected);
      assert.deepEqual(at, sentAt);
    });
  }

  it('logs each failure by its kind, status and type, and of what is no error of the service only that', async () => {
    logged.length = 0;
    const time = new FakeTime();
    const answers = [new TypeError('odd'), html(), invalidGrant(), invalidGrant()];
    const send = () => Promise.reject(answers.shift() ?? new Error('a send too many'));
    const tools = { send, elapsed: () => time.now(), scheduler: time };
    const none = () => Promise.resolve(undefined);
    const { signal } = new AbortController();
    await time.runUntil(sendWithResends(storedSession(0), none, undefined, documentTiming, tools, signal));
    assert.deepEqual(
      logged.map((line) => line.replace('warn Refresh of session sandbox.one: ', '')),
      [
        'ambiguous',
        'ambiguous, not-json, 200',
        ...Array.from({ length: 2 }, () => 'refused, oauth, 400, invalid_grant'),
      ],
    );
  });
});
