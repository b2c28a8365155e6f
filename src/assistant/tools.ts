import type { ChargeRecord, ChargeRecordsQuery, NominalCapacity, VehicleReader } from '../api.ts';
import type { Translate } from '../common/translate.ts';

/** Records that one answer holds at most: a model's context is small, and the totals count them all. */
export const mostRecords = 100;

/** A question that a language model may ask. What it answers holds no token and no address with one. */
export interface Tool {
  /** What the user is asked before it runs, undefined where nothing personal is read. */
  readonly confirmation?: string;
  readonly progress: string;
  /** Rejects with an error whose message says what to do next: the model reads it. */
  answer(input: unknown): Promise<object>;
}

export type ToolName = 'list_vehicles' | 'get_nominal_capacity' | 'get_charge_records';

/** The tools of `contributes.languageModelTools`. */
export function toolsOf(reader: VehicleReader, t: Translate): Readonly<Record<ToolName, Tool>> {
  return {
    list_vehicles: {
      progress: t('Reading the list of vehicles'),
      answer: async () => ({ vehicles: await reader.vehicles() }),
    },
    get_nominal_capacity: {
      progress: t('Reading the nominal battery capacity'),
      answer: async (input) => capacityAnswer(await reader.nominalCapacity(textOf(input, 'vehicleId'))),
    },
    get_charge_records: {
      progress: t('Reading charge records'),
      confirmation: t('Charge records show where and when a car was charged. The language model will see them.'),
      answer: async (input) => recordsAnswer(await reader.chargeRecords(queryOf(input))),
    },
  };
}

/** With the way to the owner's choice, where there is one. */
function capacityAnswer(capacity: NominalCapacity): object {
  if (capacity.case !== 'undetermined' || !capacity.canChoose) return capacity;
  return { ...capacity, next: 'The owner can choose: run the command vehicleData.chooseCapacity.' };
}

function recordsAnswer(records: readonly ChargeRecord[]): object {
  const energy = records.reduce((sum, record) => sum + (record.energy ?? 0), 0);
  return {
    total: { charges: records.length, energy, public: records.filter(({ isPublic }) => isPublic).length },
    shown: Math.min(records.length, mostRecords),
    records: records.slice(-mostRecords),
    unit: 'The service documents no unit of energy.',
  };
}

function queryOf(input: unknown): ChargeRecordsQuery {
  return {
    vehicleId: textOf(input, 'vehicleId'),
    make: textOf(input, 'make'),
    startDate: optionalText(input, 'startDate'),
    endDate: optionalText(input, 'endDate'),
  };
}

function optionalText(input: unknown, name: string): string | undefined {
  const value = (input as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textOf(input: unknown, name: string): string {
  const value = optionalText(input, name);
  if (value === undefined) throw new Error(`${name} is missing. Ask list_vehicles for the vehicles and their makes.`);
  return value;
}
