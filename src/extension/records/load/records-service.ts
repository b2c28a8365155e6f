import { randomUUID } from 'node:crypto';
import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { Disposable } from '../../../common/event.ts';
import type { Files } from '../../../common/text/decode-text.ts';
import { readVersion, type VersionReading } from '../../../service/comparison/read-version.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import type { ChargeRecordsResponse, VehicleData } from '../../../service/model/vehicle-data.ts';
import { type ChargeRecordsTarget, droppedScheme, type RecordsSource } from '../../../viewer/messages/target.ts';
import type { DroppedFile } from '../../../viewer/messages/to-host.ts';
import type { SessionClients } from '../../auth/provider/session-clients.ts';
import { environmentOfSession } from '../../auth/sessions/stored-session.ts';
import type { Sessions } from '../../auth/sessions/session-info.ts';
import { isSandboxEnvironment } from '../../environments/settings/environment-entry.ts';
import { energyUnit } from '../../environments/settings/user-settings.ts';
import { remedyButton } from '../../notifications/remedy-button.ts';
import type { SandboxRoom } from '../../sandbox/sandbox-room.ts';
import type { KnownVehicles } from '../../vehicles/data/known-vehicles.ts';
import type { VehicleDirectory } from '../../vehicles/data/vehicle-directory.ts';
import { fileTarget, recordFile, recordFileBytes, vehicleInFile, vehiclesOfFile } from '../file/record-file.ts';

/** In files larger than this, vehicles are not distinguished. */
const mostBytesOfSeveral = 64 << 20;

/** Where charge records come from, and what belongs to them: vehicles, by the service, and files. */
export class RecordsService {
  readonly #clients: SessionClients;
  readonly #directory: VehicleDirectory;
  readonly #known: KnownVehicles;
  readonly #sessions: Sessions;
  readonly #sandbox: SandboxRoom;
  /** The files that were dropped on viewers, by their address. */
  readonly #dropped = new Map<string, Files<vscode.Uri>>();

  constructor(
    clients: SessionClients,
    directory: VehicleDirectory,
    known: KnownVehicles,
    sessions: Sessions,
    sandbox: SandboxRoom,
  ) {
    this.#clients = clients;
    this.#directory = directory;
    this.#known = known;
    this.#sessions = sessions;
    this.#sandbox = sandbox;
  }

  /** The records of the target's first vehicle, or of its file. Rejects with ServiceError. */
  async load(target: ChargeRecordsTarget, signal: AbortSignal): Promise<ChargeRecordsResponse> {
    const { file, vehicle, startDate, endDate } = target;
    if (file !== undefined) return recordFile(await this.#bytes(file), vehicleInFile(target));
    const client = await this.#client(target);
    return client.chargeRecords({ vehicleId: vehicle.id, make: vehicle.make, startDate, endDate }, signal);
  }

  /** What one version says about a vehicle, apart from records. Rejects only when `signal` has aborted. */
  async readFields(source: RecordsSource, signal: AbortSignal): Promise<VersionReading> {
    const { sessionId, vehicle, version = '2.0' } = source;
    const session = (await this.#sessions.list()).find(({ id }) => id === sessionId);
    const { account = { id: '', label: '' } } = session ?? {};
    const environment = await this.#clients.environmentOf(sessionId);
    const client = await this.#client(source, version);
    return readVersion(
      client,
      { version, environment, account, vehicleId: vehicle.id },
      { make: vehicle.make, signal },
    );
  }

  async #client(
    { sessionId, vehicle, version }: RecordsSource,
    asked: ApiVersion | undefined = version,
  ): Promise<VehicleData> {
    return this.#clients.of(await this.#directory.sessionFor(vehicle.id, sessionId), undefined, asked);
  }

  /** Applies the remedy for a failure. True if loading again makes sense now; otherwise it informs the user itself. */
  async remedy({ sessionId }: RecordsSource, { remedy, ownerUrl }: ServiceError): Promise<boolean> {
    const command = remedyButton(remedy, vscode.l10n.t)?.command;
    if (command === undefined) return true;
    const argument = { environment: await this.#clients.environmentOf(sessionId), ownerUrl };
    // A command that fixes something returns a result once it has succeeded.
    return (await vscode.commands.executeCommand(command, argument)) !== undefined;
  }

  /** The vehicle's nominal capacity: null if it can't be determined; undefined also if the service can't be asked. */
  nominal({ sessionId, vehicle }: RecordsSource, again: boolean): Promise<number | null | undefined> {
    return this.#known.nominal(vehicle.id, sessionId, again);
  }

  /** Calls the listener with a vehicle's ID when the service has reported its nominal capacity, which may have changed. */
  onDidLearnNominal(listener: (vehicleId: string) => void): Disposable {
    return this.#known.onDidLearnNominal(listener);
  }

  /** Calls the listener when one of these vehicles, if they are the sandbox's, has a new record. */
  onDidAddRecords(sources: readonly RecordsSource[], listener: () => void): Disposable | undefined {
    const ids = new Set(sources.filter((source) => this.isOfSandbox(source)).map(({ vehicle }) => vehicle.id));
    return ids.size > 0 ? this.#sandbox.onDidAddCharge((id) => ids.has(id) && listener()) : undefined;
  }

  isOfSandbox({ sessionId }: RecordsSource): boolean {
    return isSandboxEnvironment(environmentOfSession(sessionId));
  }

  /** The unit of the source's energies, if known: the specification gives none. */
  energyUnit({ file, sessionId }: RecordsSource): string | undefined {
    return file === undefined ? energyUnit(environmentOfSession(sessionId)) : undefined;
  }

  /** What to show of a file: its vehicles side by side, or the file itself in place of a vehicle. */
  async targetOf(file: string, name = basename(vscode.Uri.parse(file).path)): Promise<ChargeRecordsTarget> {
    // The viewer itself shows what is wrong with a file.
    const vehicles = await this.#bytes(file, mostBytesOfSeveral)
      .then(vehiclesOfFile)
      .catch(() => []);
    return fileTarget(file, name, vehicles);
  }

  /** Each drop is a new file, because a dropped file's location is unknown. It is kept until {@link forget}. */
  drop({ name, bytes }: DroppedFile): Promise<ChargeRecordsTarget> {
    const file = droppedScheme + randomUUID();
    this.#dropped.set(file, {
      stat: () => Promise.resolve({ type: bytes ? 1 : 0, size: bytes?.byteLength ?? 0 }),
      readFile: () => Promise.resolve(new Uint8Array(bytes ?? [])),
    });
    return this.targetOf(file, name);
  }

  /** A file is shown no longer. */
  forget(file: string): void {
    this.#dropped.delete(file);
  }

  #bytes(file: string, most?: number): Promise<Uint8Array> {
    return recordFileBytes(this.#dropped.get(file) ?? vscode.workspace.fs, vscode.Uri.parse(file), most);
  }
}
