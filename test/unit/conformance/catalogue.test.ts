import assert from 'node:assert/strict';
import { rules as sandboxRules } from '../../../src/sandbox/behavior-basis.ts';
import { allRules } from '../../conformance/rules/index.ts';

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

describe('the rules of the conformance suite', () => {
  const suite = new Map(allRules.map((rule) => [rule.id, rule]));

  it('have ids of their own, and build on rules that stand before them', () => {
    const ids = allRules.map(({ id }) => id);
    assert.equal(suite.size, ids.length);
    for (const [index, { id, buildsOn = [] }] of allRules.entries()) {
      for (const base of buildsOn) assert.ok(ids.slice(0, index).includes(base), `${id} on ${base}`);
    }
  });

  it('check every rule of the document that the sandbox knows', () => {
    const known = Object.entries(sandboxRules).filter(([, { basis }]) => basis === 'document');
    assert.deepEqual(
      known.map(([id]) => id).filter((id) => !(id in checkedBy)),
      [],
    );
  });

  it('say of these that the document says so', () => {
    for (const id of Object.values(checkedBy).flat()) assert.equal(suite.get(id)?.basis, 'document', id);
  });
});
