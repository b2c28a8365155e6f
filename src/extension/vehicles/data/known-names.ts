import { type Disposable, Emitter } from '../../../common/event.ts';
import { modelName } from '../../../common/vehicle-names.ts';
import type { Vehicle } from '../../../service/model/vehicles.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';
import { VehicleEntry } from './vehicle-entry.ts';

/** The names of vehicles, as far as they are known. Sends no request. */
export class KnownNames implements Disposable {
  readonly #directory: Pick<VehicleDirectory, 'accounts' | 'isOf' | 'onDidChange'>;
  readonly #changed = new Emitter<void>();
  readonly #announced = new WeakMap<VehicleEntry, Vehicle>();
  readonly #following: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(directory: Pick<VehicleDirectory, 'accounts' | 'isOf' | 'onDidChange'>) {
    this.#directory = directory;
    this.#following = directory.onDidChange((change) => {
      if (!(change instanceof VehicleEntry)) return;
      const { value } = change.attributes;
      if (!value || this.#announced.get(change) === value) return;
      this.#announced.set(change, value);
      this.#changed.fire();
    });
  }

  /** @param sessionId a session of the vehicle's environment, if known */
  of(vehicleId: string, sessionId: string | undefined): string | undefined {
    for (const account of this.#directory.accounts) {
      if (sessionId && !this.#directory.isOf(account.session, sessionId)) continue;
      const vehicle = account.vehicle(vehicleId)?.attributes.value;
      if (vehicle) return modelName(vehicle);
    }
    return undefined;
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
  }
}
