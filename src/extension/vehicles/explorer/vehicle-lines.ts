import { t } from '../../../common/translate.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { canOwnerChoose } from '../data/nominal-capacity.ts';
import { capacityText } from './capacity-text.ts';
import { age, joined, problemLines, staleness, unavailable, waiting, warning } from './tree-line.ts';
import type { TreeLine, LineContext } from './tree-line.ts';
import { makeName, vehicleName } from '../../../common/vehicle-names.ts';
import type { Field, FieldNode, PermissionNode, VehicleNode } from './tree-nodes.ts';
import type { CachedAnswer } from '../data/cached-request.ts';
import { type Problem, problemOf } from '../data/problem.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';

/** The line of a vehicle itself. */
export function vehicleLine({ vehicle }: VehicleNode, context: LineContext): TreeLine {
  const { attributes, capacity } = vehicle;
  const id = plainText(vehicle.id, 80);
  const label = attributes.value ? vehicleName(attributes.value) : plainText(vehicle.account.shortId(vehicle.id), 80);
  const stale = staleness([attributes, capacity], context);
  const problem = ownProblem(vehicle, attributes, context) ?? ownProblem(vehicle, capacity, context);
  const tooltip = [label, t('Vehicle ID: {0}', id)];
  const battery = capacityOf(vehicle, context);
  if (battery) tooltip.push(t('Battery capacity: {0}', battery.full));
  if (problem) tooltip.push(...problemLines(problem));
  const isUnread = attributes.fetchedAt === undefined && !problem && !vehicle.loading;
  if (isUnread) tooltip.push(t('Expand to load this vehicle. Long lists are not loaded all at once.'));
  tooltip.push(...age([attributes, capacity], context));
  return {
    label,
    // A narrow view cuts off the end.
    description: joined(waiting(problem, context), vehicleSummary(vehicle, context).short, stale),
    spoken: joined(waiting(problem, context), stale, vehicleSummary(vehicle, context).spoken),
    tooltip,
    ...(problem && !problem.isFact ? warning : { icon: 'car' }),
    tokens: [
      'vehicle',
      ...(vehicle.mayHaveRecords ? ['records'] : []),
      ...(problem?.remedy ? [problem.remedy] : []),
      ...selectable(vehicle),
    ],
    children: 'collapsed',
    value: vehicle.id,
  };
}

/** What is wrong with one response about the vehicle, unless that is shown elsewhere. */
function ownProblem(
  vehicle: VehicleEntry,
  { error }: CachedAnswer<unknown>,
  { isReported }: LineContext,
): Problem | undefined {
  return error && !isReported(vehicle, error) ? problemOf(error) : undefined;
}

function capacityOf({ capacity, account }: VehicleEntry, context: LineContext) {
  return capacity.value && capacityText(capacity.value, context.energyUnit(account.session.environment), context);
}

function vehicleSummary(
  vehicle: VehicleEntry,
  context: LineContext,
): { readonly short: string; readonly spoken: string } {
  const both = (text: string) => ({ short: text, spoken: text });
  const { attributes, capacity, id, account } = vehicle;
  // Without a name, the reason for that is more important than the capacity.
  const unnamed = attributes.value ? undefined : ownProblem(vehicle, attributes, context);
  if (unnamed) return both(unnamed.message);
  const battery = capacityOf(vehicle, context);
  if (battery) return battery;
  if (capacity.error?.isEmpty) return both(t('nothing stored'));
  if (capacity.error?.turn === 'nobody') return { short: '', spoken: t('capacity not offered') };
  if (ownProblem(vehicle, capacity, context)) return { short: '?', spoken: t('capacity unavailable') };
  if (attributes.loading || capacity.loading) return both(t('loading…'));
  return both(attributes.value ? plainText(account.shortId(id), 60) : '');
}

const fieldIcons: Readonly<Record<Field, string>> = {
  make: 'tag',
  model: 'versions',
  year: 'calendar',
  capacity: 'zap',
  records: 'graph',
  permissions: 'shield',
  vehicleId: 'key',
};

/** Makes a line with a fact about a vehicle; `value` is what "Copy Value" copies. */
type FieldLine = (label: string, description: string, value: string | undefined, ...more: string[]) => TreeLine;

