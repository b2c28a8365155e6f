import * as z from 'zod';
import { control } from '../sandbox-client/control-client.ts';
import { defaultStartDate } from '../common/date-range.ts';
import type { Sandbox } from '../sandbox-client/sandbox.ts';
import type { FieldMapping, Place } from '../service/field-mapping/field-mappings.ts';
import { compareVersions, type VersionComparison } from '../service/comparison/compare-versions.ts';
import { rawTexts, verdictSentence } from '../service/comparison/field-lines.ts';
import type { ApiVersion } from '../service/model/environment.ts';
import { asServiceError, ServiceError } from '../service/model/errors.ts';
import { shortSignals, signalShape } from './vehicle-tools.ts';
import type { SandboxReader } from './sandbox-reader.ts';
import { energyUnit, type Tool, tool, units } from './tool.ts';

/** The most charges in one answer: a model's context is limited. */
const mostCharges = 50;

const verdict = z.enum(['equal', 'different', 'only-v2', 'only-v3', 'absent', 'other-meaning', 'not-read']);

const comparison = z.object({
  verdict: z.string().describe('All that differs, in one sentence'),
  fields: z
    .array(z.looseObject({ verdict }))
    .describe("v2 and v3: where it is, '' where there is none; v2Value, v3Value"),
  recordFields: z.array(z.looseObject({})).describe('The same of charges that both versions have: compared, equal'),
  charges: z.looseObject({
    isComplete: z.boolean().describe('Else a charge that one lacks says nothing'),
    different: z.array(z.looseObject({})).describe('When each began, and which fields differ'),
    alone: z.array(z.looseObject({})).describe('What one version lacks: when it began, and why if that is known'),
  }),
  signals: z.array(signalShape).describe('Of version 3'),
  units,
  failures: z.array(z.looseObject({})).describe('What was not read: version, area, message, nextStep'),
});

export function comparisonTools(
  sandbox: Sandbox,
  ofVersion: Readonly<Record<ApiVersion, SandboxReader>>,
): readonly Tool[] {
  return [
    tool({
      name: 'compare_versions',
      title: 'Compare Versions of a Vehicle',
      description: `Reads a vehicle of the sandbox through both versions and compares them field by field and lists at most ${mostCharges} charges that differ. Version 3 needs sandbox_set_subscription.`,
      input: z.strictObject({
        vehicleId: z.string().min(1).max(200).describe('From list_vehicles'),
        startDate: z.iso.date().optional().describe('Of the charges; 30 days ago by default'),
        endDate: z.iso.date().optional(),
      }),
      output: comparison,
      hints: { readOnlyHint: true },
      longestText: 300,
      isOfService: true,
      run: async ({ vehicleId, startDate, endDate }, { signal, progress }) => {
        const sandboxNow = async () => Date.parse((await control(sandbox, 'readClock', {})).now);
        const days = { startDate: startDate ?? defaultStartDate(await sandboxNow()), endDate };
        const older = await ofVersion['2.0'].reading(vehicleId, days, signal);
        progress(1, 2, 'Version 2.0 read');
        const newer = await ofVersion['3'].reading(vehicleId, days, signal);
        const signals = await ofVersion['3']
          .signals(vehicleId, signal)
          .catch((error: unknown) => asServiceError(error));
        progress(2, 2, 'Version 3 read');
        const found = answer(compareVersions(older, newer));
        if (!(signals instanceof ServiceError)) return { ...found, signals: shortSignals(signals) };
        const { message, nextStep } = signals;
        return { ...found, failures: [...found.failures, { version: '3', area: 'signals', message, nextStep }] };
      },
    }),
  ];
}

function answer(found: VersionComparison): z.input<typeof comparison> {
  const { values, records, failures } = found;
  const { pairs } = records;
  const startText = (start: number | null) => (start === null ? null : new Date(start).toISOString());
  const count = (isWanted: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(isWanted).length;
  const placeOf = (name: string) => {
    const mapping = records.fields.find(({ field }) => field === name)?.mapping;
    return placeText(mapping?.v3 ?? mapping?.v2);
  };
  return {
    verdict: verdictSentence(found),
    fields: Object.values(values)
      .flat()
      .map(({ mapping, verdict, v2, v3 }) => {
        return {
          ...{ ...placesOf(mapping), verdict },
          ...(v2 !== undefined && { v2Value: rawTexts(v2).join(', ') }),
          ...(v3 !== undefined && { v3Value: rawTexts(v3).join(', ') }),
        };
      }),
    recordFields: records.fields.map(({ mapping, compared, equal }) => ({ ...placesOf(mapping), compared, equal })),
    charges: {
      both: count(({ older, newer }) => older !== undefined && newer !== undefined),
      onlyV2: count(({ newer }) => newer === undefined),
      onlyV3: count(({ older }) => older === undefined),
      isComplete: records.isComplete,
      different: pairs
        .map(({ start, different }) => ({ start: startText(start), fields: different.map(placeOf) }))
        .filter(({ fields }) => fields.length > 0)
        .slice(0, mostCharges),
      alone: pairs
        .filter(({ older, newer }) => older === undefined || newer === undefined)
        .slice(0, mostCharges)
        .map(({ start, older, newer }) => ({
          ...{ start: startText(start), version: older === undefined ? '3' : '2.0' },
          ...(newer !== undefined &&
            records.v3[newer]?.values.chargeEnd === null && {
              why: 'ongoing: version 2.0 lists a charge when it ends',
            }),
        })),
    },
    signals: [],
    units: { capacity: energyUnit, energy: energyUnit, levels: 'as each place says: 0 to 1, or 0 to 100' },
    failures: failures.map(({ version, area, message, nextStep }) => ({ version, area, message, nextStep })),
  };
}

function placesOf({ v2, v3 }: Pick<FieldMapping, 'v2' | 'v3'>) {
  return { v2: placeText(v2), v3: placeText(v3) };
}

/** `/vehicles/{id}/battery percentRemaining (0-1)` */
function placeText(at: Place | undefined): string {
  if (!at) return '';
  const { path, field, scale } = at;
  return [path, field, ...(scale === undefined ? [] : [`(${scale})`])].filter((part) => part !== undefined).join(' ');
}
