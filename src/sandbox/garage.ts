import type { Clock } from '../common/clock.ts';
import { charges, countCharges } from './charge-generator.ts';
import { type ChargeDates, type ChargeWindow, chargeWindow } from './charge-window.ts';
import { refusals } from './errors.ts';
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
    return vehicle.literalRecords ?? charges(this.world, vehicle, this.#window(vehicle, dates));
  }

  /** Charge records in the default range; null where the make has none. */
  chargeCount(vehicle: SandboxVehicle): number | null {
    if (!makesWithRecords.includes(vehicle.make.toLowerCase())) return null;
    return vehicle.literalRecords?.length ?? countCharges(this.world, vehicle, this.#window(vehicle, {}));
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
