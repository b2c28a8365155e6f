import * as z from 'zod';
import type { ApiVersion } from '../service/model/environment.ts';
import type { AccountReader } from '../service/client-reader.ts';
import type { ReadableSignal } from '../service/model/signals.ts';
import type { PartialRecord } from '../service/model/vehicles.ts';
import { reasonOf } from './answers.ts';
import { energyUnit, type Tool, tool, units, unitsOfCharges } from './tool.ts';

/** The most records in one answer: a model's context is limited, and the summary covers all records. */
const mostRecords = 100;
const mostVehicles = 100;

const vehicleId = z.string().min(1).max(200).describe('From list_vehicles');
const day = z.iso.date();

const version = z.enum(['2.0', '3']).optional().describe('Of the API; 2.0 by default');

const listInput = z.strictObject({
  make: z.string().min(1).max(100).optional().describe('Only of this make, in any case'),
  offset: z.number().int().min(0).max(1_000_000).default(0),
});

const recordsInput = z.strictObject({
  vehicleId,
  startDate: day.optional(),
  endDate: day.optional(),
  offset: z.number().int().min(0).max(100_000).default(0).describe('How many of the newest to leave out'),
  limit: z.number().int().min(0).max(mostRecords).default(20),
});

const vehicleList = z.object({
  vehicles: z.array(
    z.looseObject({
      ...{ id: z.string(), make: z.string() },
      connected: z.boolean().optional().describe('Whether an application may read it'),
    }),
  ),
  total: z.number().int(),
  unread: z.array(z.looseObject({})).optional().describe('Not read, with the reason; not in total'),
});

const capacity = z.looseObject({
  case: z.enum(['determined', 'undetermined', 'selected']),
  unit: z.string().optional().describe('Publicly known, not documented'),
  nominal: z.number().optional(),
  candidates: z.array(z.looseObject({ capacity: z.number() })),
  canChoose: z
    .boolean()
    .optional()
    .describe('Whether the owner can choose; in VS Code, the command vehicleData.chooseCapacity has them do it'),
});

/** Of any body; a model's context is limited. */
const mostCharacters = 2000;

/** Without its fields: every chat pays for the list of tools. */
export const signalShape = z.looseObject({});

/** Signals without long bodies. */
export function shortSignals(signals: readonly ReadableSignal[]) {
  return signals.map(({ body, ...rest }) => {
    const size = body ? JSON.stringify(body).length : 0;
    return { ...rest, ...(size > mostCharacters ? { size } : body && { body: { ...body } }) };
  });
}

const records = z.object({
  summary: z.looseObject({
    records: z.number().int(),
    invalid: z.number().int().describe('Records that break the contract: left out of all else'),
  }),
  records: z
    .array(z.looseObject({ energy: z.number().nullable() }))
    .describe('From chargeStart to chargeEnd, startPercentRemaining to endPercentRemaining; by version 3 id, cost'),
  units,
});

/** Applies to every tool in this file. */
const reading = { hints: { readOnlyHint: true }, isOfService: true };

/**
 * The tools that read vehicles, one for each kind of data that the service has.
 *
 * @param whose describes the vehicles, for the middle of a sentence
 * @param ofVersion the readers of the same vehicles through each version; if it is left out, calls cannot choose a version
 */
