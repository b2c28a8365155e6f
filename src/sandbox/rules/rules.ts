import { assumed, type Basis, type Rule } from '../../service/model/basis.ts';
import type { Operation } from './operations.ts';
import { version2Rules } from './v2.ts';
import { version3Rules } from './v3.ts';

/** The sandbox itself. */
const sandboxRules = {
  'sandbox.control': assumed('What lies below /sandbox is the sandbox, not the service'),
  'sandbox.token-at-origin': assumed('POST / is the token endpoint too: the Python library posts to the origin'),
  'sandbox.hint': assumed('Sandbox-Hint says what there is in place of a path that was never there'),
  'sandbox.commands': assumed('Commands of version 3 are known, and not carried out: 501'),
  'sandbox.loopback': assumed('Requests of other hosts and other sites are refused'),
  'sandbox.webhook-loopback': assumed('Webhooks may be http and on localhost, and nowhere else'),
  'sandbox.body-size': assumed('A body of more than 64 KiB is refused with 413'),
  'sandbox.fault': assumed('A planned fault answers, or changes a delivery, in place of the service'),
  'sandbox.failure': assumed('A failure of the sandbox itself is SERVER:INTERNAL'),
} as const satisfies Record<string, Rule>;

/** Every behaviour of the service that the sandbox reproduces. Responses name them in the header `Sandbox-Rule`. */
export const rules = { ...version2Rules, ...version3Rules, ...sandboxRules } satisfies Record<string, Rule>;

export type RuleId = keyof typeof rules;
export type RuleIds = readonly [RuleId, ...RuleId[]];

const data = 'data.headers';
const list = ['v3.list.meta', 'v3.list.links'] as const;
const signals = ['v3.signals.user-header', 'v3.signals.times', 'v3.signals.status', 'v3.signals.permission'] as const;
const signalBodies = [
  ...(['v3.signals.bodies', 'v3.signals.units', 'v3.signals.permissions', 'v3.signals.other-permissions'] as const),
  'v3.signals.reports',
  'v3.capacity',
  'v3.capacity.unit',
  'v3.charges',
  'v3.charges.ongoing',
  'v3.charges.type',
] as const;

/** What a response of each operation follows, unless it is a refusal, which has rules of its own. The first says what it does. */
const ofOperations: Readonly<Record<Operation | 'control', RuleIds>> = {
  token: ['token.pair', 'token.code-exchange', 'token.refresh', 'token.basic'],
  connect: [
    ...(['connect.page', 'connect.allowed', 'connect.access-denied', 'connect.state', 'connect.required'] as const),
    ...(['connect.make', 'connect.single-select', 'connect.single-select-vin', 'connect.user-id'] as const),
    ...(['v3.connect.user-id', 'v3.connect.application-id', 'v3.connect.external-id'] as const),
    ...(['v3.connect.response-type-none', 'v3.connect.no-redirect'] as const),
  ],
  'capacity-page': ['capacity.link', 'capacity.choice', 'capacity.unknown'],
  user: ['user.id', data],
  vehicles: ['vehicles.list', data],
  vehicle: ['vehicles.attributes', data],
  permissions: ['vehicles.permissions', data],
  disconnect: ['vehicles.disconnect', 'vehicles.disconnected'],
  capacity: ['capacity.determined', 'capacity.undetermined', 'capacity.selected'],
  records: ['records.list', 'records.dates', 'records.default-dates'],
  'v3-token': ['v3.token.lifetime', 'v3.token.form', 'v3.token.json', 'v3.token.basic'],
  connections: [
    ...(['v3.connections.list', 'v3.connections.filters', 'v3.connections.mode', 'v3.connections.page-size'] as const),
    ...list,
  ],
  connection: ['v3.connections.one'],
  'delete-connection': ['v3.connections.delete', 'v3.connections.both-versions'],
  'delete-user': ['v3.users.delete', 'v3.connections.both-versions'],
  'v3-vehicle': ['v3.vehicles.attributes', 'v3.vehicles.slash'],
  signals: ['v3.signals.list', ...signals, 'v3.signals.store', 'v3.signals.pages', ...list, ...signalBodies],
  signal: ['v3.signals.one', 'v3.signals.single', ...signals, ...signalBodies],
  subscribe: ['v3.subscriptions.create'],
  subscriptions: ['v3.subscriptions.list', ...list],
  unsubscribe: ['v3.subscriptions.delete'],
  webhooks: ['v3.webhooks.list', 'v3.webhooks.filters', ...list],
  webhook: ['v3.webhooks.one'],
  control: ['sandbox.control'],
};

export function rulesOf(operation: Operation | 'control'): RuleIds {
  return ofOperations[operation];
}

const delivery = [
  'v3.events.signature',
  'v3.events.attempts',
  'v3.events.version',
  'sandbox.webhook-loopback',
] as const;
const forms = ['v3.events.vehicle-id', 'v3.events.vehicle', 'v3.events.meta'] as const;
const stateForms = ['v3.events.triggers', 'v3.events.signal-status', 'v3.events.signal-times', ...forms] as const;
const errorForms = ['v3.events.error-fields', 'v3.events.error-signals', 'v3.events.resolved', ...forms] as const;

/** The same of what webhooks send. The service sends no such headers. */
export const deliveryRules = {
  VERIFY: ['v3.events.verify', 'v3.events.unsigned', 'v3.events.verify-time', 'sandbox.webhook-loopback'],
  VEHICLE_STATE: ['v3.events.state', 'v3.events.first-delivery', ...stateForms, ...delivery],
  VEHICLE_ERROR: ['v3.events.error', ...errorForms, ...delivery],
  OTHER: delivery,
  fault: ['sandbox.webhook-loopback', 'sandbox.fault'],
} as const satisfies Record<string, RuleIds>;

const fromStrongToWeak: readonly Basis[] = ['document', 'public', 'reported', 'assumed'];

/** The headers with which a response names its rules. Its basis is that of its weakest rule. */
export function ruleHeaders(ids: RuleIds): Record<'Sandbox-Basis' | 'Sandbox-Rule', string> {
  const strengths = ids.map((id) => fromStrongToWeak.indexOf(rules[id].basis));
  return { 'Sandbox-Basis': fromStrongToWeak[Math.max(...strengths)] ?? 'assumed', 'Sandbox-Rule': ids.join(', ') };
}
