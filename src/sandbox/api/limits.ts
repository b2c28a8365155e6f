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

/** What is left after one request; where nothing is, how long to wait in milliseconds. */
function takeFrom(
  bucket: Bucket | undefined,
  { capacity, refillMs }: BucketSize,
  now: number,
): { readonly bucket: Bucket; readonly waitMs: number } {
  const filled = bucket ? bucket.left + Math.max(0, now - bucket.at) / refillMs : capacity;
  const left = Math.min(capacity, filled);
  if (left >= 1) return { bucket: { left: left - 1, at: now }, waitMs: 0 };
  return { bucket: { left, at: now }, waitMs: Math.ceil((1 - left) * refillMs) };
}

/** Rate limits and the plan of the application. They follow the sandbox's clock and start full when it starts. */
export class Limits {
  readonly #application: Application;
  readonly #clock: Clock;
  #bucket: Bucket | undefined;
  readonly #vehicles = new Map<string, Bucket>();
  #month = '';
  readonly #requestsThisMonth = new Map<string, number>();

  constructor(application: Application, clock: Clock) {
    this.#application = application;
    this.#clock = clock;
  }

  /** Counts a request of the application. Throws ApiFailure where the bucket is empty. */
  countRequest(): void {
    if (this.#application.rateLimit === 'off') return;
    const { bucket, waitMs } = takeFrom(this.#bucket, applicationBucket, this.#clock.now());
    this.#bucket = bucket;
    if (waitMs > 0) throw refusals.applicationLimit();
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
    const { bucket, waitMs } = takeFrom(this.#vehicles.get(vehicleId), vehicleBucket, this.#clock.now());
    this.#vehicles.set(vehicleId, bucket);
    if (waitMs > 0) throw refusals.vehicleLimit(Math.ceil(waitMs / 1000));
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
