import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../common/clock.ts';
import { type PromiseWithResolvers, withResolvers } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';
import { unlessAborted } from '../../common/abort-with.ts';
import { ServiceError } from '../model/errors.ts';
import type { LimitClock, LimitTime } from '../model/vehicle-data.ts';
import { cancelled } from './exchange.ts';

/** The limits that a request counts against: that of the application, and that of the vehicle (both public). */
export interface RateLimitScope {
  /** One application of one deployment. */
  readonly application: string;
  /** Undefined for a request that does not concern a vehicle. */
  readonly vehicle: string | undefined;
  /** Set if limits expire by a clock other than this machine's. */
  readonly limitClock?: LimitClock | undefined;
}

/** Ends the admission of a request; `failure` is why it failed. Resolves once later requests know about the failure. */
export type Release = (failure?: ServiceError) => Promise<void>;

/** A wait of up to this length is not reported: the request simply takes that much longer. */
const silentWaitMs = 5_000;

/** The longest credible wait; anything longer results from a clock that was set back. */
const longestWaitMs = 15 * 60_000;

/** A period in which the service accepts no requests, as it has said. */
interface Pause {
  readonly failure: ServiceError;
  /** By this machine's clock, in milliseconds since 1970. */
  readonly until: number;
  /** If the service has a clock of its own: its time when the limit began, and how long the limit lasts by it. */
  readonly began: Promise<LimitTime | undefined> | undefined;
  readonly lastsMs: number;
  /** The one request that goes first when the pause is over; the others wait for its outcome. */
  probe: PromiseWithResolvers<void> | undefined;
}

/** The remaining time of a pause. */
interface Left {
  readonly ms: number;
  /** When it ends, by this machine's clock. */
  readonly until: number;
  /** How long it still lasts by the service's clock. */
  readonly serviceMs: number;
}

/**
 * Holds requests back while a 429 is known to last, so that the service is not hammered: short waits are waited out;
 * longer ones are refused here with the time at which they end. After that, one request goes first, because the service
 * refills slowly and fifty at once would only start the next wait.
 */
export class RateLimiter {
  readonly #sleep: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  readonly #pauses = new Map<string, Pause>();

  constructor(
    wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown> = (ms, signal) =>
      sleep(ms, undefined, signal && { signal }),
  ) {
    this.#sleep = wait;
  }

  /** Resolves when the request may be sent; call the returned function when it has ended. Rejects with ServiceError. */
  async acquire(scope: RateLimitScope, signal?: AbortSignal): Promise<Release> {
    const probes: Pause[] = [];
    const letGo = () => {
      for (const pause of probes) this.#endProbe(pause);
    };
    try {
      for (const key of keysOf(scope)) {
        const pause = await this.#pass(key, scope, signal);
        if (pause) probes.push(pause);
      }
    } catch (error) {
      letGo();
      throw error;
    }
    return async (failure) => {
      const isLimit = failure?.status === 429 && failure.retryAt !== undefined;
      // A canceled request says nothing about the limit.
      if (failure?.kind !== 'cancelled') for (const pause of probes) this.#forget(pause);
      const pause = isLimit ? this.#pause(failure, scope) : undefined;
      letGo();
      await pause?.began;
    };
  }

  /** The pause that this request is the first to follow, if any. */
  async #pass(key: string, scope: RateLimitScope, signal: AbortSignal | undefined): Promise<Pause | undefined> {
    for (;;) {
      const pause = this.#pauses.get(key);
      if (!pause) return undefined;
      const left = await this.#left(pause, scope);
      if (this.#pauses.get(key) !== pause) continue;
      if (left && left.ms > silentWaitMs) throw this.#notSent(pause, left);
      if (left) await waitOut(this.#sleep(left.ms, signal), signal);
      else if (pause.probe) await waitOut(pause.probe.promise, signal);
      else {
        pause.probe = withResolvers();
        return pause;
      }
    }
  }

  /** Undefined if the pause is over. */
  async #left(pause: Pause, { limitClock }: RateLimitScope): Promise<Left | undefined> {
    if (!pause.began || !limitClock) {
      const { until } = pause;
      const ms = until - now();
      return isLeft(ms) ? { ms, until, serviceMs: ms } : undefined;
    }
    const [began, time] = await Promise.all([pause.began, limitClock().catch(() => undefined)]);
    // If the remaining time is unknown, the request itself will show whether the limit still applies.
    if (time === undefined || time.era !== began?.era) return undefined;
    const serviceMs = began.now + pause.lastsMs - time.now;
    const ms = serviceMs / time.speed;
    return isLeft(serviceMs) ? { ms, until: now() + ms, serviceMs } : undefined;
  }

  #pause(failure: ServiceError, scope: RateLimitScope): Pause | undefined {
    const key = failure.code === 'VEHICLE' ? vehicleKey(scope) : scope.application;
    const until = failure.retryAt ?? 0;
    // The later end counts: requests that were sent together finish one after the other.
    if (key === undefined || until <= (this.#pauses.get(key)?.until ?? 0)) return undefined;
    const lastsMs = until - now();
    const pause = { failure, until, began: scope.limitClock?.().catch(() => undefined), lastsMs, probe: undefined };
    this.#pauses.set(key, pause);
    return pause;
  }

  /**
   * The text is ours, not the service's, because the user must know that nothing was sent. The remaining time is
   * counted down where the error is shown; the text contains it only if the service's clock is frozen.
   */
  #notSent({ failure, began }: Pause, { until, serviceMs }: Left): ServiceError {
    const { kind, turn, status, type, code } = failure;
    const seconds = Math.ceil(serviceMs / 1000);
    const message =
      code === 'VEHICLE'
        ? t('Nothing was sent: requests for this vehicle are held back here after a rate limit (HTTP 429).')
        : t('Nothing was sent: requests of this application are held back here after a rate limit (HTTP 429).');
    const nextStep = !began
      ? t('Try again when the wait is over.')
      : Number.isFinite(until)
        ? t('The wait follows the sandbox’s clock. Advance it or clear the faults to end it now.')
        : t(
            'The wait of {0} s follows the sandbox’s clock, which is frozen. Advance it or clear the faults to end it now.',
            seconds,
          );
    return new ServiceError(message, {
      ...{ kind, turn, nextStep, status, type, code, retryAfterSeconds: seconds },
      retryAt: Number.isFinite(until) ? until : undefined,
      sent: false,
    });
  }

  #forget(pause: Pause): void {
    for (const [key, known] of this.#pauses) if (known === pause) this.#pauses.delete(key);
  }

  #endProbe(pause: Pause): void {
    pause.probe?.resolve();
    pause.probe = undefined;
  }
}

function isLeft(ms: number): boolean {
  return ms > 0 && ms <= longestWaitMs;
}

function keysOf(scope: RateLimitScope): string[] {
  return [scope.application, vehicleKey(scope)].filter((key) => key !== undefined);
}

function vehicleKey({ application, vehicle }: RateLimitScope): string | undefined {
  return vehicle === undefined ? undefined : `${application} ${vehicle}`;
}

/** Rejects as a canceled request does. */
async function waitOut(wait: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await wait);
  // Whichever promise settles second is ignored.
  wait.catch(() => undefined);
  await unlessAborted(wait, signal).catch(() => {
    throw cancelled(false);
  });
}
