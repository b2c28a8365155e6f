import assert from 'node:assert/strict';
import { results } from '../../../../../src/viewer/messages/compared-rows.ts';
import type { ChargeRecordsTarget } from '../../../../../src/viewer/messages/target.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import type { VersionReading } from '../../../../../src/service/comparison/read-version.ts';
import { chargeForm } from '../../../../../src/service/records/wire-format.ts';
import { record } from '../../../service/records/record-bodies.ts';
import type { FakePanel } from './fake-panel.ts';
import { answerOf, both, one, other, PanelSetup, posted, textAnswer } from './panel-setup.ts';

const at = (day: number, changes = {}) => record({ chargeStart: `2026-11-0${day}T18:00:00Z`, ...changes });
const file: ChargeRecordsTarget = {
  ...{ sessionId: '', file: 'file:///a.json', vehicle: { id: 'file:///a.json', make: '', model: 'a.json', year: 0 } },
  compares: true,
  others: [one],
};

/** How each row compares, in the order of the load. */
function resultsOf(panel: FakePanel): readonly (string | undefined)[] | undefined {
  const { compared } = posted(panel, 'done').at(-1) ?? {};
  return compared && Array.from(compared.results, (code) => results[code]);
}

describe('a viewer that compares', () => {
  let setup: PanelSetup;
  beforeEach(() => {
    setup = new PanelSetup();
    setup.answers.set('file:///a.json', () => Promise.resolve(answerOf(at(1), at(2), at(3))));
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(at(2, { energy: 1 }), at(3), at(4))));
  });

  it('tells the page what is only here, only there, changed and the same, and nobody of capacities', async () => {
    const panel = await setup.opened(file);
    assert.equal(panel.title, 'a.json ↔ BMW i4');
    const { compared } = posted(panel, 'done')[0] ?? {};
    assert.deepEqual(resultsOf(panel)?.toSorted(), [
      'changed',
      'equal',
      'in-pair',
      'in-pair',
      'only-newer',
      'only-older',
    ]);
    const changed = resultsOf(panel)?.indexOf('changed') ?? -1;
    assert.deepEqual([compared?.fields[changed], compared?.partners[changed]], [1 << 3, 1]);
    assert.deepEqual(setup.nominalsAsked, []);
  });

  it('asks for no records that another viewer has', async () => {
    const shown = await setup.opened(one);
    shown.active = true;
    const { parts } = setup.viewers.active?.whole() ?? assert.fail();
    const there = new Map([...parts].map(([vehicle, part]) => [vehicle + 1, part]));
    const panel = await setup.opened(file, 'done', there);
    assert.deepEqual(setup.asked, ['vehicle-1', 'file:///a.json']);
    assert.ok(resultsOf(panel)?.includes('changed'));
  });

  it('does not compare what is not whole, and says why', async () => {
    const broken = new ServiceError('Broken.', {
      kind: 'not-json',
      turn: 'developer',
      nextStep: 'Mend it.',
      sent: false,
    });
    setup.answers.set('file:///a.json', () => Promise.reject(broken));
    const panel = await setup.opened(file);
    assert.equal(resultsOf(panel), undefined);
    assert.equal(posted(panel, 'part').find(({ vehicle }) => vehicle === 0)?.failure?.message, 'Broken.');
  });

  it('opens both records of a pair in the diff editor, and a single one as JSON', async () => {
    const panel = await setup.opened(file);
    const found = resultsOf(panel) ?? [];
    panel.say({ type: 'openRecord', load: 1, row: found.indexOf('changed'), request: 1 });
    await panel.next('answer');
    const [older, newer] = setup.compared[0] ?? assert.fail();
    assert.match(older.name, /^a\.json record-\d\.json$/);
    assert.match(older.text, /"energy": 34\.5/);
    assert.match(newer.text, /"energy": 1,/);
    panel.say({ type: 'openRecord', load: 1, row: found.indexOf('only-newer'), request: 2 });
    await panel.next('answer');
    assert.equal(setup.shown.length, 1);
  });

  const versions: ChargeRecordsTarget = {
    ...one,
    ...{ version: '2.0', compares: true, others: [{ ...other, version: '3' }] },
  };
  const reading = (version: '2.0' | '3', rest: Partial<VersionReading>): VersionReading => ({
    ...{ version, environment: 'sandbox', account: { id: 'o', label: 'Robin Hale' }, vehicleId: 'v', records: {} },
    ...{ vehicle: {}, permissions: { value: [] }, capacity: {} },
    ...rest,
  });

  it('says of two versions which fields move and differ, and gives it as Markdown', async () => {
    setup.fieldsOf = ({ version = '2.0' }) =>
      Promise.resolve(
        reading(version, {
          capacity:
            version === '3'
              ? { failure: { message: 'Nothing stored.', nextStep: 'Subscribe.' } }
              : { value: { capacity: { nominal: 80 } } },
        }),
      );
    const body = { attributes: { body: { values: [{ startTime: '2026-11-02T18:00:00Z', connectorType: 'CCS' }] } } };
    setup.answers.set('vehicle-2', () =>
      Promise.resolve({ ...textAnswer(JSON.stringify({ data: body })), reading: { form: chargeForm } }),
    );
    const panel = await setup.opened(versions);
    assert.equal(panel.title, 'BMW i4: 2.0 ↔ 3');
    const fields = posted(panel, 'fields')[0] ?? assert.fail();
    assert.match(fields.verdict, /^\d+ fields move, 2 change scale, 1 changes meaning/);
    assert.deepEqual(fields.failures, ['Version 3, Battery capacity: Nothing stored. Subscribe.']);
    const type = fields.lines.find(({ v2 }) => v2 === 'records[].chargingType');
    assert.deepEqual([type?.v2Value, type?.v3Value, type?.isEqual], ['DC', 'CCS', false]);
    panel.active = true;
    const saved = setup.viewers.active?.comparison();
    assert.equal(saved?.name, 'BMW i4: 2.0 ↔ 3.md');
    assert.match(saved.text, /^# .*version 2\.0 and version 3\n/);
  });

  it('shows the fields even where neither version has records', async () => {
    setup.fieldsOf = ({ version = '2.0' }) => Promise.resolve(reading(version, {}));
    const none = () =>
      Promise.reject(new ServiceError('None.', { kind: 'api', turn: 'retry', nextStep: 'Wait.', sent: true }));
    for (const vehicle of ['vehicle-1', 'vehicle-2']) setup.answers.set(vehicle, none);
    const panel = await setup.opened(versions, 'failed');
    assert.equal(posted(panel, 'fields').length, 1);
    assert.equal(posted(panel, 'failed').length, 1);
  });
});

const failed = () =>
  Promise.reject(new ServiceError('Out of order.', { kind: 'api', turn: 'retry', nextStep: 'Wait.', sent: true }));

describe('a viewer in front', () => {
  let setup: PanelSetup;
  beforeEach(() => {
    setup = new PanelSetup();
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(record(), record())));
  });

  it('gives its records to be compared', async () => {
    const panel = await setup.opened(one);
    assert.equal(setup.viewers.active === undefined, true);
    panel.active = true;
    const whole = setup.viewers.active?.whole();
    assert.equal(whole?.target, one);
    assert.deepEqual(
      whole?.parts.get(0)?.batches.map(({ rows }) => rows),
      [2],
    );
    assert.deepEqual(setup.told, []);
  });

  it('says that they can’t be compared while some are missing', async () => {
    setup.answers.set('vehicle-2', failed);
    const panel = await setup.opened(both);
    panel.active = true;
    assert.equal(setup.viewers.active?.whole(), undefined);
    assert.deepEqual(setup.told, ['Only complete charge records can be compared.']);
  });
});
