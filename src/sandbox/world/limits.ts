import type { Clock } from '../../common/clock.ts';
import type { Application } from './world.ts';

/** Why a request is not let through. Each version of the API reports it in its own format. */
export interface LimitRefusal {
  readonly limit: 'application' | 'vehicle' | 'plan';
  readonly error: readonly [type: 'RATE_LIMIT' | 'BILLING', code: string];
  readonly description: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

const ofApplication: LimitRefusal = {
  limit: 'application',
  error: ['RATE_LIMIT', 'SMARTCAR_API'],
  description: 'Your application has exceeded its rate limit.',
};
const ofPlan = (code: string): LimitRefusal => ({
  limit: 'plan',
  error: ['BILLING', code],
  description: 'The plan of your application does not allow this request.',
});

/** A bucket of requests that refills over time. */
interface BucketSize {
  readonly capacity: number;
  /** Milliseconds until one more request is let through. */
  readonly refillMs: number;
}

/** Public: 120 requests for the application, refilled 2 per minute. */
const applicationBucket: BucketSize = { capacity: 120, refillMs: 30_000 };
/** Assumed, based on an older guide: 20 requests per vehicle and hour. */
const vehicleBucket: BucketSize = { capacity: 20, refillMs: 180_000 };

interface Bucket {
  readonly left: number;
  /** The time that {@link left} refers to, in milliseconds since 1970. */
  readonly at: number;
}

/** Rate limits and the plan of the application. They follow the sandbox's clock; buckets are full when it starts. */
export class Limits {
  readonly #application: Application;
  readonly #clock: Clock;
  /** By vehicle, and one for the application. */
  readonly #buckets = new Map<string, Bucket>();
  #month = '';
  readonly #requestsThisMonth = new Map<string, number>();

  constructor(application: Application, clock: Clock) {
    this.#application = application;
    this.#clock = clock;
  }

  /** Counts a request of the application, unless the bucket is empty. */
  countRequest(): LimitRefusal | undefined {
    if (this.#application.rateLimit === 'off') return undefined;
    return this.#take('application', applicationBucket) > 0 ? ofApplication : undefined;
  }

  /** Counts a request for data of a vehicle, which is what a plan bills (public). */
  countVehicleRequest(vehicleId: string, connectedVehicles: () => readonly string[]): LimitRefusal | undefined {
    const { plan, rateLimit } = this.#application;
    if (plan.refuses) return ofPlan(plan.refuses);
    if (plan.vehicles !== undefined && connectedVehicles().indexOf(vehicleId) >= plan.vehicles) {
      return ofPlan('VEHICLE_LIMIT');
    }
    if (plan.requestsPerVehicle !== undefined && !this.#countAgainst(plan.requestsPerVehicle, vehicleId)) {
      return ofPlan('VEHICLE_REQUEST_LIMIT');
    }
    if (rateLimit === 'off') return undefined;
    const waitMs = this.#take(vehicleId, vehicleBucket);
    if (waitMs <= 0) return undefined;
    const description = 'You have reached the throttling rate limit for this vehicle.';
    return { limit: 'vehicle', error: ['RATE_LIMIT', 'VEHICLE'], description, retryAfter: Math.ceil(waitMs / 1000) };
  }

  /** How many milliseconds a request has to wait; 0 if it is let through, which counts it. */
  #take(key: string, { capacity, refillMs }: BucketSize): number {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key) ?? { left: capacity, at: now };
    const left = Math.min(capacity, bucket.left + Math.max(0, now - bucket.at) / refillMs);
    const isFree = left >= 1;
    this.#buckets.set(key, { left: isFree ? left - 1 : left, at: now });
    return isFree ? 0 : Math.ceil((1 - left) * refillMs);
  }

  /** False if the month's quota is used up. */
  #countAgainst(quota: number, vehicleId: string): boolean {
    const month = new Date(this.#clock.now()).toISOString().slice(0, 7);
    if (month !== this.#month) this.#requestsThisMonth.clear();
    this.#month = month;
    const count = (this.#requestsThisMonth.get(vehicleId) ?? 0) + 1;
    if (count > quota) return false;
    this.#requestsThisMonth.set(vehicleId, count);
    return true;
  }
}
