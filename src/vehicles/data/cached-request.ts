import type { Clock } from '../../common/clock.ts';
import { asServiceError } from '../../service/model/as-service-error.ts';
import type { ServiceError } from '../../service/model/errors.ts';

/** What is known of one answer of the service. Times are milliseconds since 1970. */
export interface CachedAnswer<T> {
  /** The last good answer; a later failure leaves it in place. */
  readonly value?: T;
  readonly fetchedAt?: number;
  /** Failure of the last attempt, undefined once one succeeds. */
  readonly error?: ServiceError;
  readonly loading: boolean;
}

/** Keeps the last answer of one question: single flight, and stale while error. */
export class CachedRequest<T> {
  readonly #fetch: () => Promise<T>;
  readonly #clock: Clock;
  readonly #changed: () => void;
  #state: CachedAnswer<T> = { loading: false };
  #inFlight: Promise<CachedAnswer<T>> | undefined;

  constructor(fetch: () => Promise<T>, clock: Clock, changed: () => void) {
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

  /** Changes an answer that something else than the question has overtaken. */
  amend(change: (value: T) => T): void {
    const { value } = this.#state;
    if (value !== undefined) this.#set({ ...this.#state, value: change(value) });
  }

  /** Asks (again) and never rejects: a failure is in the state. Callers during a flight share it. */
  load(): Promise<CachedAnswer<T>> {
    if (this.#inFlight) return this.#inFlight;
    this.#state = { ...this.#state, loading: true };
    this.#inFlight = this.#settle().finally(() => (this.#inFlight = undefined));
    // Only now, so that a listener that asks too shares this flight.
    this.#changed();
    return this.#inFlight;
  }

  async #settle(): Promise<CachedAnswer<T>> {
    try {
      const value = await this.#fetch();
      this.#set({ value, fetchedAt: this.#clock.now(), loading: false });
    } catch (thrown) {
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
