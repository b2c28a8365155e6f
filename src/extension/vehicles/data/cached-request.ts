import type { Clock } from '../../../common/clock.ts';
import { t } from '../../../common/translate.ts';
import { asServiceError } from '../../../service/model/as-service-error.ts';
import { ServiceError } from '../../../service/model/errors.ts';

/** What is known of one answer of the service. Times are milliseconds since 1970. */
export interface CachedAnswer<T> {
  /** The last good answer; a later failure leaves it in place. */
  readonly value?: T;
  readonly fetchedAt?: number;
  /** Failure of the last attempt, undefined once one succeeds. */
  readonly error?: ServiceError;
  readonly loading: boolean;
  /** When the question was last put. */
  readonly askedAt?: number;
}

/** A question that has just been put is as good as a new one, in milliseconds: two clicks are one. */
const justAskedMs = 1_000;

/** Keeps the last answer of one question: single flight, and stale while error. */
export class CachedRequest<T> {
  readonly #fetch: (signal: AbortSignal) => Promise<T>;
  readonly #clock: Clock;
  readonly #changed: () => void;
  #state: CachedAnswer<T> = { loading: false };
  #inFlight: Promise<CachedAnswer<T>> | undefined;
  #attempt = new AbortController();

  /** @param fetch ends when its signal aborts */
  constructor(fetch: (signal: AbortSignal) => Promise<T>, clock: Clock, changed: () => void) {
    this.#fetch = fetch;
    this.#clock = clock;
    this.#changed = changed;
  }

  get state(): CachedAnswer<T> {
    return this.#state;
  }

  /** True if there is an answer or a failure, or the question is being put. */
  get asked(): boolean {
    return this.#state.loading || this.#state.error !== undefined || this.#state.fetchedAt !== undefined;
  }

  /** Whether a person's refresh, of everything or of what failed, puts the question again. */
  isDue(which: 'all' | 'failed'): boolean {
    return which === 'all' ? this.asked : this.#state.loading || this.#state.error !== undefined;
  }

  /** Changes an answer that something else than the question has overtaken. */
  amend(change: (value: T) => T): void {
    const { value } = this.#state;
    if (value !== undefined) this.#set({ ...this.#state, value: change(value) });
  }

  /** Takes a failure for its own without asking, or without waiting any longer: another question has met it for all. */
  failAs(error: ServiceError): void {
    if (this.#inFlight) this.#attempt.abort(error);
    else this.#set({ ...this.#state, error });
  }

  /** For a person who won't wait any longer. */
  cancel(): void {
    if (this.#inFlight) this.failAs(givenUp());
  }

  /** Asks (again) and never rejects: a failure is in the state. Callers during a flight share it. */
  load(): Promise<CachedAnswer<T>> {
    if (this.#inFlight) return this.#inFlight;
    this.#state = { ...this.#state, loading: true, askedAt: this.#clock.now() };
    this.#inFlight = this.#settle().finally(() => (this.#inFlight = undefined));
    // Only now, so that a listener that asks too shares this flight.
    this.#changed();
    return this.#inFlight;
  }

  /** Asks anew, where the question is under way too: it may hang. Whoever waits for that one gets the new answer. */
  reload(): Promise<CachedAnswer<T>> {
    const isJustAsked = Math.abs(this.#clock.now() - (this.#state.askedAt ?? 0)) < justAskedMs;
    if (this.#inFlight && isJustAsked) return this.#inFlight;
    const { error: _, ...known } = this.#state;
    this.#state = known;
    this.#attempt.abort();
    if (this.#inFlight) this.#changed();
    return this.load();
  }

  async #settle(): Promise<CachedAnswer<T>> {
    const { signal } = (this.#attempt = new AbortController());
    const askedAt = this.#clock.now();
    this.#state = { ...this.#state, askedAt };
    try {
      const value = await this.#fetch(signal);
      if (signal.aborted && !(signal.reason instanceof ServiceError)) return await this.#settle();
      this.#set({ value, fetchedAt: this.#clock.now(), loading: false, askedAt });
    } catch (thrown) {
      const reason: unknown = signal.reason;
      if (reason instanceof ServiceError) {
        this.#set({ ...this.#state, error: reason, loading: false });
        return this.#state;
      }
      if (signal.aborted) return this.#settle();
      const error = asServiceError(thrown);
      // A cancelled question is one that nobody waits for any more: what was known stays as it was.
      const failed = error.kind === 'cancelled' ? {} : { error };
      this.#set({ ...this.#state, ...failed, loading: false });
    }
    return this.#state;
  }

  #set(state: CachedAnswer<T>): void {
    this.#state = state;
    this.#changed();
  }
}

function givenUp(): ServiceError {
  return new ServiceError(t('The request was canceled.'), {
    kind: 'cancelled',
    turn: 'retry',
    nextStep: t('Try again.'),
    sent: true,
  });
}
