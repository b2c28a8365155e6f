import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../common/clock.ts';
import { type PromiseWithResolvers, withResolvers } from '../../common/missing-in-node-20.ts';
import { ServiceError } from '../model/errors.ts';
import { cancelled } from './exchange-failures.ts';

/** What a request counts against: the limit of the application, and that of the vehicle (both public). */
export interface RateLimitScope {
  /** One application of one deployment. */
  readonly application: string;
  /** Undefined for a request that is about no vehicle. */
  readonly vehicle: string | undefined;
}

/** Ends the admission of a request, with the failure that it ended in. */
export type Release = (failure?: ServiceError) => void;

/** A wait of this length is no news: the request simply takes that much longer. */
const silentWaitMs = 5_000;

/** The longest wait that is believed; what is longer comes from a clock that was set back. */
const longestWaitMs = 15 * 60_000;

/** A time in which the service has said that it takes nothing. */
interface Pause {
  readonly failure: ServiceError;
  readonly until: number;
  /** The one request that goes first when it is over; the others wait for how it ends. */
  probe: PromiseWithResolvers<void> | undefined;
}

/**
 * Keeps requests back while a 429 is known to last, so that a limit is waited out and not hammered: short waits are
 * waited, longer ones are refused here with the moment at which they end. After it one request tries first, because
 * the service refills slowly and fifty at once would only begin the next wait.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #sleep: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  readonly #pauses = new Map<string, Pause>();

  constructor(
    clock: Clock,
    wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown> = (ms, signal) =>
      sleep(ms, undefined, signal && { signal }),
  ) {
    this.#clock = clock;
    this.#sleep = wait;
  }

  /** Resolves when the request may go; call what it resolves to when it ended. Rejects with ServiceError. */
  async acquire(scope: RateLimitScope, signal?: AbortSignal): Promise<Release> {
    const probes: Pause[] = [];
    const letGo = () => {
      for (const pause of probes) this.#endProbe(pause);
    };
    try {
      for (const key of keysOf(scope)) {
        const pause = await this.#pass(key, signal);
        if (pause) probes.push(pause);
      }
    } catch (error) {
      letGo();
      throw error;
    }
    return (failure) => {
      const isLimit = failure?.status === 429 && failure.retryAt !== undefined;
      // A question that was given up says nothing of the limit.
      if (failure?.kind !== 'cancelled') for (const pause of probes) this.#forget(pause);
      if (isLimit) this.#pause(failure, scope);
      letGo();
    };
  }

  /** The pause that this request is the first after, if it is. */
  async #pass(key: string, signal: AbortSignal | undefined): Promise<Pause | undefined> {
    for (;;) {
      const pause = this.#pauses.get(key);
      if (!pause) return undefined;
      const left = pause.until - this.#clock.now();
      const isOver = left <= 0 || left > longestWaitMs;
      if (!isOver && left > silentWaitMs) throw notSent(pause.failure, left);
      if (!isOver) await unlessAborted(this.#sleep(left, signal), signal);
      else if (pause.probe) await unlessAborted(pause.probe.promise, signal);
      else {
        pause.probe = withResolvers();
        return pause;
      }
    }
  }

  #pause(failure: ServiceError, scope: RateLimitScope): void {
    const key = failure.code === 'VEHICLE' ? vehicleKey(scope) : scope.application;
    const until = failure.retryAt ?? 0;
    // The later end holds: requests that were under way together end one after the other.
    if (key !== undefined && until > (this.#pauses.get(key)?.until ?? 0)) {
      this.#pauses.set(key, { failure, until, probe: undefined });
    }
  }

  #forget(pause: Pause): void {
    for (const [key, known] of this.#pauses) if (known === pause) this.#pauses.delete(key);
  }

  #endProbe(pause: Pause): void {
    pause.probe?.resolve();
    pause.probe = undefined;
  }
}

function keysOf(scope: RateLimitScope): string[] {
  return [scope.application, vehicleKey(scope)].filter((key) => key !== undefined);
}

function vehicleKey({ application, vehicle }: RateLimitScope): string | undefined {
  return vehicle === undefined ? undefined : `${application} ${vehicle}`;
}

async function unlessAborted(wait: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await wait);
  const aborted = withResolvers<never>();
  const abort = () => aborted.reject(cancelled(false));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  // Whichever comes second is nobody's concern.
  wait.catch(() => undefined);
  try {
    await Promise.race([aborted.promise, wait.catch(() => aborted.promise)]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The same failure as before, said without asking again. */
function notSent(failure: ServiceError, leftMs: number): ServiceError {
  const { message, kind, turn, nextStep, status, type, code, requestId, retryAt } = failure;
  const retryAfterSeconds = Math.ceil(leftMs / 1000);
  return new ServiceError(message, {
    ...{ kind, turn, nextStep, status, type, code, requestId, retryAt, retryAfterSeconds },
    sent: false,
  });
}
