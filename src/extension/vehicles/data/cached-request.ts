import { withSignals } from '../../../common/abort-with.ts';
import { now } from '../../../common/clock.ts';
import { t } from '../../../common/translate.ts';
import { asServiceError, ServiceError } from '../../../service/model/errors.ts';
import { isFact } from './failures-for-all.ts';

/** The state of one response of the service. Times are milliseconds since 1970. */
export interface CachedAnswer<T> {
  /** The last successful response; a later failure leaves it in place. */
  readonly value?: T;
  readonly fetchedAt?: number;
  /** Failure of the last attempt; undefined once one succeeds. */
  readonly error?: ServiceError;
  readonly loading: boolean;
  /** When the request was last sent. */
  readonly askedAt?: number;
}

/**
 * Which requests are sent again: by a manual refresh, `all` or those that `failed`; by nobody's wish, only those whose
 * failure is `open`, because it may have ended.
 */
export type Due = 'all' | 'failed' | 'open';

/** Milliseconds during which a running request counts as new, so that two quick clicks send one request. */
const justAskedMs = 1_000;

/** Keeps the last response to one request: only one is in flight at a time, and old data stays after an error. */
export class CachedRequest<T> {
  readonly #fetch: (signal: AbortSignal) => Promise<T>;
  readonly #changed: () => void;
  #state: CachedAnswer<T> = { loading: false };
  #inFlight: Promise<CachedAnswer<T>> | undefined;
  #attempt = new AbortController();

  /**
   * @param fetch must end when its signal aborts
   * @param ended aborts when nobody needs the response any more
   */
  constructor(fetch: (signal: AbortSignal) => Promise<T>, changed: () => void, ended: AbortSignal) {
    this.#fetch = (attempt) => withSignals(fetch, ended, attempt);
    this.#changed = changed;
  }

  get state(): CachedAnswer<T> {
    return this.#state;
  }

  /** True if there is a response or a failure, or the request is under way. */
  get asked(): boolean {
    return this.#state.loading || this.#state.error !== undefined || this.#state.fetchedAt !== undefined;
  }

  isDue(which: Due): boolean {
    const { loading, error } = this.#state;
    if (which === 'open') return error !== undefined && !isFact(error);
    return which === 'all' ? this.asked : loading || error !== undefined;
  }

  /** Changes a response that has become outdated in a known way. */
  amend(change: (value: T) => T): void {
    const { value } = this.#state;
    if (value !== undefined) this.#set({ ...this.#state, value: change(value) });
  }

  /** Takes a response or a failure that has come with another response, unless a newer one is known. Tells nobody. */
  learn(answer: T | ServiceError, fetchedAt: number): void {
    const { loading, askedAt, fetchedAt: known = askedAt ?? 0 } = this.#state;
    if (loading || fetchedAt <= known) return;
    if (answer instanceof ServiceError) this.#state = { ...this.#state, error: answer, askedAt: fetchedAt };
    else this.#state = { value: answer, fetchedAt, loading: false };
  }

  /**
   * Fails with this error without sending the request or waiting any longer, because every request would fail this way.
   */
  failAs(error: ServiceError): void {
    if (this.#inFlight) this.#attempt.abort(error);
    else this.#set({ ...this.#state, error });
  }

  /** Cancels a running request for a user who doesn't want to wait any longer. */
  cancel(): void {
    if (this.#inFlight) this.failAs(givenUp());
  }

  /** Sends the request (again). Never rejects: a failure is part of the state. Callers share a running request. */
  load(): Promise<CachedAnswer<T>> {
    if (this.#inFlight) return this.#inFlight;
    this.#state = { ...this.#state, loading: true };
    this.#inFlight = this.#settle().finally(() => (this.#inFlight = undefined));
    // Only now, so that a listener that calls this method shares the request.
    this.#changed();
    return this.#inFlight;
  }

  /** Sends a new request even if one is under way, because that may hang. Its callers then get the new response. */
  reload(): Promise<CachedAnswer<T>> {
    const isJustAsked = Math.abs(now() - (this.#state.askedAt ?? 0)) < justAskedMs;
    if (this.#inFlight && isJustAsked) return this.#inFlight;
    const { error: _, ...known } = this.#state;
    this.#state = known;
    this.#attempt.abort();
    if (this.#inFlight) this.#changed();
    return this.load();
  }

  async #settle(): Promise<CachedAnswer<T>> {
    const { signal } = (this.#attempt = new AbortController());
    const askedAt = now();
    this.#state = { ...this.#state, askedAt };
    try {
      const value = await this.#fetch(signal);
      if (signal.aborted && !(signal.reason instanceof ServiceError)) return await this.#settle();
      this.#set({ value, fetchedAt: now(), loading: false, askedAt });
    } catch (thrown) {
      const reason: unknown = signal.reason;
      if (reason instanceof ServiceError) {
        this.#set({ ...this.#state, error: reason, loading: false });
        return this.#state;
      }
      if (signal.aborted) return this.#settle();
      const error = asServiceError(thrown);
      // Nobody waits for a cancelled request any more, so the state stays as it was.
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
