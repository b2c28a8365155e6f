import type { Clock } from '../common/clock.ts';
import type { Translate } from '../common/translate.ts';
import type { Remedy, ServiceError } from '../service/errors.ts';
import { remedyButton } from './remedy-button.ts';
import { clockText, secondsLeft } from './wait-text.ts';

/** Where a failure came up. */
export interface ProblemContext {
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
  /**
   * Somebody has just pressed for what failed: they are told even where the same words are on screen, for VS Code puts
   * messages away after a while.
   */
  readonly isAnswer?: boolean;
  /** The retry opens a browser: once the wait is over, it takes another press. */
  readonly opensBrowser?: boolean | undefined;
}

/** As VS Code has them: an error with a button stands until it is answered, a warning is put away. */
export type ProblemKind = 'error' | 'warning';

/** What is needed of VS Code's windows. */
export interface ProblemScreen {
  /** Resolves to the button that was pressed. */
  message(kind: ProblemKind, text: string, ...buttons: string[]): PromiseLike<string | undefined>;
  /** A notification that stands while `work` runs, with a button to cancel. */
  progress(
    title: string,
    work: (report: (message: string) => void, cancelled: AbortSignal) => Promise<void>,
  ): PromiseLike<void>;
  run(command: string, argument: object): unknown;
}

const secondMs = 1000;

/**
 * Tells of failures: what happened, what to do, and one button that does it. The same words are on screen once. A retry
 * that has to wait is counted down, and made when its time has come, unless it is cancelled.
 */
export class ProblemTeller {
  readonly #screen: ProblemScreen;
  readonly #clock: Clock;
  readonly #t: Translate;
  readonly #sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The words on screen, each with the telling that stands for them. */
  readonly #onScreen = new Map<string, symbol>();

  constructor(
    screen: ProblemScreen,
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
  async tell(error: ServiceError, context: ProblemContext): Promise<void> {
    if (error.kind === 'cancelled') return;
    const text = context.text ?? `${error.message} ${error.nextStep}`;
    const remedy = context.remedy ?? error.remedy;
    const { retry, opensBrowser = false, isAnswer = false } = context;
    if (remedy !== 'retry' || !retry || this.#secondsLeft(error) === 0) {
      await this.#offer(text, buttonOf(remedy, error, context, this.#screen, this.#t), isAnswer);
      return;
    }
    const isOver = await this.#once(text, false, () => this.#countDown(text, error, opensBrowser));
    if (!isOver) return;
    if (!opensBrowser) await retry();
    else await this.#offer(this.#t('The wait is over.'), { label: this.#t('Try Again'), act: retry }, isAnswer);
  }

  async #offer(text: string, button: ProblemButton | undefined, isAnswer: boolean): Promise<void> {
    const labels = button ? [button.label] : [];
    const kind = isAnswer ? 'error' : 'warning';
    const pressed = await this.#once(text, isAnswer, () => this.#screen.message(kind, text, ...labels));
    if (pressed !== undefined) await button?.act();
  }

  /** Undefined where the words are on screen, unless they are to be shown anew. */
  async #once<T>(text: string, isAnew: boolean, show: () => PromiseLike<T>): Promise<T | undefined> {
    if (this.#onScreen.has(text) && !isAnew) return undefined;
    const telling = Symbol(text);
    this.#onScreen.set(text, telling);
    try {
      return await show();
    } finally {
      if (this.#onScreen.get(text) === telling) this.#onScreen.delete(text);
    }
  }

  /** False where it was cancelled. */
  async #countDown(text: string, error: ServiceError, opensBrowser: boolean): Promise<boolean> {
    const t = this.#t;
    let isCancelled = false;
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
    return !isCancelled;
  }

  #secondsLeft({ retryAt }: ServiceError): number {
    return secondsLeft(retryAt, this.#clock.now());
  }
}

interface ProblemButton {
  readonly label: string;
  readonly act: () => unknown;
}

/** Where nothing can be done from here, what was asked and answered is the next thing to look at. */
function buttonOf(
  remedy: Remedy,
  error: ServiceError,
  context: ProblemContext,
  screen: ProblemScreen,
  t: Translate,
): ProblemButton | undefined {
  const known = remedyButton(remedy, t);
  const act = known && actOf(remedy, error.ownerUrl, context, known.command, screen);
  if (act) return { label: known.label, act };
  return error.sent ? { label: t('Show Requests'), act: () => screen.run('vehicleData.showRequests', {}) } : undefined;
}

/** What a press does; undefined where nothing can be done from here. */
function actOf(
  remedy: Remedy,
  ownerUrl: string | undefined,
  { environment, retry, openOwnerPage, reconnect }: ProblemContext,
  command: string | undefined,
  screen: ProblemScreen,
): (() => unknown) | undefined {
  if (remedy === 'retry') return retry;
  if (remedy === 'owner-page') return openOwnerPage && ownerUrl ? () => openOwnerPage(ownerUrl) : undefined;
  if (remedy === 'reconnect' && reconnect) return reconnect;
  return command === undefined ? undefined : () => screen.run(command, { environment });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
