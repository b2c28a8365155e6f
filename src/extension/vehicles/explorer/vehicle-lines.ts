import { plainText } from '../../../common/text/plain-text.ts';
import { t } from '../../../common/translate.ts';
import { makeName, vehicleName } from '../../../common/vehicle-names.ts';
import type { CapacityCandidate, NominalCapacity } from '../../../service/model/vehicles.ts';
import type { CachedAnswer } from '../data/cached-request.ts';
import { type Problem, problemOf } from '../data/failures.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import {
  age,
  joined,
  problemLines,
  type Shown,
  staleness,
  unavailable,
  waiting,
  warning,
  type Wording,
} from './line-texts.ts';

/** What a vehicle's lines show of it, beside its signals. */
export type Field = 'model' | 'capacity' | 'records' | 'permissions' | 'vehicleId';

/** The line of a vehicle itself. */
export function vehicleLine(vehicle: VehicleEntry, wording: Wording): Shown {
  const { attributes, capacity } = vehicle;
  const id = plainText(vehicle.id, 80);
  const shortId = plainText(vehicle.account.shortId(vehicle.id), 80);
  const name = attributes.value && vehicleName(attributes.value);
  // The ID comes first where it is what distinguishes vehicles.
  const [label = shortId, fact = ''] = vehicle.hasNamesake ? [shortId, name] : [name];
  const summary = vehicleSummary(vehicle, wording);
  const stale = staleness([attributes, capacity], wording);
  const problem = ownProblem(vehicle, attributes, wording) ?? ownProblem(vehicle, capacity, wording);
  const tooltip = [name ?? label, t('Vehicle ID: {0}', id)];
  const battery = capacityOf(vehicle, wording);
  if (battery) tooltip.push(t('Battery capacity: {0}', battery.full));
  if (problem) tooltip.push(...problemLines(problem));
  const isUnread = attributes.fetchedAt === undefined && !problem && !vehicle.loading;
  if (isUnread) tooltip.push(t('Expand to load this vehicle. Long lists are not loaded all at once.'));
  tooltip.push(...age([attributes, capacity], wording));
  return {
    label,
    description: waiting(problem) || fact || summary.short,
    spoken: joined(fact, waiting(problem), stale, summary.spoken),
    tooltip,
    ...(problem && !problem.isFact ? warning : { icon: 'car' }),
    tokens: [
      'vehicle',
      ...(vehicle.mayHaveRecords ? ['records'] : []),
      ...(problem?.remedy ? [problem.remedy] : []),
      ...selectable(vehicle),
    ],
    below: 'closed',
    // One whose name is not read yet may have none.
    ...(attributes.value && vehicle.mayHaveRecords && { opens: 'vehicleData.openChargeRecords' }),
    value: vehicle.id,
  };
}

/** What is wrong with one response about the vehicle, unless that is shown elsewhere. */
function ownProblem(
  vehicle: VehicleEntry,
  { error }: CachedAnswer<unknown>,
  { isReported }: Wording,
): Problem | undefined {
  return error && !isReported(vehicle, error) ? problemOf(error) : undefined;
}

function capacityOf({ capacity, account }: VehicleEntry, wording: Wording) {
  return capacity.value && capacityText(capacity.value, wording.energyUnit(account.session.environment), wording);
}

function vehicleSummary(vehicle: VehicleEntry, wording: Wording): { readonly short: string; readonly spoken: string } {
  const both = (text: string) => ({ short: text, spoken: text });
  const { attributes, capacity } = vehicle;
  // Without a name, the reason for that is more important than the capacity.
  const unnamed = attributes.value ? undefined : ownProblem(vehicle, attributes, wording);
  if (unnamed) return { short: unnamed.cause, spoken: unnamed.message };
  const battery = capacityOf(vehicle, wording);
  if (battery) return battery;
  if (capacity.error?.isEmpty) return { short: '', spoken: t('nothing stored') };
  if (capacity.error?.turn === 'nobody') return { short: '', spoken: t('capacity not offered') };
  if (ownProblem(vehicle, capacity, wording)) return both(t('capacity unavailable'));
  if (attributes.loading || capacity.loading) return both(t('loading…'));
  return both('');
}

/** Makes a line with a fact about a vehicle; `value` is what "Copy Value" copies. */
type FieldLine = (label: string, description: string, value: string | undefined, ...more: string[]) => Shown;

