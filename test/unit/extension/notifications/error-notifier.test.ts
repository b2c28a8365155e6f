import assert from 'node:assert/strict';
import { english } from '../../../../src/common/translate.ts';
import { ErrorNotifier, type NotificationWindow } from '../../../../src/extension/notifications/error-notifier.ts';
import { clockText, secondsLeft } from '../../../../src/common/text/dates.ts';
import { ServiceError, type ServiceErrorDetails } from '../../../../src/service/model/errors.ts';

function failure(details: Partial<ServiceErrorDetails> = {}): ServiceError {
  return new ServiceError('It failed.', { kind: 'api', turn: 'retry', nextStep: 'Do this.', sent: true, ...details });
}

/** A screen on which the first button of each message is pressed, if `presses`. */
function build({ presses = true, cancelAfter = Infinity, answer = false } = {}) {
  const told: string[] = [];
  const ran: unknown[] = [];
  const clock = { at: 0, now: () => clock.at };
  const screen: NotificationWindow = {
    error(text, ...buttons) {
      told.push([text, ...buttons].join(' | '));
      return Promise.resolve(presses ? buttons[0] : undefined);
    },
    async progress(title, work) {
      told.push(title);
      const cancel = new AbortController();
      let reports = 0;
      await work((message) => {
        told.push(message);
        if (++reports >= cancelAfter) cancel.abort();
      }, cancel.signal);
    },
    warning(text, ...buttons) {
      told.push('Warning');
      return screen.error(text, ...buttons);
    },
    run(command, argument) {
      ran.push([command, argument]);
      return Promise.resolve(answer);
    },
    copyRequestId: (requestId) => ran.push(requestId),
  };
  const sleep = (ms: number) => Promise.resolve(void (clock.at += ms));
  return { teller: new ErrorNotifier(screen, clock, english, sleep), told, ran, clock };
}

