import type { Clock } from '../common/clock.ts';
import type { Translate } from '../common/translate.ts';
import type { ServiceError } from '../service/errors.ts';
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
}

/** What is needed of VS Code's windows. */
export interface ProblemScreen {
  /** Resolves to the button that was pressed. */
  message(text: string, ...buttons: string[]): PromiseLike<string | undefined>;
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
  readonly #onScreen = new Set<string>();

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
    const text = context.text ?? `${error.message} ${error.nextStep}`;
    if (error.kind === 'cancelled' || this.#onScreen.has(text)) return;
    this.#onScreen.add(text);
    try {
      const { retry } = context;
      const isWait = error.remedy === 'retry' && retry && secondsLeft(error.retryAt, this.#clock.now()) > 0;
      if (isWait) await this.#countDown(text, error.retryAt, retry);
      else await this.#offer(text, error, context);
    } finally {
      this.#onScreen.delete(text);
    }
  }

  async #offer(text: string, error: ServiceError, context: ProblemContext): Promise<void> {
    const known = remedyButton(error.remedy, this.#t);
    const act = known && actOf(error, context, known.command, this.#screen);
    const showRequests = {
      label: this.#t('Show Requests'),
      act: () => this.#screen.run('vehicleData.showRequests', {}),
    };
    // Where nothing can be done from here, what was asked and answered is the next thing to look at.
    const button = act ? { label: known.label, act } : error.sent ? showRequests : undefined;
    const pressed = await this.#screen.message(text, ...(button ? [button.label] : []));
    if (pressed !== undefined) await button?.act();
  }

  async #countDown(text: string, retryAt: number | undefined, retry: () => unknown): Promise<void> {
    let isCancelled = false;
    await this.#screen.progress(text, async (report, cancelled) => {
      for (;;) {
        isCancelled = cancelled.aborted;
        const seconds = secondsLeft(retryAt, this.#clock.now());
        if (isCancelled || seconds === 0) return;
        report(this.#t('Trying again in {0}', clockText(seconds)));
        await this.#sleep(secondMs, cancelled);
      }
    });
    if (!isCancelled) await retry();
  }
}

/** What a press does; undefined where nothing can be done from here. */
function actOf(
  { remedy, ownerUrl }: ServiceError,
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
