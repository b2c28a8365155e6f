import { plainText } from '../common/plain-text.ts';
import type { Translate } from '../common/translate.ts';
import type { Account } from './account.ts';
import { capacityText } from './capacity-text.ts';
import type { Cached } from './cell.ts';
import { vehicleName } from './names.ts';
import type { Field, FieldNode, ProblemNode, TreeNode, VehicleNode } from './nodes.ts';
import { problemOf } from './problem.ts';

/** A line of the tree, free of VS Code. All texts are plain: the display escapes them. */
export interface Presentation {
  readonly label: string;
  readonly description: string;
  /** The first line is the heading. */
  readonly tooltip: readonly string[];
  /** Name of a theme icon. */
  readonly icon: string;
  readonly tone?: 'warning' | 'quiet';
  /** What menus decide on. */
  readonly tokens: readonly string[];
  readonly children: 'none' | 'collapsed' | 'expanded';
  /** What a click does, where it does more than select. */
  readonly opens?: 'records' | 'more';
}

const warning = { icon: 'warning', tone: 'warning' } as const;

/** How the texts are worded. */
export interface Wording {
  readonly t: Translate;
  /** A time of day (milliseconds since 1970) for people, with the date where it isn't today. */
  readonly time: (at: number) => string;
}

export function present(node: TreeNode, wording: Wording): Presentation {
  switch (node.kind) {
    case 'account':
      return presentAccount(node.account, wording);
    case 'vehicle':
      return presentVehicle(node, wording);
    case 'field':
      return presentField(node, wording);
    case 'problem':
      return presentProblem(node, wording);
    case 'more': {
      const label = wording.t('Show more vehicles');
      const description = wording.t('{0} more', node.account.remaining);
      const line = { label, description, tooltip: [label], icon: 'ellipsis', tokens: ['more'] } as const;
      return { ...line, children: 'none', opens: 'more' };
    }
    case 'none': {
      const label = wording.t('No vehicles');
      const tooltip = [label, wording.t('This account shares no vehicle with the application.')];
      return { label, description: '', tooltip, icon: 'circle-slash', tokens: ['none'], children: 'none' };
    }
  }
}

/** Everything a sighted reader gets from the line, for a screen reader. */
export function spoken({ label, description, tone }: Presentation, t: Translate): string {
  const warning = tone === 'warning' ? t('warning') : '';
  return [label, description, warning].filter((part) => part !== '').join(', ');
}

function presentAccount(account: Account, { t, time }: Wording): Presentation {
  const label = plainText(account.session.account.label, 100);
  const { value, loading } = account.list;
  const count = value?.total === 1 ? t('1 vehicle') : t('{0} vehicles', value?.total ?? 0);
  const age = staleness([account.list], { t, time });
  const description = value ? joined(count, age) : loading ? t('loading…') : '';
  const permissions = t('Permissions: {0}', account.session.scopes.map((scope) => plainText(scope, 60)).join(', '));
  const tooltip = [label, t('Environment: {0}', account.session.environment), permissions];
  return { label, description, tooltip, icon: 'account', tokens: ['account'], children: 'expanded' };
}

function presentVehicle({ vehicle }: VehicleNode, wording: Wording): Presentation {
  const { t } = wording;
  const { attributes, capacity } = vehicle;
  const id = plainText(vehicle.id, 80);
  const label = attributes.value ? vehicleName(attributes.value) : id;
  const age = staleness([attributes, capacity], wording);
  const error = attributes.error ?? capacity.error;
  const problem = error && problemOf(error);
  const tooltip = [label, t('Vehicle id: {0}', id)];
  if (capacity.value) tooltip.push(t('Battery capacity: {0}', capacityText(capacity.value, t).full));
  if (problem) tooltip.push(...problemLines(problem, wording));
  if (age) tooltip.push(age);
  return {
    label,
    // The age first: a narrow view cuts the end off.
    description: joined(age, vehicleSummary(vehicle, t)),
    tooltip,
    ...(problem && !problem.isFinal ? warning : { icon: 'dashboard' }),
    tokens: ['vehicle', ...(problem?.remedy ? [problem.remedy] : []), ...selectable(vehicle)],
    children: 'collapsed',
  };
}

