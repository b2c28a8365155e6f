import type { Clock } from '../../common/clock.ts';
import type { Application } from '../world/application.ts';
import { refusals } from './errors.ts';

/** A bucket of requests that fills again as time goes by. */
interface BucketSize {
  readonly capacity: number;
  /** Milliseconds until one more request is let through. */
  readonly refillMs: number;
}

/** Public: 120 requests for the application, refilled 2 per minute. */
const applicationBucket: BucketSize = { capacity: 120, refillMs: 30_000 };
/** Assumed, after an older guide: 20 requests per vehicle and hour. */
const vehicleBucket: BucketSize = { capacity: 20, refillMs: 180_000 };

interface Bucket {
  readonly left: number;
  /** When {@link left} was counted, in milliseconds since 1970. */
  readonly at: number;
}

/** Rate limits and the plan of the application. They follow the sandbox's clock and start full when it starts. */
export class Limits {
  readonly #application: Application;
  readonly #clock: Clock;
  /** By vehicle, and that of the application. */
  readonly #buckets = new Map<string, Bucket>();
  #month = '';
  readonly #requestsThisMonth = new Map<string, number>();

  constructor(application: Application, clock: Clock) {
    this.#application = application;
    this.#clock = clock;
  }

  /** Counts a request of the application. Throws ApiFailure where the bucket is empty. */
  countRequest(): void {
    if (this.#application.rateLimit === 'off') return;
    if (this.#take('application', applicationBucket) > 0) throw refusals.applicationLimit();
  }

  /** Counts a request for data of a vehicle, which is what a plan bills (public). Throws ApiFailure. */
  countVehicleRequest(vehicleId: string, connectedVehicles: () => readonly string[]): void {
    const { plan, rateLimit } = this.#application;
    if (plan.refuses) throw refusals.plan(plan.refuses);
    if (plan.vehicles !== undefined && connectedVehicles().indexOf(vehicleId) >= plan.vehicles) {
      throw refusals.plan('VEHICLE_LIMIT');
    }
    if (plan.requestsPerVehicle !== undefined) this.#countAgainst(plan.requestsPerVehicle, vehicleId);
    if (rateLimit === 'off') return;
    const waitMs = this.#take(vehicleId, vehicleBucket);
    if (waitMs > 0) throw refusals.vehicleLimit(Math.ceil(waitMs / 1000));
  }

  /** How many milliseconds a request has to wait; 0 where it is let through, and so counts. */
  #take(key: string, { capacity, refillMs }: BucketSize): number {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key) ?? { left: capacity, at: now };
    const left = Math.min(capacity, bucket.left + Math.max(0, now - bucket.at) / refillMs);
    const isFree = left >= 1;
    this.#buckets.set(key, { left: isFree ? left - 1 : left, at: now });
    return isFree ? 0 : Math.ceil((1 - left) * refillMs);
  }

  #countAgainst(quota: number, vehicleId: string): void {
    const month = new Date(this.#clock.now()).toISOString().slice(0, 7);
    if (month !== this.#month) this.#requestsThisMonth.clear();
    this.#month = month;
    const count = (this.#requestsThisMonth.get(vehicleId) ?? 0) + 1;
    if (count > quota) throw refusals.plan('VEHICLE_REQUEST_LIMIT');
    this.#requestsThisMonth.set(vehicleId, count);
  }
}
