import * as z from 'zod';
import type { ChargeRecord } from '../service/model/vehicles.ts';
import { contractRecords, readRecords } from '../service/records/record-stream.ts';
import { callControl, type Fetch } from '../sandbox-view/control-client.ts';
import type { Sandbox } from '../sandbox-view/sandbox.ts';
import type { SandboxOwners } from './sandbox-owners.ts';
import { type Tool, tool } from './tool.ts';

/** Records that one answer holds at most: a model's context is small, and the summary is of all of them. */
const mostRecords = 100;
const mostVehicles = 100;

const vehicleId = z.string().min(1).max(200).describe('Id of a vehicle, from list_vehicles');
const day = z.iso.date();

const record = z.object({
  chargeStart: z.string(),
  chargeEnd: z.string(),
  location: z.string(),
  energy: z.number(),
  isPublic: z.boolean(),
  startPercentRemaining: z.number().describe('0 to 1'),
  endPercentRemaining: z.number().describe('0 to 1'),
  chargingType: z.string(),
});

/** What can be read of the sandbox's vehicles, by the service's own endpoints. */
export function vehicleTools(sandbox: Sandbox, fetch: Fetch, owners: SandboxOwners): readonly Tool[] {
  return [
    tool({
      name: 'list_vehicles',
      title: 'List Vehicles',
      description:
        'Vehicles of the sandbox: id, owner, make, model, year, region, whether an application is connected. Call it first: the other tools need an id. Starts the sandbox where none runs.',
      input: z.strictObject({
        make: z.string().min(1).optional().describe('Only of this make, in any case'),
        offset: z.number().int().min(0).default(0),
      }),
      output: z.object({
        vehicles: z.array(
          z.object({
            ...{ id: z.string(), owner: z.string(), make: z.string(), model: z.string(), year: z.number() },
            region: z.string(),
            connected: z.boolean(),
            hasChargeRecords: z.boolean(),
          }),
        ),
        total: z.number().int(),
      }),
      hints: { readOnlyHint: true },
      run: async ({ make, offset }) => {
        const { controlUrl } = await sandbox.addresses();
        const overview = await callControl(fetch, controlUrl, 'show', {});
        const wanted = make?.toLowerCase();
        const all = overview.vehicles.filter((each) => wanted === undefined || each.make.toLowerCase() === wanted);
        const vehicles = all.slice(offset, offset + mostVehicles).map(({ capacity: _, records, ...vehicle }) => {
          return { ...vehicle, hasChargeRecords: records !== null };
        });
        return { vehicles, total: all.length };
      },
    }),
    tool({
      name: 'get_nominal_capacity',
      title: 'Get Nominal Capacity',
      description:
        'Nominal battery capacity of a vehicle of the sandbox, as the service answers: determined, selected by the owner, or undetermined with candidates. The service documents no unit.',
      input: z.strictObject({ vehicleId }),
      output: z.object({
        case: z.enum(['determined', 'undetermined', 'selected']),
        nominal: z.number().optional(),
        candidates: z.array(z.object({ capacity: z.number(), description: z.string().nullable() })),
        canChoose: z.boolean().optional().describe('Whether the owner can choose on a page of the service'),
      }),
      hints: { readOnlyHint: true },
      run: async (input, { signal }) => {
        const { client } = await owners.clientFor(input.vehicleId);
        const capacity = await client.nominalCapacity(input.vehicleId, signal);
        const candidates = [...capacity.candidates];
        if (capacity.case === 'determined') return { ...capacity, candidates };
        // Its address holds a token.
        const { selectUrl, ...rest } = capacity;
        return { ...rest, candidates, canChoose: selectUrl !== null };
      },
    }),
    tool({
      name: 'get_charge_records',
      title: 'Get Charge Records',
      description: `Charge records of a vehicle of the sandbox in a range of days: a summary of all and a window of at most ${mostRecords}, newest first. Without dates the service takes its default, about the last 30 days.`,
      input: z.strictObject({
        vehicleId,
        startDate: day.optional(),
        endDate: day.optional(),
        offset: z.number().int().min(0).max(100_000).default(0).describe('How many of the newest to leave out'),
        limit: z.number().int().min(0).max(mostRecords).default(20),
      }),
      output: z.object({
        summary: z.object({
          records: z.number().int(),
          invalid: z.number().int().describe('Records that break the contract: left out of all else'),
          energy: z.number().describe('The service documents no unit; publicly it is kWh'),
          public: z.number().int(),
          first: z.string().nullable(),
          last: z.string().nullable(),
        }),
        records: z.array(record),
      }),
      hints: { readOnlyHint: true },
      run: async ({ vehicleId: id, startDate, endDate, offset, limit }, { signal, progress }) => {
        const { client, make } = await owners.clientFor(id);
        const { body } = await client.chargeRecords({ vehicleId: id, make, startDate, endDate }, signal);
        const summary = { records: 0, invalid: 0, energy: 0, public: 0 };
        let first: string | null = null;
        let last: ChargeRecord[] = [];
        for await (const batch of readRecords(body)) {
          signal.throwIfAborted();
          const records = contractRecords(batch);
          summary.records += batch.values.length;
          summary.invalid += batch.values.length - records.length;
          for (const { energy, isPublic } of records) {
            summary.energy += energy;
            summary.public += Number(isPublic);
          }
          first ??= records[0]?.chargeStart ?? null;
          if (records.length > 0) last = [...last, ...records].slice(-Math.max(1, offset + limit));
          progress(summary.records, summary.records, `${summary.records} records read`);
        }
        const newest = last.toReversed();
        return {
          summary: { ...summary, energy: round(summary.energy), first, last: newest[0]?.chargeStart ?? null },
          records: newest.slice(offset, offset + limit),
        };
      },
    }),
  ];
}

/** Sums of hundredths are no longer hundredths. */
function round(sum: number): number {
  return Math.round(sum * 1000) / 1000;
}
