/** The viewers of the host, from the door of their room: VS Code, the service and the page are the test's. */
import assert from 'node:assert/strict';
import { setClock, systemClock } from '../../../../src/common/clock.ts';
import { Emitter } from '../../../../src/common/event.ts';
import { type Logger, setLogger } from '../../../../src/common/logger.ts';
import type { RecordsService } from '../../../../src/extension/records/load/records-service.ts';
import type { RecordsViewer } from '../../../../src/extension/records/viewer.ts';
import type { VersionReading } from '../../../../src/service/comparison/read-version.ts';
import { ServiceError, type ServiceErrorDetails } from '../../../../src/service/model/errors.ts';
import type { ChargeRecordsResponse } from '../../../../src/service/model/vehicle-data.ts';
import type { ChargeRecordsTarget, RecordsSource } from '../../../../src/viewer/messages/target.ts';
import type { ToPage } from '../../../../src/viewer/messages/to-page.ts';
import { bodyOf, record } from '../../service/records/record-bodies.ts';
import type { FakePanel } from './fake-panel.ts';
import { type FakePerson, newPerson, Uri } from './fake-vscode.ts';

const source = '../../../../src/extension/records';
const { RecordsViewer: Viewer } = (await import(`${source}/viewer.ts?records`)) as {
  RecordsViewer: typeof RecordsViewer;
};
const { RecordsService: Service } = (await import(`${source}/load/records-service.ts?records`)) as {
  RecordsService: typeof RecordsService;
};

export const one: RecordsSource = {
  sessionId: 'sandbox.1',
  vehicle: { id: 'vehicle-1', make: 'BMW', model: 'i4', year: 2024 },
};
export const other: RecordsSource = {
  sessionId: 'live.2',
  vehicle: { id: 'vehicle-2', make: 'MINI', model: 'Cooper', year: 2023 },
};
/** Two vehicles side by side. */
export const both: ChargeRecordsTarget = { ...one, others: [other] };

/**
 * @param text the body, to the letter
 * @param cuts where it is cut into pieces
 */
export function textAnswer(text: string, cuts: readonly number[] = []): ChargeRecordsResponse {
  return { body: bodyOf(text, cuts), requestId: 'request-1', fetchedAt: '2026-11-01T00:00:00Z' };
}

export function answerOf(...records: unknown[]): ChargeRecordsResponse {
  return textAnswer(JSON.stringify({ records }));
}

export function failure(message: string, details: Partial<ServiceErrorDetails> = {}): ServiceError {
  return new ServiceError(message, { kind: 'api', turn: 'retry', nextStep: 'Wait a minute.', sent: true, ...details });
}

type Answer = () => Promise<ChargeRecordsResponse>;
export const never: Answer = () => new Promise(() => undefined);
export const fails =
  (error = failure('Busy.')): Answer =>
  () =>
    Promise.reject(error);
export const gives =
  (...records: unknown[]): Answer =>
  () =>
    Promise.resolve(answerOf(...records));

type Nominal = number | null | undefined;

export class Room {
  readonly person: FakePerson = newPerson();
  /** What the service answers, by vehicle; otherwise two records. */
  readonly answers = new Map<string, Answer>();
  /** The vehicles whose records were asked for, with the first day if one was named. */
  readonly asked: string[] = [];
  readonly signals: AbortSignal[] = [];
  /** What the service says of a vehicle's capacity, and who was asked for it. */
  nominalOf: (vehicle: string) => Nominal | Promise<Nominal> = (vehicle) => (vehicle === 'vehicle-1' ? 80 : 40);
  readonly nominalsAsked: string[] = [];
  /** Somebody else has learned the capacity of the vehicle with this ID, or it has a new record. */
  readonly nominalLearned = new Emitter<string>();
  readonly recordAdded = new Emitter<string>();
  /** What a version says of a vehicle besides records. */
  fieldsOf: (source: RecordsSource) => VersionReading = () => assert.fail();
  readonly kept = new Map<string, unknown>();
  readonly logged: string[] = [];
  readonly #logger: Logger;
  readonly viewer: RecordsViewer;

  constructor() {
    setClock({ now: () => 1000 });
    const note = (line: string) => void this.logged.push(line);
    this.#logger = setLogger({ debug: note, info: note, warn: note, error: note });
    const clients = {
      of: () => ({
        chargeRecords: (query: { vehicleId: string; startDate?: string }, signal: AbortSignal) => {
          this.asked.push([query.vehicleId, query.startDate].filter((each) => each !== undefined).join(' '));
          this.signals.push(signal);
          return (this.answers.get(query.vehicleId) ?? gives(record(), record()))();
        },
      }),
      environmentOf: (sessionId: string) => Promise.resolve(sessionId.split('.')[0]),
    };
    const directory = { sessionFor: (_: string, sessionId: string) => Promise.resolve(sessionId) };
    const known = {
      nominal: async (vehicleId: string, _: string, again: boolean) => {
        this.nominalsAsked.push(again ? `${vehicleId} again` : vehicleId);
        return this.nominalOf(vehicleId);
      },
      onDidLearnNominal: this.nominalLearned.event,
    };
    const sandbox = { onDidAddCharge: this.recordAdded.event };
    const given = [clients, directory, known, undefined, sandbox] as unknown as ConstructorParameters<
      typeof RecordsService
    >;
    const service = Object.assign(new Service(...given), {
      readFields: (of: RecordsSource) => Promise.resolve(this.fieldsOf(of)),
    });
    const globalState = {
      get: (key: string) => this.kept.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void this.kept.set(key, value)),
    };
    const context = { extensionUri: Uri.file('/ext'), globalState };
    this.viewer = new Viewer(context as unknown as ConstructorParameters<typeof RecordsViewer>[0], service);
  }

  /** Gives back what is ambient. */
  dispose(): void {
    this.viewer.dispose();
    setClock(systemClock);
    setLogger(this.#logger);
  }

  /** The viewer that was opened last. */
  get panel(): FakePanel {
    return this.person.panels.at(-1) ?? assert.fail('no viewer');
  }

  /** Opens a viewer and answers for its page until its first load is told to the end. */
  async opened(target: ChargeRecordsTarget = one, end: ToPage['type'] = 'done'): Promise<FakePanel> {
    this.viewer.open(target);
    const { panel } = this;
    await panel.begin(end);
    return panel;
  }

  /** Runs a command for the viewer. */
  async run(command: string, at?: unknown): Promise<void> {
    await this.viewer.commands[`vehicleData.${command}`]?.(at as never);
  }

  /** What has been asked since the last time. */
  takeAsked(): string[] {
    return this.asked.splice(0);
  }
}
