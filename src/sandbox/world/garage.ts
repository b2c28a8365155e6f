import type { Clock } from '../../common/clock.ts';
import type { ChargeRecordBody } from '../../service/v2/contract.ts';
import { charges, countCharges } from './charge-generator.ts';
import { type ChargeDates, type ChargeWindow, chargeWindow, dayMs, startOfDay } from './charge-window.ts';
import { refusals } from '../api/errors.ts';
import { type ChargeRequest, simulatedCharge } from './simulated-charge.ts';
import type { Store } from './store.ts';
import { makesWithRecords, type SandboxOwner, type SandboxVehicle, type World } from './vehicles-data.ts';

/** Owners, vehicles and their charge records at the sandbox's time. */
export class Garage {
  readonly world: World;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #places: ReadonlyMap<string, { readonly owner: SandboxOwner; readonly vehicle: SandboxVehicle }>;

  constructor(world: World, store: Store, clock: Clock) {
    this.world = world;
    this.#store = store;
    this.#clock = clock;
    this.#places = new Map(
      world.owners.flatMap((owner) => owner.vehicles.map((vehicle) => [vehicle.id, { owner, vehicle }])),
    );
  }

  vehicle(id: string): SandboxVehicle | undefined {
    return this.#places.get(id)?.vehicle;
  }

  /** Endpoint 4 of the document; `make` as it stands in the path. Throws ApiFailure. */
  chargeRecords(vehicle: SandboxVehicle, make: string, dates: ChargeDates): Iterable<unknown> {
    if (make !== make.toLowerCase()) throw refusals.makeNotLowerCase(make);
    if (!makesWithRecords.includes(make)) throw refusals.makeWithoutRecords(make);
    if (make !== vehicle.make.toLowerCase()) throw refusals.otherMake(make);
    return this.#recordsIn(vehicle, this.#window(vehicle, dates));
  }

  /** Whether a startDate lies before what the service still has of the vehicle, or ever had. */
  isTooOld(vehicle: SandboxVehicle, startDate: string): boolean {
    return Date.parse(startDate) < startOfDay(this.#window(vehicle, {}).from);
  }

  /** Adds a charge that has just ended. Undefined where there is no such vehicle, or its make has no records. */
  simulateCharge(request: ChargeRequest): ChargeRecordBody | undefined {
    const vehicle = this.vehicle(request.vehicleId);
    if (!vehicle || !hasRecords(vehicle)) return undefined;
    const now = this.#clock.now();
    const grantedAt = this.#firstGrantedAt(vehicle, now);
    const record = simulatedCharge(vehicle, request, now, Math.max(this.#lastChargeEnd(vehicle, now), grantedAt));
    this.#store.change(({ addedCharges }) => {
      addedCharges.set(vehicle.id, [...(addedCharges.get(vehicle.id) ?? []), record]);
    });
    return record;
  }

  /** Charge records in the default range; null where the make has none. */
  chargeCount(vehicle: SandboxVehicle): number | null {
    if (!hasRecords(vehicle)) return null;
    const window = this.#window(vehicle, {});
    const made = vehicle.literalRecords?.length ?? countCharges(this.world, vehicle, window);
    return made + this.#added(vehicle, window).length;
  }

  *#recordsIn(vehicle: SandboxVehicle, window: ChargeWindow): Generator<unknown> {
    yield* vehicle.literalRecords ?? charges(this.world, vehicle, window);
    yield* this.#added(vehicle, window);
  }

  #added({ id }: SandboxVehicle, { from, to, endedBy }: ChargeWindow): readonly ChargeRecordBody[] {
    return (this.#store.state.addedCharges.get(id) ?? []).filter(({ chargeStart, chargeEnd }) => {
      const start = Date.parse(chargeStart);
      return start >= from && start < to && Date.parse(chargeEnd) <= endedBy;
    });
  }

  /** Of the last day; 0 if there was none. */
  #lastChargeEnd(vehicle: SandboxVehicle, now: number): number {
    const window = { from: now - dayMs, to: now, endedBy: now };
    const made = vehicle.literalRecords ? [] : charges(this.world, vehicle, window);
    let last = 0;
    for (const { chargeEnd } of [...made, ...this.#added(vehicle, window)])
      last = Math.max(last, Date.parse(chargeEnd));
    return last;
  }

  #window(vehicle: SandboxVehicle, dates: ChargeDates): ChargeWindow {
    const now = this.#clock.now();
    return chargeWindow(dates, now, this.#firstGrantedAt(vehicle, now));
  }

  #firstGrantedAt(vehicle: SandboxVehicle, now: number): number {
    const owner = this.#places.get(vehicle.id)?.owner;
    return owner?.firstGrantedAt ?? this.#store.state.firstGrants.get(owner?.id ?? '') ?? now;
  }
}

function hasRecords({ make }: SandboxVehicle): boolean {
  return makesWithRecords.includes(make.toLowerCase());
}