export function vehicleTools(
  reader: AccountReader,
  whose: string,
  ofVersion?: Readonly<Record<ApiVersion, AccountReader>>,
): readonly Tool[] {
  // If no choice is offered, no call contains a version.
  const choice = (ofVersion ? { version } : {}) as { version: typeof version };
  const through = (chosen: ApiVersion | undefined) => (chosen && ofVersion ? ofVersion[chosen] : reader);
  return [
    tool({
      name: 'list_vehicles',
      title: 'List Vehicles',
      description: `Lists the vehicles of ${whose}: id, make, model, year. Call it first: the other tools need an id from here.`,
      input: listInput.extend(choice),
      output: vehicleList,
      ...reading,
      longestText: 400,
      run: async ({ make, offset, version }, context) => {
        const wanted = make?.toLowerCase();
        const { vehicles, unread } = await through(version).vehicles(context);
        const all = vehicles.filter((each) => !wanted || each.make.toLowerCase() === wanted);
        const reasons = unread
          .slice(0, mostVehicles)
          .map(({ id, error }) => ({ ...(id !== undefined && { id }), reason: reasonOf(error) }));
        return {
          vehicles: all.slice(offset, offset + mostVehicles).map((each) => ({ ...each })),
          total: all.length,
          ...(reasons.length > 0 && { unread: reasons }),
        };
      },
    }),
    tool({
      name: 'get_nominal_capacity',
      title: 'Get Nominal Capacity',
      description: `Reads the nominal battery capacity of a vehicle of ${whose}: determined by the service, selected by the owner, or undetermined with candidates.`,
      input: z.strictObject({ vehicleId, ...choice }),
      output: capacity,
      ...reading,
      run: async (input, { signal }) => {
        const found = await through(input.version).nominalCapacity(input.vehicleId, signal);
        const { candidates, unreadCandidates: unread, ...rest } = found;
        return {
          ...{ ...rest, unit: energyUnit, candidates: candidates.map((each) => ({ ...each })) },
          ...(unread && { unreadCandidates: [...unread] }),
        };
      },
    }),
    tool({
      name: 'get_signals',
      title: 'Get Signals',
      description: `Reads all signals of a vehicle of ${whose} that version 3 lists: charge, range, odometer, location, doors, tires, ...`,
      input: z.strictObject({
        vehicleId,
        group: z.string().min(1).max(100).optional().describe('Only of this one'),
        ...choice,
      }),
      output: z.object({
        signals: z.array(signalShape).describe('body, failure, or size: that of a long body, which is left out'),
        groups: z.array(z.string()),
      }),
      ...reading,
      run: async ({ vehicleId, group, version }, { signal }) => {
        const all = shortSignals(await through(version ?? '3').signals(vehicleId, signal));
        const wanted = group?.toLowerCase();
        return {
          signals: all.filter((each) => !wanted || each.group.toLowerCase() === wanted),
          groups: [...new Set(all.map((each) => each.group))],
        };
      },
    }),
    tool({
      name: 'get_charge_records',
      title: 'Get Charge Records',
      description: `Reads the charge records of a vehicle of ${whose} in a range of days: a summary of all and a window of at most ${mostRecords}, newest first. Without dates, those of about the last 30 days.`,
      input: recordsInput.extend(choice),
      output: records,
      ...reading,
      run: async ({ offset, limit, version, ...query }, { signal, progress }) => {
        const summary = { records: 0, invalid: 0, energy: 0, public: 0 };
        let first: DatedRecord | undefined;
        let last: DatedRecord | undefined;
        let newest: readonly DatedRecord[] = [];
        for await (const part of through(version).chargeRecords(query, signal)) {
          signal.throwIfAborted();
          summary.records += part.records.length + part.invalid;
          summary.invalid += part.invalid;
          for (const { energy, isPublic } of part.records) {
            summary.energy += energy ?? 0;
            summary.public += Number(isPublic);
          }
          const dated = part.records.map((record) => ({ record, at: Date.parse(record.chargeStart ?? '') || 0 }));
          for (const each of dated.filter(({ at }) => at !== 0)) {
            if (!first || each.at < first.at) first = each;
            if (!last || each.at > last.at) last = each;
          }
          newest = [...newest, ...dated].sort((a, b) => b.at - a.at).slice(0, offset + limit);
          progress(summary.records, summary.records, `${summary.records} records read`);
        }
        const startOf = (dated: DatedRecord | undefined) => dated?.record.chargeStart ?? null;
        return {
          summary: { ...summary, energy: round(summary.energy), first: startOf(first), last: startOf(last) },
          records: newest.slice(offset).map(({ record }) => record),
          units: unitsOfCharges,
        };
      },
    }),
  ];
}

/**
 * A record with its start, because the service guarantees no order. `at`: the start in milliseconds since 1970; 0 if
 * unknown.
 */
interface DatedRecord {
  readonly record: PartialRecord;
  readonly at: number;
}

/** Adding hundredths produces rounding errors. */
function round(sum: number): number {
  return Math.round(sum * 1000) / 1000;
}
