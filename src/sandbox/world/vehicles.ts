import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.ts';
import { type DateRange, dayMs } from '../../common/date-range.ts';
import { Emitter } from '../../common/event.ts';
import { isSameSecret } from '../../common/random-secret.ts';
import { charges, type ChargeWindow, chargeWindow, countCharges, isWithin, simulatedCharge } from './charges.ts';
import type { ChargeRequest } from './changes.ts';
import { type Motion, motionAt } from './motion.ts';
import type { Store } from './store.ts';
import type { Charge } from './stored-state.ts';
import type { SandboxOwner, SandboxVehicle, World } from './world.ts';

/** How long a link to the owner's selection of a capacity works (public). */
const linkLifetimeMs = 30 * dayMs;

/** How long added charges are kept: no answer goes back as far. */
const keptMs = 3 * 366 * dayMs;

/** Vehicles, their charges and their capacities at the sandbox's time. */
export class Vehicles {
  readonly world: World;
  readonly #store: Pick<Store, 'state' | 'change'>;
  readonly #clock: Clock;
  readonly #charged = new Emitter<string>();
  /** Fires with the ID of a vehicle to which a charge was added. */
  readonly onDidAddCharge = this.#charged.event;
  readonly #byId: ReadonlyMap<string, { readonly owner: SandboxOwner; readonly vehicle: SandboxVehicle }>;

  constructor(world: World, store: Pick<Store, 'state' | 'change'>, clock: Clock, same?: Vehicles) {
    this.world = world;
    this.#store = store;
    this.#clock = clock;
    this.#byId = same
      ? same.#byId
      : new Map(world.owners.flatMap((owner) => owner.vehicles.map((vehicle) => [vehicle.id, { owner, vehicle }])));
  }

  /** The same vehicles at another time, with another state. They are not changed. */
  at(store: Pick<Store, 'state' | 'change'>, clock: Clock): Vehicles {
    return new Vehicles(this.world, store, clock, this);
  }

  /** All vehicles with their owners, in the order of the world. */
  get list(): readonly { readonly owner: SandboxOwner; readonly vehicle: SandboxVehicle }[] {
    return [...this.#byId.values()];
  }

  get(id: string): SandboxVehicle | undefined {
    return this.#byId.get(id)?.vehicle;
  }

  /**
   * Generated charges in the date range, oldest first, then added ones. A scenario's own records replace the generated
   * ones.
   */
  *charges(vehicle: SandboxVehicle, dates: DateRange): Generator<Charge> {
    const window = this.#window(vehicle, dates);
    if (!vehicle.literalRecords) yield* charges(this.world, vehicle, window);
    yield* this.#added(vehicle, window);
  }

  /** What the vehicle last reported. The `end` and `to` of a charge that goes on are in the future. */
  motion(vehicle: SandboxVehicle): Motion {
    return motionAt(this.world, vehicle, this.#store.state.addedCharges.get(vehicle.id) ?? [], this.#clock.now());
  }

  /** Charges in the default range, without a scenario's own records. */
  chargeCount(vehicle: SandboxVehicle): number {
    const window = this.#window(vehicle, {});
    const generated = vehicle.literalRecords ? 0 : countCharges(this.world, vehicle, window);
    return generated + this.#added(vehicle, window).length;
  }

  /** Adds a charge that has just ended, or has just begun. Undefined if there is no such vehicle. */
  simulateCharge(request: ChargeRequest): Charge | undefined {
    const vehicle = this.get(request.vehicleId);
    if (!vehicle) return undefined;
    const now = this.#clock.now();
    let notBefore = this.#firstGrantedAt(vehicle, now);
    const lastDay = { from: now - dayMs, to: now, endedBy: now };
    const generated = vehicle.literalRecords ? [] : charges(this.world, vehicle, lastDay);
    for (const { end } of [...generated, ...this.#added(vehicle, lastDay)]) notBefore = Math.max(notBefore, end);
    const charge = simulatedCharge(vehicle, request, now, notBefore);
    this.#store.change(({ addedCharges }) => {
      const kept = addedCharges.get(vehicle.id)?.filter(({ end }) => end > now - keptMs) ?? [];
      addedCharges.set(vehicle.id, [...kept, charge]);
    });
    this.#charged.fire(vehicle.id);
    return charge;
  }

  /** kWh; null if several capacities are possible and the owner has not chosen one. */
  nominalCapacity({ id, capacity }: SandboxVehicle): number | null {
    if (capacity.case === 'determined') return capacity.nominal;
    return this.#store.state.capacityChoices.get(id) ?? (capacity.case === 'selected' ? capacity.nominal : null);
  }

  chooseCapacity(vehicleId: string, nominal: number): void {
    this.#store.change((state) => state.capacityChoices.set(vehicleId, nominal));
  }

  isCapacityLinkValid(vehicleId: string, token: string): boolean {
    const link = this.#store.state.capacityLinks.get(vehicleId);
    return link !== undefined && isSameSecret(link.token, token) && this.#clock.now() < link.expiresAt;
  }

  /** A token that remains valid for at least half of a link's lifetime. */
  capacityLinkToken(vehicleId: string): string {
    const now = this.#clock.now();
    const current = this.#store.state.capacityLinks.get(vehicleId);
    if (current && now < current.expiresAt - linkLifetimeMs / 2) return current.token;
    const token = randomUUID();
    this.#store.change((state) => state.capacityLinks.set(vehicleId, { token, expiresAt: now + linkLifetimeMs }));
    return token;
  }

  #added({ id }: SandboxVehicle, window: ChargeWindow): readonly Charge[] {
    return (this.#store.state.addedCharges.get(id) ?? []).filter((charge) => isWithin(charge, window));
  }

  #window(vehicle: SandboxVehicle, dates: DateRange): ChargeWindow {
    const now = this.#clock.now();
    return chargeWindow(dates, now, this.#firstGrantedAt(vehicle, now));
  }

  #firstGrantedAt(vehicle: SandboxVehicle, now: number): number {
    const owner = this.#byId.get(vehicle.id)?.owner;
    return owner?.firstGrantedAt ?? this.#store.state.firstGrants.get(owner?.id ?? '') ?? now;
  }
}
