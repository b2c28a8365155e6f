import assert from 'node:assert/strict';
import { rules as sandboxRules } from '../../../src/sandbox/rules/rules.ts';
import type { Result } from '../../conformance/run.ts';
import { allRules } from '../../conformance/rules/index.ts';
import { version3Rules } from '../../conformance/v3/rules/index.ts';

/** The sandbox's rules of the document, and how the suite names what checks them. */
const checkedBy: Readonly<Record<string, readonly string[]>> = {
  'token.code-exchange': ['token.code-exchange'],
  'token.refresh': ['token.refresh', 'token.new-pair', 'refresh.60-days-restart'],
  'token.pair': ['pair.access-token', 'pair.token-type', 'pair.expires-in', 'pair.refresh-token'],
  'token.basic': ['token.basic-required', 'token.basic-scheme', 'token.basic-client-id', 'token.basic-client-secret'],
  'token.form': ['token.content-type'],
  'token.user-agent': ['token.user-agent'],
  'token.fields': ['token.grant-type', 'token.code-needs-code', 'token.refresh-needs-refresh-token'],
  'token.redirect-equality': ['token.redirect-equality'],
  'token.refresh-minute': ['refresh.again-at-once', 'refresh.minute', 'refresh.minute-from-first-use'],
  'token.refresh-60-days': ['refresh.60-days'],
  'data.version': ['data.version', 'token.no-version'],
  'data.bearer': ['data.bearer-accepted', 'data.bearer-capacity', 'data.bearer-records', 'data.bearer-scheme'],
  'data.access-7200': ['access.7200', 'access.survives-refresh'],
  'data.permission': ['data.permission-capacity', 'data.permission-records'],
  'capacity.determined': ['capacity.determined-one-entry', 'capacity.determined-no-url'],
  'capacity.undetermined': ['capacity.undetermined-entries', 'capacity.undetermined-url'],
  'capacity.selected': ['capacity.selected-entries', 'capacity.selected-url', 'capacity.owner-chooses'],
  'capacity.geography': ['capacity.geography'],
  'records.list': ['records.object', 'records.fields', 'records.timestamps', 'records.fractions'],
  'records.dates': ['records.start-date', 'records.end-date', 'records.one-day'],
  'records.default-dates': [
    'records.default-end',
    'records.default-start-first-grant',
    'records.default-start-30-days',
  ],
  'records.two-makes': ['records.two-makes'],
};

