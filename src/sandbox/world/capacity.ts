import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.ts';
import type { BatteryCapacityBody } from '../../service/v2/contract.ts';
import type { SandboxAddresses } from '../addresses.ts';
import { dayMs } from './charge-window.ts';
import { refusals } from '../api/errors.ts';
import type { Store } from './store.ts';
import type { SandboxVehicle } from './vehicles-data.ts';

/** How long a link to the owner's selection works (public). */
const linkLifetimeMs = 30 * dayMs;

/** Nominal capacity and the owner's choice of it. */
export class Capacities {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #addresses: SandboxAddresses;

  constructor(store: Store, clock: Clock, addresses: SandboxAddresses) {
    this.#store = store;
    this.#clock = clock;
    this.#addresses = addresses;
  }

  /** Endpoint 3 of the document, in its three cases. Throws ApiFailure outside the document's geography. */
  read(vehicle: SandboxVehicle): BatteryCapacityBody {
    const { capacity } = vehicle;
    if (vehicle.region !== 'US' && vehicle.region !== 'Europe') throw refusals.outsideGeography();
    if (capacity.case === 'determined') {
      return {
        availableCapacities: [{ capacity: capacity.nominal, description: null }],
        capacity: { nominal: capacity.nominal, source: 'SMARTCAR' },
        url: null,
      };
    }
    const nominal = this.chosen(vehicle);
    return {
      availableCapacities: [...capacity.candidates],
      capacity: nominal === null ? null : { nominal, source: 'USER_SELECTED' },
      url: this.#link(vehicle),
    };
  }

  /** What the owner chose, in kWh; null where there is no choice. */
  chosen({ id, capacity }: SandboxVehicle): number | null {
    return this.#store.state.capacityChoices.get(id) ?? (capacity.case === 'selected' ? capacity.nominal : null);
  }

  choose(vehicleId: string, nominal: number): void {
    this.#store.change((state) => state.capacityChoices.set(vehicleId, nominal));
  }

  isLinkValid(vehicleId: string, token: string): boolean {
    const link = this.#store.state.capacityLinks.get(vehicleId);
    return link?.token === token && this.#clock.now() < link.expiresAt;
  }

  /** Public: the link ends in `redirect_uri=`, for the caller to append to. */
  #link({ id }: SandboxVehicle): string {
    const { baseUrl, clientId } = this.#addresses;
    const query = new URLSearchParams({
      vehicle_id: id,
      client_id: clientId,
      token: this.#linkToken(id),
      response_type: 'vehicle_id',
      redirect_uri: '',
    });
    return `${baseUrl}/battery-capacity?${query.toString()}`;
  }

  #linkToken(vehicleId: string): string {
    const now = this.#clock.now();
    const current = this.#store.state.capacityLinks.get(vehicleId);
    if (current && now < current.expiresAt - linkLifetimeMs / 2) return current.token;
    const token = randomUUID();
    this.#store.change((state) => state.capacityLinks.set(vehicleId, { token, expiresAt: now + linkLifetimeMs }));
    return token;
  }
}