/** The line for one fact about a vehicle. */
export function fieldLine({ vehicle, field }: FieldNode, context: LineContext): TreeLine {
  const { attributes } = vehicle;
  const { value } = attributes;
  const line: FieldLine = (label, text, value, ...more) => {
    return {
      label,
      description: text,
      tooltip: [text ? `${label}: ${text}` : label, ...more],
      icon: fieldIcons[field],
      tokens: ['field', field, ...(value === undefined ? [] : ['copies'])],
      children: 'none',
      ...(value === undefined ? {} : { value }),
    };
  };
  const attribute = (label: string, text = '', shown = plainText(text, 60)) =>
    line(label, shown, text, ...age([attributes], context));
  switch (field) {
    case 'make':
      return attribute(t('Make'), value?.make, value && makeName(value.make));
    case 'model':
      return attribute(t('Model'), value?.model);
    case 'year':
      return attribute(t('Year'), String(value?.year));
    case 'capacity':
      return capacityLine(line, vehicle, context);
    case 'records':
      return recordsLine(line, vehicle);
    case 'permissions':
      return permissionsLine(line, vehicle, context);
    case 'vehicleId':
      return line(t('Vehicle ID'), plainText(vehicle.id, 80), vehicle.id);
  }
}

function recordsLine(line: FieldLine, { attributes: { value }, mayHaveRecords }: VehicleEntry): TreeLine {
  const label = t('Charge records');
  if (mayHaveRecords || !value) return { ...line(label, t('last 30 days'), undefined), opens: 'records' };
  const { tooltip } = line(label, t('not available for {0}', makeName(value.make)), undefined);
  // Without a label, so that the whole line has the color of descriptions.
  return {
    ...unavailable,
    label: '',
    description: tooltip[0] ?? '',
    tooltip,
    tokens: ['unavailable'],
    children: 'none',
  };
}

/** One permission of a vehicle, granted or missing. */
export function permissionLine({ permission, isGranted }: PermissionNode): TreeLine {
  const label = plainText(permission, 100);
  const description = isGranted ? '' : t('requested, not granted');
  return {
    label,
    description,
    tooltip: [label, ...(isGranted ? [] : [description])],
    ...(isGranted ? { icon: 'pass' } : unavailable),
    tokens: ['permission', 'copies'],
    children: 'none',
    value: permission,
  };
}

function permissionsLine(line: FieldLine, vehicle: VehicleEntry, context: LineContext): TreeLine {
  const { permissions, account } = vehicle;
  const { value, loading } = permissions;
  const problem = ownProblem(vehicle, permissions, context);
  const known = value ? permissionsText(value.granted, account.session.scopes) : (problem?.message ?? '');
  const said = known === '' && loading ? t('loading…') : known;
  const description = joined(waiting(problem, context), staleness([permissions], context), said);
  const lines = problem ? problemLines(problem) : [t('What the owner lets your application do.')];
  const plain = line(t('Permissions'), description, value?.granted.join(' '), ...lines, ...age([permissions], context));
  const tokens = [...plain.tokens, ...(problem?.remedy ? [problem.remedy] : [])];
  const children = value && (value.granted.length > 0 || value.unread) ? 'collapsed' : 'none';
  return { ...plain, tokens, children, ...(problem && !problem.isFact ? warning : {}) };
}

/** `3 granted`, and what was requested but is missing. */
function permissionsText(granted: readonly string[], asked: readonly string[]): string {
  const missing = asked.filter((permission) => !granted.includes(permission));
  const count = t('{0} granted', granted.length);
  if (missing.length === 0) return count;
  return t('{0}, without {1}', count, missing.map((permission) => plainText(permission, 60)).join(', '));
}

function capacityLine(line: FieldLine, vehicle: VehicleEntry, context: LineContext): TreeLine {
  const answer = vehicle.capacity;
  const { value } = answer;
  const text = value && capacityText(value, context.energyUnit(vehicle.account.session.environment), context);
  const problem = ownProblem(vehicle, answer, context);
  const nothing = answer.error?.isEmpty ? t('nothing stored') : '';
  const known = text?.full ?? problem?.message ?? (answer.loading ? t('loading…') : nothing);
  const description = joined(waiting(problem, context), staleness([answer], context), known);
  const explanation = [...(text?.explanation ?? []), ...(problem ? problemLines(problem) : [])];
  const copied = value && value.case !== 'undetermined' ? String(value.nominal) : undefined;
  const plain = line(t('Battery capacity'), description, copied, ...explanation, ...age([answer], context));
  const tokens = [...plain.tokens, ...(problem?.remedy ? [problem.remedy] : []), ...selectable(vehicle)];
  if (!problem) return { ...plain, tokens };
  return { ...plain, tokens, ...(problem.isFact ? unavailable : warning) };
}

function selectable(vehicle: VehicleEntry): string[] {
  return canOwnerChoose(vehicle) ? ['selectable'] : [];
}
