import assert from 'node:assert/strict';
import type { RecordPair } from '../../../../src/service/comparison/compare-records.ts';
import { compareVersions, type VersionComparison } from '../../../../src/service/comparison/compare-versions.ts';
import { comparisonMarkdown } from '../../../../src/service/comparison/comparison-markdown.ts';
import { BothVersions } from './both-versions.ts';

const verdicts = (rows: VersionComparison['values']['capacity']) =>
  Object.fromEntries(rows.map(({ mapping, verdict }) => [mapping.id, verdict]));
const isBoth = ({ older, newer }: RecordPair) => older !== undefined && newer !== undefined;
const options = { vehicleId: 'v', startDate: '2026-10-27', language: 'en', readAt: Date.UTC(2026, 10, 26) };

describe('The comparison of versions, on the sandbox', () => {
  let both: BothVersions;
  const start = async (...scenario: Parameters<typeof BothVersions.start>) => {
    both = await BothVersions.start(...scenario);
  };
  afterEach(() => both.sandbox.close());

  const compare = async (vehicleId: string) => compareVersions(...(await both.read(vehicleId)));

  for (const v3Variant of ['older', 'newer']) {
    it(`finds every value of each vehicle equal, by the field mapping (${v3Variant})`, async () => {
      await start({ v3Variant });
      let compared = 0;
      for (const id of both.vehicleIds) {
        const { values, records, unknown, failures } = await compare(id);
        assert.deepEqual(Object.values(verdicts(values.vehicle)), ['equal', 'equal', 'equal']);
        assert.deepEqual(Object.values(verdicts(values.permissions)), ['equal']);
        const { 'capacity.url': url, 'capacity.unit': unit, ...capacity } = verdicts(values.capacity);
        const isRead = !failures.some(({ area }) => area === 'capacity');
        if (isRead) {
          assert.deepEqual(unit, 'only-v3');
          assert.equal(capacity['capacity.available'], 'equal');
          assert.ok(url === 'only-v2' || url === 'absent', url);
          for (const verdict of Object.values(capacity)) assert.ok(['equal', 'absent'].includes(verdict), verdict);
        }
        const none = { v2: [], v3: [] };
        assert.deepEqual([unknown, records.unknown], [none, none]);
        if (!records.isComplete) {
          assert.ok(failures.some(({ version, area }) => version === '2.0' && area === 'records'));
          continue;
        }
        compared += records.pairs.length;
        assert.ok(records.pairs.every(isBoth));
        const different = new Set(records.pairs.flatMap((pair) => pair.different));
        assert.deepEqual([...different], []);
        assert.equal(records.renamed.length, v3Variant === 'older' ? records.pairs.length : 0);
        const type = records.fields.filter(({ mapping }) => mapping.v2?.field === 'records[].chargingType');
        const expected = v3Variant === 'older' ? 'records.type' : 'records.type-newer';
        assert.deepEqual(
          type.map(({ mapping }) => mapping.id),
          [expected],
        );
      }
      assert.ok(compared > 20);
    });
  }

  it('shows the other side where the store of version 3 is empty, with the next step', async () => {
    await start({}, { subscribed: false });
    const comparison = await compare(both.vehicleIds[0] ?? '');
    assert.deepEqual(
      comparison.failures.map(({ version, area }) => `${version} ${area}`),
      ['3 capacity', '3 records'],
    );
    assert.equal(verdicts(comparison.values.capacity)['capacity.nominal'], 'not-read');
    const text = comparisonMarkdown(comparison, options);
    assert.match(text, /\*\*Version 3, Charge records:\*\* .*nothing stored.*webhook subscription/);
    assert.match(text, /\| not read \| `capacity\.nominal` \| `[\d.]+` \| `capacity` \| – \|/);
    assert.match(text, /^\*\*Not everything could be read\.\*\*$/m);
    assert.match(text, /\| not compared \|/);
    assert.doesNotMatch(text, /no charges/i);
  });

  it('holds no token, and no address with one', async () => {
    await start();
    for (const id of both.vehicleIds) {
      const readings = await both.read(id);
      const text = comparisonMarkdown(compareVersions(...readings), options);
      const url = readings[0].capacity.value?.url;
      if (typeof url === 'string') {
        const token = new URL(url).searchParams.get('token') ?? assert.fail('no token');
        assert.ok(!text.includes(token));
        assert.match(text, /not shown, may contain a token/);
      }
      assert.ok(!text.includes(both.clients.pair.current.accessToken));
      assert.doesNotMatch(text, /latitude":-?\d/);
    }
  });
});
