import type { Clock } from '../../common/clock.ts';
import { withResolvers } from '../../common/missing-in-node-20.ts';
import { plainText } from '../../common/text/plain-text.ts';
import type { Translate } from '../../common/translate.ts';
import { failureKey, type Remedy, type ServiceError } from '../../service/model/errors.ts';
import { remedyButton } from './remedy-button.ts';
import { clockText, secondsLeft } from '../../common/text/dates.ts';

/** The context in which a failure occurred. */
export interface ErrorContext {
  /** Name of the environment, for the commands that fix the failure. */
  readonly environment?: string | undefined;
  /** Tries again; undefined if that makes no sense. */
  readonly retry?: (() => unknown) | undefined;
  /** Replaces the failure's own message, for example to summarize several failures. */
  readonly text?: string | undefined;
  /** The remedy to offer, if it differs from the failure's own. */
  readonly remedy?: Remedy | undefined;
  /** The retry opens a browser, so after a wait it does not start by itself: the user has to press a button. */
  readonly opensBrowser?: boolean | undefined;
}

/** The parts of VS Code's window that are needed. */
export interface NotificationWindow {
  /** Resolves to the button that was pressed. VS Code keeps an error with a button on screen until it is answered. */
  readonly error: (text: string, ...buttons: string[]) => PromiseLike<string | undefined>;
  /**
   * The same, but it disappears by itself, so that no failure remains on screen after a later sign-in has succeeded.
   */
  readonly warning: (text: string, ...buttons: string[]) => PromiseLike<string | undefined>;
  /** Shows a notification with a Cancel button while `work` runs. */
  progress(
    title: string,
    work: (report: (message: string) => void, cancelled: AbortSignal) => Promise<void>,
  ): PromiseLike<void>;
  run(command: string, argument: object): unknown;
  copyRequestId(requestId: string): unknown;
}

const secondMs = 1000;

/**
 * Tells the user about a failure of something they started: what happened, what to do, and a button that does it. The
 * message is shown even if the same one was shown before, because the user may have dismissed it. If a retry has to
 * wait, a countdown is shown, only once for the same message, and then the retry starts unless it was cancelled.
 */
export class ErrorNotifier {
  readonly #screen: NotificationWindow;
  readonly #clock: Clock;
  readonly #t: Translate;
  readonly #sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The keys of the failures that are being counted down. */
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

  /** Resolves when the message is gone and the chosen action is done. A cancelled action is not a failure. */
  async show(error: ServiceError, context: ErrorContext): Promise<void> {
    if (error.kind === 'cancelled') return;
    const text = context.text ?? `${plainText(error.message)} ${plainText(error.nextStep)}`;
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

  /** True once the wait is over; false if it was cancelled or if another countdown for the same failure is running. */
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

/** Offers the request ID, which support asks for, if the next step may be to contact them. */
function copyButton({ turn, requestId }: ServiceError, screen: NotificationWindow, t: Translate): Button | undefined {
  if (requestId === undefined || (turn !== 'developer' && turn !== 'nobody')) return undefined;
  return { label: t('Copy Request ID'), act: () => screen.copyRequestId(requestId) };
}

/** If there is no remedy here, the button shows the requests, as the next thing to look at. */
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

/** The action of the button; undefined if nothing can be done from here. */
function actOf(
  remedy: Remedy,
  ownerUrl: string | undefined,
  { environment, retry }: ErrorContext,
  command: string | undefined,
  screen: NotificationWindow,
): (() => unknown) | undefined {
  if (remedy === 'retry') return retry;
  if (command === undefined || (remedy === 'owner-page' && ownerUrl === undefined)) return undefined;
  if (remedy === 'owner-page') return () => screen.run(command, { ownerUrl });
  return async () => {
    // A command returns true once it has fixed the problem; then what failed is tried again.
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