/** The line for one fact about a vehicle. */
export function fieldLine(vehicle: VehicleEntry, field: Field, wording: Wording): Shown {
  const { attributes } = vehicle;
  const { value } = attributes;
  const line: FieldLine = (label, text, value, ...more) => {
    return {
      label,
      description: text,
      tooltip: [text ? `${label}: ${text}` : label, ...more],
      icon: '',
      tokens: ['field', field, ...(value === undefined ? [] : ['copies'])],
      ...(value === undefined ? {} : { value }),
    };
  };
  const name = value && vehicleName(value);
  switch (field) {
    case 'model':
      return line(t('Model'), plainText(name ?? '', 80), name, ...age([attributes], wording));
    case 'capacity':
      return capacityLine(line, vehicle, wording);
    case 'records':
      return recordsLine(line, vehicle);
    case 'permissions':
      return permissionsLine(line, vehicle, wording);
    case 'vehicleId': {
      const whole = line(t('Vehicle ID'), plainText(vehicle.id, 80), vehicle.id);
      return { ...whole, spoken: whole.description, description: plainText(vehicle.account.shortId(vehicle.id), 80) };
    }
  }
}

function recordsLine(line: FieldLine, { attributes: { value }, mayHaveRecords }: VehicleEntry): Shown {
  const label = t('Charge records');
  if (mayHaveRecords || !value)
    return { ...line(label, t('last 30 days'), undefined), opens: 'vehicleData.openChargeRecords' };
  const { tooltip } = line(label, t('not available for {0}', makeName(value.make)), undefined);
  // Without a label, so that the whole line has the color of descriptions.
  return {
    ...unavailable,
    label: '',
    description: tooltip[0] ?? '',
    tooltip,
    tokens: ['unavailable'],
  };
}

/** One permission of a vehicle, granted or missing. */
export function permissionLine(permission: string, isGranted: boolean): Shown {
  const label = plainText(permission, 100);
  const description = isGranted ? '' : t('requested, not granted');
  return {
    label,
    description,
    tooltip: [label, ...(isGranted ? [] : [description])],
    ...(isGranted ? { icon: 'pass' } : unavailable),
    tokens: ['permission', 'copies'],
    value: permission,
  };
}

function permissionsLine(line: FieldLine, vehicle: VehicleEntry, wording: Wording): Shown {
  const { permissions, account } = vehicle;
  const { value, loading } = permissions;
  const problem = ownProblem(vehicle, permissions, wording);
  const known = value ? permissionsText(value.granted, account.session.scopes) : (problem?.cause ?? '');
  const said = known === '' && loading ? t('loading…') : known;
  const lines = problem ? problemLines(problem) : [t('What the owner lets your application do.')];
  const plain = {
    ...line(t('Permissions'), said, value?.granted.join(' '), ...lines, ...age([permissions], wording)),
    description: waiting(problem) || (value ? t('{0} granted', value.granted.length) : said),
    spoken: joined(waiting(problem), staleness([permissions], wording), said),
  };
  const tokens = [...plain.tokens, ...(problem?.remedy ? [problem.remedy] : [])];
  const hasSome = value && (value.granted.length > 0 || value.unread);
  return { ...plain, tokens, ...(hasSome && { below: 'closed' }), ...(problem && !problem.isFact ? warning : {}) };
}

/** `3 granted`, and what was requested but is missing. */
function permissionsText(granted: readonly string[], asked: readonly string[]): string {
  const missing = asked.filter((permission) => !granted.includes(permission));
  const count = t('{0} granted', granted.length);
  if (missing.length === 0) return count;
  return t('{0}, without {1}', count, missing.map((permission) => plainText(permission, 60)).join(', '));
}

function capacityLine(line: FieldLine, vehicle: VehicleEntry, wording: Wording): Shown {
  const answer = vehicle.capacity;
  const { value } = answer;
  const text = capacityOf(vehicle, wording);
  const problem = ownProblem(vehicle, answer, wording);
  const nothing = answer.error?.isEmpty ? t('nothing stored') : '';
  const known = problem?.cause ?? (answer.loading ? t('loading…') : nothing);
  const ask = value?.case === 'undetermined' && canOwnerChoose(vehicle) ? t('ask owner') : '';
  const full = joined(text?.full ?? known, ask);
  const explanation = [...(text?.explanation ?? []), ...(problem ? problemLines(problem) : [])];
  const copied = value && value.case !== 'undetermined' ? String(value.nominal) : undefined;
  const plain = {
    ...line(t('Battery'), full, copied, ...explanation, ...age([answer], wording)),
    description: waiting(problem) || joined(text?.fact ?? known, ask),
    spoken: joined(waiting(problem), staleness([answer], wording), full),
  };
  const tokens = [...plain.tokens, ...(problem?.remedy ? [problem.remedy] : []), ...selectable(vehicle)];
  if (!problem) return { ...plain, tokens };
  return { ...plain, tokens, ...(problem.isFact ? unavailable : warning) };
}