/** The sandbox's rules of version 3 that are public or reported, and how the suite names what checks them. */
const version3CheckedBy: Readonly<Record<string, readonly string[]>> = {
  'v3.token.lifetime': ['v3.token.expires-in', 'v3.token.no-refresh-token', 'v3.token.lifetime'],
  'v3.token.form': ['v3.token.form', 'v3.token.fields'],
  'v3.token.json': ['v3.token.json'],
  'v3.token.basic': ['v3.token.basic'],
  'v3.token.invalid-request': ['v3.token.grant-type-required'],
  'v3.token.invalid-client': ['v3.token.invalid-client'],
  'v3.connect.application-id': ['v3.connect.application-id', 'v3.connect.client-id'],
  'v3.connect.api-client-id': ['v3.connect.api-client-id'],
  'v3.connect.response-type-none': ['v3.connect.response-type-none', 'v3.connect.response-type-code'],
  'v3.connect.user-id': ['v3.connect.user-id'],
  'v3.connect.external-id': ['v3.connect.external-id'],
  'v3.connect.no-redirect': ['v3.connect.no-redirect'],
  'v3.invalid-path': ['v3.paths.unknown'],
  'v3.input': ['v3.input'],
  'v3.bearer': ['v3.bearer.unauthorized'],
  'v3.vehicles.not-found': ['v3.vehicles.not-found'],
  'v3.errors.list': ['v3.errors.list'],
  'v3.connections.list': ['v3.connections.list', 'v3.paths.invented'],
  'v3.connections.one': ['v3.connections.one'],
  'v3.connections.filters': [
    'v3.connections.filter-user',
    'v3.connections.filter-vehicle',
    'v3.connections.filter-header',
    'v3.connections.filter-external-id',
  ],
  'v3.connections.mode': ['v3.connections.mode'],
  'v3.connections.page-size': ['v3.connections.page-size', 'v3.list.pages'],
  'v3.connections.delete': ['v3.connections.delete'],
  'v3.users.delete': ['v3.users.delete'],
  'v3.vehicles.attributes': ['v3.vehicles.attributes'],
  'v3.subscriptions.create': ['v3.subscriptions.create'],
  'v3.subscriptions.exists': ['v3.subscriptions.exists'],
  'v3.subscriptions.list': ['v3.subscriptions.list'],
  'v3.subscriptions.delete': ['v3.subscriptions.delete'],
  'v3.webhooks.list': ['v3.webhooks.list'],
  'v3.webhooks.one': ['v3.webhooks.one'],
  'v3.webhooks.filters': ['v3.webhooks.filters'],
  'v3.events.verify': ['v3.events.verify'],
  'v3.events.unsigned': ['v3.events.unsigned'],
  'v3.events.signature': ['v3.events.signature'],
  'v3.events.attempts': ['v3.events.attempts'],
  'v3.events.version': ['v3.events.version'],
  'v3.events.state': ['v3.events.state'],
  'v3.events.first-delivery': ['v3.events.first-delivery'],
  'v3.events.error': ['v3.events.error'],
  'v3.events.triggers': ['v3.events.triggers'],
  // Forms of which every known one passes.
  'v3.events.vehicle-id': [],
  'v3.events.vehicle': [],
  'v3.events.signal-status': [],
  'v3.events.signal-times': ['v3.events.signal-times'],
  'v3.events.meta': [],
  'v3.events.error-fields': [],
  'v3.events.error-signals': [],
  'v3.events.verify-time': [],
  'v3.events.resolved': [],
  'v3.list.meta': ['v3.list.meta'],
  'v3.list.links': ['v3.list.links'],
  'v3.signals.list': ['v3.signals.list', 'v3.signals.included'],
  'v3.signals.one': ['v3.signals.one'],
  'v3.signals.single': ['v3.signals.single'],
  'v3.signals.times': ['v3.signals.times'],
  'v3.signals.user-header': ['v3.signals.user-header'],
  'v3.signals.user-missing': ['v3.signals.user-missing'],
  'v3.signals.status': ['v3.signals.status'],
  'v3.signals.permission': ['v3.signals.permission'],
  'v3.signals.store': ['v3.signals.store'],
  'v3.signals.not-stored': ['v3.signals.not-stored'],
  'v3.capacity': ['v3.capacity.code', 'v3.capacity.fields'],
  'v3.capacity.unit': ['v3.capacity.unit'],
  // What the sandbox forgives a client, and no implementation needs to.
  'v3.capacity.plural': [],
  'v3.charges': ['v3.charges.fields', 'v3.charges.times', 'v3.charges.percent'],
  'v3.charges.ongoing': ['v3.charges.ongoing'],
  'v3.charges.type': ['v3.charges.type'],
};

const versions: Readonly<Record<string, readonly Result['rule'][]>> = { '2.0': allRules, '3': version3Rules };

describe('the rules of the conformance suite', () => {
  for (const [version, rules] of Object.entries(versions)) {
    it(`have ids of their own, and build on rules that stand before them, in version ${version}`, () => {
      const ids = rules.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      for (const [index, { id, buildsOn = [] }] of rules.entries()) {
        for (const base of buildsOn) assert.ok(ids.slice(0, index).includes(base), `${id} on ${base}`);
      }
    });
  }

  it('check every rule of the document that the sandbox knows', () => {
    const known = Object.entries(sandboxRules).filter(([, { basis }]) => basis === 'document');
    assert.deepEqual(
      known.map(([id]) => id).filter((id) => !(id in checkedBy)),
      [],
    );
  });

  it('say of these that the document says so', () => {
    const suite = new Map(allRules.map((rule) => [rule.id, rule]));
    for (const id of Object.values(checkedBy).flat()) assert.equal(suite.get(id)?.basis, 'document', id);
  });

  it('check every rule of version 3 that the sandbox does not assume', () => {
    const known = Object.entries(sandboxRules).filter(([id, { basis }]) => id.startsWith('v3.') && basis !== 'assumed');
    assert.deepEqual(
      known.map(([id]) => id).filter((id) => !(id in version3CheckedBy)),
      [],
    );
  });

  it('say of these what the sandbox says: whether they are public or reported', () => {
    const suite = new Map(version3Rules.map((rule) => [rule.id, rule]));
    for (const [known, ids] of Object.entries(version3CheckedBy)) {
      const { basis } = sandboxRules[known as keyof typeof sandboxRules];
      for (const id of ids) assert.equal(suite.get(id)?.basis, basis, id);
    }
  });
});
