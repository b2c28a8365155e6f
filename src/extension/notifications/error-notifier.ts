import type { Clock } from '../../common/clock.ts';
import { withResolvers } from '../../common/missing-in-node-20.ts';
import type { Translate } from '../../common/translate.ts';
import { failureKey, type Remedy, type ServiceError } from '../../service/model/errors.ts';
import { remedyButton } from './remedy-button.ts';
import { clockText, secondsLeft } from '../../common/countdown.ts';

/** Where a failure came up. */
export interface ErrorContext {
  /** Name of the environment, for the commands that mend it. */
  readonly environment?: string | undefined;
  /** Asks again; undefined where that makes no sense. */
  readonly retry?: (() => unknown) | undefined;
  /** Sends the owner to `ownerUrl` of the failure. */
  readonly openOwnerPage?: ((ownerUrl: string) => unknown) | undefined;
  /** Has the owner connect again, where that takes more than the command. */
  readonly reconnect?: (() => unknown) | undefined;
  /** Said in place of the failure's own words: a summary of several, say. */
  readonly text?: string | undefined;
  /** What helps here, where that is another thing than the failure's own. */
  readonly remedy?: Remedy | undefined;
  /** The retry opens a browser: once the wait is over, it takes another press. */
  readonly opensBrowser?: boolean | undefined;
}

/** What is needed of VS Code's windows. */
export interface NotificationWindow {
  /** Resolves to the button that was pressed. VS Code leaves an error with a button standing until it is answered. */
  readonly error: (text: string, ...buttons: string[]) => PromiseLike<string | undefined>;
  /** The same, except that it goes by itself: a sign-in that has worked since leaves no failure beside it. */
  readonly warning: (text: string, ...buttons: string[]) => PromiseLike<string | undefined>;
  /** A notification that stands while `work` runs, with a button to cancel. */
  progress(
    title: string,
    work: (report: (message: string) => void, cancelled: AbortSignal) => Promise<void>,
  ): PromiseLike<void>;
  run(command: string, argument: object): unknown;
  copyRequestId(requestId: string): unknown;
}

const secondMs = 1000;

/**
 * Answers whoever pressed for what failed: what happened, what to do, and the button that does it. They are told even
 * where the same words are on screen, for they may have been put away. A retry that has to wait is counted down, once
 * for the same words, and made when its time has come, unless it is cancelled.
 */
export class ErrorNotifier {
  readonly #screen: NotificationWindow;
  readonly #clock: Clock;
  readonly #t: Translate;
  readonly #sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** What is counted down. */
  readonly #counting = new Set<string>();

  constructor(
    screen: NotificationWindow,
    clock: Clock,
    t: Translate,
    sleep: (ms: number, signal: AbortSignal) => Promise<void> = pause,
  ) {
    this.#screen = screen;
    this.#clock = clock;
    this.#t = t;
    this.#sleep = sleep;
  }

  /** Resolves when the message is gone and what was asked for is done. A cancelled question is no failure. */
  async show(error: ServiceError, context: ErrorContext): Promise<void> {
    if (error.kind === 'cancelled') return;
    const text = context.text ?? `${error.message} ${error.nextStep}`;
    const remedy = context.remedy ?? error.remedy;
    const { retry, opensBrowser = false } = context;
    if (remedy !== 'retry' || !retry || this.#secondsLeft(error) === 0) {
      const say = opensBrowser ? this.#screen.warning : this.#screen.error;
      const buttons = [
        buttonOf(remedy, error, context, this.#screen, this.#t),
        copyButton(error, this.#screen, this.#t),
      ];
      await offer(say, text, buttons);
      return;
    }
    if (!(await this.#countDown(text, context.text ?? failureKey(error), error, opensBrowser))) return;
    if (!opensBrowser) await retry();
    else {
      const again = { label: this.#t('Try Again'), act: retry };
      await offer(this.#screen.warning, this.#t('You can try again now.'), [again]);
    }
  }

  /** True once the wait is over; false where it was cancelled, or is being counted down already. */
  async #countDown(text: string, key: string, error: ServiceError, opensBrowser: boolean): Promise<boolean> {
    if (this.#counting.has(key)) return false;
    this.#counting.add(key);
    const t = this.#t;
    let isCancelled = false;
    try {
      await this.#screen.progress(text, async (report, cancelled) => {
        for (let seconds = this.#secondsLeft(error); seconds > 0; seconds = this.#secondsLeft(error)) {
          const left = clockText(seconds);
          report(opensBrowser ? t('Try again in {0}', left) : t('Trying again in {0}', left));
          const untilThen = (error.retryAt ?? 0) - this.#clock.now();
          await this.#sleep(Math.min(secondMs, untilThen), cancelled);
          isCancelled = cancelled.aborted;
          if (isCancelled) return;
        }
      });
    } finally {
      this.#counting.delete(key);
    }
    return !isCancelled;
  }

  #secondsLeft({ retryAt }: ServiceError): number {
    return secondsLeft(retryAt, this.#clock.now());
  }
}

interface Button {
  readonly label: string;
  readonly act: () => unknown;
}

async function offer(
  say: NotificationWindow['error'],
  text: string,
  given: readonly (Button | undefined)[],
): Promise<void> {
  const buttons = given.filter((button) => button !== undefined);
  const pressed = await say(text, ...buttons.map(({ label }) => label));
  await buttons.find(({ label }) => label === pressed)?.act();
}

/** What support asks for, where the next step may be to ask them. */
function copyButton({ turn, requestId }: ServiceError, screen: NotificationWindow, t: Translate): Button | undefined {
  if (requestId === undefined || (turn !== 'developer' && turn !== 'nobody')) return undefined;
  return { label: t('Copy Request ID'), act: () => screen.copyRequestId(requestId) };
}

/** Where nothing can be done from here, what was asked and answered is the next thing to look at. */
function buttonOf(
  remedy: Remedy,
  error: ServiceError,
  context: ErrorContext,
  screen: NotificationWindow,
  t: Translate,
): Button | undefined {
  const known = remedyButton(remedy, t);
  const act = known && actOf(remedy, error.ownerUrl, context, known.command, screen);
  if (act) return { label: known.label, act };
  return error.sent ? { label: t('Show Requests'), act: () => screen.run('vehicleData.showRequests', {}) } : undefined;
}

/** What a press does; undefined where nothing can be done from here. */
function actOf(
  remedy: Remedy,
  ownerUrl: string | undefined,
  { environment, retry, openOwnerPage, reconnect }: ErrorContext,
  command: string | undefined,
  screen: NotificationWindow,
): (() => unknown) | undefined {
  if (remedy === 'retry') return retry;
  if (remedy === 'owner-page') return openOwnerPage && ownerUrl ? () => openOwnerPage(ownerUrl) : undefined;
  if (remedy === 'reconnect' && reconnect) return reconnect;
  if (command === undefined) return undefined;
  return async () => {
    // A command that has put something right says so, and what failed for it goes on.
    if ((await screen.run(command, { environment })) === true) await retry?.();
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