function selectable(vehicle: VehicleEntry): string[] {
  return canOwnerChoose(vehicle) ? ['selectable'] : [];
}

/**
 * Whether the owner can choose the capacity: at the address in the response, or, if version 3 leads and has none, by
 * version 2.0, which alone has the choice.
 */
function canOwnerChoose({ capacity, account }: VehicleEntry): boolean {
  const { value, error } = capacity;
  if (value && value.case !== 'determined' && value.selectUrl !== null) return true;
  const { hasTokens, ownerId, lack } = account.session;
  const isOpen = value ? value.case === 'undetermined' : error?.isEmpty === true;
  return isOpen && hasTokens === true && ownerId !== undefined && lack === undefined;
}

/** The setting that names the unit of energies and capacities … */
const energyUnitSetting = 'vehicleData.viewer.energyUnit';
/** … and those that it depends on: environments may have their own. */
export const unitSettings = [energyUnitSetting, 'vehicleData.environments'];

/** The texts for one case of the specification ("Battery capacity response cases"). */
interface CapacityText {
  /** For the line of the vehicle: `81 kWh`. */
  readonly short: string;
  /** The same for a screen reader. */
  readonly spoken: string;
  /** For the line of the capacity itself … */
  readonly fact: string;
  /** … and with where it comes from. */
  readonly full: string;
  /** Further information, one sentence each. */
  readonly explanation: readonly string[];
}

/** A capacity with its unit, if known. `number` formats a number. */
export function capacityAmount(nominal: number, unit: string | undefined, number: Wording['number']): string {
  return unit === undefined ? number(nominal) : `${number(nominal)} ${unit}`;
}

/** @param unit undefined if none is known */
function capacityText(
  capacity: NominalCapacity,
  unit: string | undefined,
  { number }: Pick<Wording, 'number'>,
): CapacityText {
  const unitText =
    unit === undefined
      ? t('Unit unknown. Set it with {0}.', energyUnitSetting)
      : t('Unit: {0} (public API reference or your settings).', unit);
  const candidates = t('Candidates: {0}', listed(capacity.candidates, number));
  const unread = (capacity.unreadCandidates ?? []).map((problem) => t('Not read: {0}', problem));
  // With a narrow space that does not break: a view of 300 pixels has no room to spare.
  const short = (nominal: number) => capacityAmount(Math.round(nominal), unit, number).replace(' ', '\u202f');
  switch (capacity.case) {
    case 'determined': {
      const amount = capacityAmount(capacity.nominal, unit, number);
      const full = capacity.isSourceUnknown ? amount : t('{0} · determined by the API', amount);
      return { short: short(capacity.nominal), spoken: amount, fact: amount, full, explanation: [...unread, unitText] };
    }
    case 'selected': {
      const fact = capacityAmount(capacity.nominal, unit, number);
      const full = t('{0}, chosen by the owner', fact);
      const explanation = [candidates, ...unread, unitText];
      return { short: short(capacity.nominal), spoken: full, fact, full, explanation };
    }
    case 'undetermined': {
      const { length } = capacity.candidates;
      const full =
        length === 0 ? t('unknown, no candidates') : length === 1 ? t('1 candidate') : t('{0} candidates', length);
      const noPage = capacity.selectUrl === null ? [t('The response has no link for the owner to choose.')] : [];
      const explanation = [...(length === 0 ? [] : [candidates]), ...unread, ...noPage, unitText];
      const spoken = joined(t('capacity unknown'), length === 0 ? '' : full);
      return { short: length === 0 ? spoken : full, spoken, fact: full, full, explanation };
    }
  }
}

/** `80.9; 90.9 (BEV:Extended Range)`. Separated by semicolons, because many languages use commas in numbers. */
function listed(candidates: readonly CapacityCandidate[], number: Wording['number']): string {
  return candidates
    .map(({ capacity, description }) =>
      description === null ? number(capacity) : `${number(capacity)} (${plainText(description, 80)})`,
    )
    .join('; ');
}