describe('ErrorNotifier', () => {
  const context = { environment: 'staging' };

  for (const [details, button, command] of [
    [{ turn: 'reconnect' }, 'Connect Again', 'vehicleData.connect'],
    [{ turn: 'developer', kind: 'oauth' }, 'Edit Environment', 'vehicleData.editEnvironment'],
    [{ turn: 'developer', remedy: 'set-secret' }, 'Set Client Secret', 'vehicleData.setClientSecret'],
    [{ turn: 'developer', remedy: 'explain-version' }, 'See What Changes', 'vehicleData.openHelp'],
  ] as const) {
    it(`offers “${button}”, which runs ${command} for the environment`, async () => {
      const { teller, told, ran } = build();
      await teller.show(failure(details), context);
      assert.deepEqual(told, [`It failed. Do this. | ${button}`]);
      assert.deepEqual(ran, [[command, context]]);
    });
  }

  it('asks again where that helps, and offers nothing where nothing can be done', async () => {
    const { teller, told, ran } = build();
    let retries = 0;
    await teller.show(failure(), { retry: () => retries++ });
    await teller.show(failure({ turn: 'nobody' }), { retry: () => retries++ });
    assert.equal(retries, 1);
    await teller.show(failure({ kind: 'input', turn: 'developer', sent: false }), {});
    assert.deepEqual(told, [
      'It failed. Do this. | Try Again',
      'It failed. Do this. | Show Requests',
      'It failed. Do this.',
    ]);
    assert.deepEqual(ran, [['vehicleData.showRequests', {}]]);
  });

  it('goes on with what failed once the command has put it right, and only then', async () => {
    for (const [answer, expected] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const { teller } = build({ answer });
      let retries = 0;
      const retry = () => retries++;
      await teller.show(failure({ turn: 'developer', remedy: 'set-secret' }), {
        ...context,
        retry,
        opensBrowser: true,
      });
      assert.equal(retries, expected);
    }
  });

  it('copies the request ID where support may have to be asked', async () => {
    const { teller, told, ran } = build();
    const details = { requestId: 'r-1', kind: 'input' } as const;
    await teller.show(failure({ ...details, turn: 'developer', sent: false }), {});
    await teller.show(failure({ ...details, turn: 'owner' }), {});
    assert.deepEqual(told, ['It failed. Do this. | Copy Request ID', 'It failed. Do this. | Show Requests']);
    assert.deepEqual(ran, ['r-1', ['vehicleData.showRequests', {}]]);
  });

  it('leaves no failed sign-in standing beside a later one that worked', async () => {
    const { teller, told } = build();
    await teller.show(failure(), { retry: () => undefined, opensBrowser: true });
    assert.deepEqual(told, ['Warning', 'It failed. Do this. | Try Again']);
  });

  it('opens the owner’s page where the service gives one', async () => {
    const { teller, told, ran } = build();
    const ownerUrl = 'https://connect.example.com/oauth/reauthenticate?token=x';
    await teller.show(failure({ turn: 'owner', ownerUrl }), {});
    assert.deepEqual(ran, [['vehicleData.openOwnerPage', { ownerUrl }]]);
    assert.deepEqual(told, ['It failed. Do this. | Open Owner’s Page']);
  });

  it('does not tell of what the user cancelled', async () => {
    const { teller, told } = build();
    await teller.show(failure({ kind: 'cancelled' }), {});
    assert.deepEqual(told, []);
  });

  it('counts the same wait down once at a time', async () => {
    const { teller, told } = build();
    const retries: number[] = [];
    const waits = (by: number) => teller.show(failure({ retryAt: 1000 * by }), { retry: () => retries.push(by) });
    await Promise.all([waits(5), waits(5)]);
    await waits(9);
    assert.deepEqual(retries, [5, 9]);
    assert.equal(told.filter((words) => words === 'It failed. Do this.').length, 2);
  });

  it('counts a limit down once, whether the service says it or we hold the next request back for it', async () => {
    const { teller, told } = build();
    const limit = { status: 429, type: 'RATE_LIMIT', code: 'VEHICLE', retryAt: 5000 };
    const waits = (nextStep: string) => teller.show(failure({ ...limit, nextStep }), { retry: () => undefined });
    await Promise.all([waits('Wait.'), waits('Try again when the wait is over.')]);
    assert.deepEqual(
      told.filter((words) => words.startsWith('It failed.')),
      ['It failed. Wait.'],
    );
  });

  it('counts the service’s wait down and then asks again', async () => {
    const { teller, told, clock } = build();
    let retriedAt = -1;
    await teller.show(failure({ retryAt: 62_000 }), { retry: () => (retriedAt = clock.at) });
    assert.deepEqual(told.slice(0, 4), [
      'It failed. Do this.',
      'Trying again in 1:02',
      'Trying again in 1:01',
      'Trying again in 1:00',
    ]);
    assert.equal(told.at(-1), 'Trying again in 0:01');
    assert.equal(retriedAt, 62_000);
  });

  it('says the same again when the retry that was pressed for fails too', async () => {
    const { teller, told } = build();
    let retries = 0;
    const again = (): Promise<void> => teller.show(failure(), { retry: () => (++retries < 3 ? again() : undefined) });
    await again();
    assert.deepEqual(told, Array(3).fill('It failed. Do this. | Try Again'));
  });

  it('answers whoever pressed, even where the same words are on screen', async () => {
    const { teller, told } = build({ presses: false });
    await Promise.all([1, 2].map(() => teller.show(failure(), { retry: () => undefined })));
    assert.deepEqual(told, Array(2).fill('It failed. Do this. | Try Again'));
  });

  it('offers what helps here, where that is not the failure’s own remedy', async () => {
    const { teller, told } = build({ presses: false });
    await teller.show(failure({ turn: 'reconnect' }), { remedy: 'retry', retry: () => undefined });
    assert.deepEqual(told, ['It failed. Do this. | Try Again']);
  });

  it('opens no browser by itself once the wait is over', async () => {
    const { teller, told, clock } = build();
    let retriedAt = -1;
    const retry = () => (retriedAt = clock.at);
    await teller.show(failure({ retryAt: 1500 }), { retry, opensBrowser: true });
    assert.deepEqual(told.slice(1), [
      'Try again in 0:02',
      'Try again in 0:01',
      'Warning',
      'You can try again now. | Try Again',
    ]);
    assert.equal(retriedAt, 1500);
  });

  it('does not ask again when the wait is cancelled', async () => {
    const { teller, told } = build({ cancelAfter: 2 });
    await teller.show(failure({ retryAt: 62_000 }), { retry: () => assert.fail('it was cancelled') });
    assert.equal(told.length, 3);
  });
});

describe('what is left of a wait', () => {
  it('counts whole seconds and ends in nothing', () => {
    const seconds = [61_500, 500, 0, undefined].map((retryAt) => secondsLeft(retryAt, 0));
    assert.deepEqual(seconds, [62, 1, 0, 0]);
    assert.equal(clockText(605), '10:05');
  });
});