function vehicleSummary({ attributes, capacity }: VehicleNode['vehicle'], t: Translate): string {
  // Without a name the line needs the reason more than it needs the capacity.
  if (!attributes.value && attributes.error) return problemOf(attributes.error).message;
  if (capacity.value) return capacityText(capacity.value, t).short;
  if (capacity.error?.turn === 'nobody') return t('capacity not offered');
  if (capacity.error) return t('capacity could not be read');
  return attributes.loading || capacity.loading ? t('loading…') : '';
}

const fieldIcons: Readonly<Record<Field, string>> = {
  make: 'tag',
  model: 'versions',
  year: 'calendar',
  capacity: 'zap',
  records: 'graph',
  vehicleId: 'key',
};

function presentField({ vehicle, field }: FieldNode, wording: Wording): Presentation {
  const { t } = wording;
  const { value } = vehicle.attributes;
  const line = (label: string, description: string, ...more: string[]): Presentation => ({
    label,
    description,
    tooltip: [description ? `${label}: ${description}` : label, ...more],
    icon: fieldIcons[field],
    tokens: ['field', field],
    children: 'none',
  });
  switch (field) {
    case 'make':
      return line(
        t('Make'),
        plainText(value?.make ?? '', 60),
        t('As the service spells it; paths take it in lower case.'),
      );
    case 'model':
      return line(t('Model'), plainText(value?.model ?? '', 60));
    case 'year':
      return line(t('Year'), String(value?.year ?? ''));
    case 'capacity':
      return presentCapacity(line, vehicle, wording);
    case 'records': {
      const limits = t('The service has charge records for two makes only; it says so for the others.');
      const opening = t('Opens the records of the last 30 days.');
      return { ...line(t('Charge records'), t('last 30 days'), opening, limits), opens: 'records' };
    }
    case 'vehicleId':
      return line(t('Vehicle id'), plainText(vehicle.id, 80));
  }
}

function presentCapacity(
  line: (label: string, description: string, ...more: string[]) => Presentation,
  vehicle: VehicleNode['vehicle'],
  wording: Wording,
): Presentation {
  const { t } = wording;
  const { value, error, loading } = vehicle.capacity;
  const text = value && capacityText(value, t);
  const problem = error && problemOf(error);
  const known = text?.full ?? problem?.message ?? (loading ? t('loading…') : '');
  const description = joined(staleness([vehicle.capacity], wording), known);
  const explanation = [...(text?.explanation ?? []), ...(problem ? problemLines(problem, wording) : [])];
  const plain = line(t('Battery capacity'), description, ...explanation);
  const tokens = [...plain.tokens, ...(problem?.remedy ? [problem.remedy] : []), ...selectable(vehicle)];
  if (!problem) return { ...plain, tokens };
  return { ...plain, tokens, ...(problem.isFinal ? ({ icon: 'circle-slash', tone: 'quiet' } as const) : warning) };
}

function presentProblem({ problem, of, fetchedAt }: ProblemNode, wording: Wording): Presentation {
  const { t, time } = wording;
  const age = fetchedAt === undefined ? '' : t('earlier data as of {0}', time(fetchedAt));
  const tokens = ['problem', ...(problem.remedy ? [problem.remedy] : [])];
  const tooltip = [...problemLines(problem, wording), ...(age ? [age] : [])];
  const owner = of && 'account' in of ? [t('Vehicle id: {0}', plainText(of.id, 80))] : [];
  return {
    label: problem.message,
    description: joined(problem.nextStep, age),
    tooltip: [...tooltip, ...owner],
    ...warning,
    tokens,
    children: 'none',
  };
}

function problemLines(problem: ReturnType<typeof problemOf>, { t }: Wording): string[] {
  const requestId = problem.requestId ? [t('Request id: {0}', problem.requestId)] : [];
  return [problem.message, problem.nextStep, ...requestId];
}

/** `as of 12:04 · could not refresh`, where the oldest of the answers shown outlived a failure; else empty. */
function staleness(answers: readonly Cached<unknown>[], { t, time }: Wording): string {
  const stale = answers.filter(({ error, fetchedAt }) => error !== undefined && fetchedAt !== undefined);
  if (stale.length === 0) return '';
  const oldest = Math.min(...stale.map(({ fetchedAt }) => fetchedAt ?? Infinity));
  return t('as of {0} · could not refresh', time(oldest));
}

function selectable({ capacity: { value } }: VehicleNode['vehicle']): string[] {
  return value && value.case !== 'determined' && value.selectUrl !== null ? ['selectable'] : [];
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
