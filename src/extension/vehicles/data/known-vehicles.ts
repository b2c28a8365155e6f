import { type Disposable, Emitter } from '../../../common/event.ts';
import { shortName } from '../../../common/vehicle-names.ts';
import type { NominalCapacity } from '../../../service/model/vehicles.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';
import { VehicleEntry } from './vehicle-entry.ts';

/** What is known about vehicles, by their ID, for other rooms. Each response is announced once. */
export class KnownVehicles implements Disposable {
  readonly #directory: VehicleDirectory;
  readonly #named = new Emitter<string>();
  readonly #measured = new Emitter<string>();
  readonly #announced = new WeakSet<object>();
  readonly #following: Disposable;
  /** Fires with the ID of a vehicle whose name has been read … */
  readonly onDidLearnName = this.#named.event;
  /** … or whose capacity has been (again). */
  readonly onDidLearnNominal = this.#measured.event;

  constructor(directory: VehicleDirectory) {
    this.#directory = directory;
    this.#following = directory.onDidChange((change) => {
      if (!(change instanceof VehicleEntry)) return;
      this.#announce(change.id, change.attributes.value, this.#named);
      this.#announce(change.id, change.capacity.value, this.#measured);
    });
  }

  /**
   * The name of a vehicle, without its make if it is long, as far as it is known. Sends no request.
   *
   * @param sessionId a session of the vehicle's environment, if known
   */
  name(vehicleId: string, sessionId: string | undefined): string | undefined {
    for (const account of this.#directory.accounts) {
      if (sessionId && !this.#directory.isOf(account.session, sessionId)) continue;
      const vehicle = account.vehicle(vehicleId)?.attributes.value;
      if (vehicle) return shortName(vehicle);
    }
    return undefined;
  }

  /**
   * The nominal capacity of a vehicle that session `before` read; null while it is undetermined; undefined if it can't
   * be read. Never from another environment, where the same id may belong to another vehicle. Never rejects.
   *
   * @param again whether to send a request even if a response is known
   */
  async nominal(vehicleId: string, before: string, again: boolean): Promise<number | null | undefined> {
    const entry = await this.#directory.find(vehicleId);
    if (!entry || !this.#directory.isOf(entry.account.session, before)) return undefined;
    const known = again ? undefined : entry.capacity.value;
    if (known) return nominalOf(known);
    const { value, error } = await entry.loadCapacity();
    return error || !value ? undefined : nominalOf(value);
  }

  dispose(): void {
    for (const each of [this.#following, this.#named, this.#measured]) each.dispose();
  }

  #announce(vehicleId: string, answer: object | undefined, to: Emitter<string>): void {
    if (!answer || this.#announced.has(answer)) return;
    this.#announced.add(answer);
    to.fire(vehicleId);
  }
}

function nominalOf(capacity: NominalCapacity): number | null {
  return capacity.case === 'undetermined' ? null : capacity.nominal;
}
