import assert from 'node:assert/strict';
import { fieldMappings } from '../../../../src/service/field-mapping/field-mappings.ts';
import { compareField, verdictOf } from '../../../../src/service/comparison/compare-fields.ts';
import { compareVersions } from '../../../../src/service/comparison/compare-versions.ts';
import { comparisonMarkdown } from '../../../../src/service/comparison/comparison-markdown.ts';
import { pairRecords } from '../../../../src/service/comparison/pair-records.ts';
import type { Fields, TimedRecord, VersionReading } from '../../../../src/service/comparison/version-reading.ts';

const move = (id: string) => fieldMappings.find((each) => each.id === id) ?? assert.fail(id);
const account = { id: 'owner-1', label: 'Robin Hale' };

function reading(version: '2.0' | '3', parts: Partial<VersionReading> = {}): VersionReading {
  const attributes = { make: 'BMW', model: 'i4', year: 2024 };
  return {
    ...{ version, environment: `env-${version}`, account, vehicleId: 'vehicle-1' },
    vehicle: { value: version === '3' ? { data: { attributes } } : attributes },
    permissions: { value: ['read_battery'] },
    capacity: { value: version === '3' ? { capacity: 80.7, unit: 'kWh' } : { capacity: { nominal: 80.7 } } },
    records: { value: [] },
    ...parts,
  };
}

function record(fields: Fields, start: string | null = null): TimedRecord {
  return { start: start === null ? null : Date.parse(start), fields };
}

const options = { vehicleId: 'vehicle-1', startDate: '2026-10-27', readAt: Date.UTC(2026, 10, 26, 3) };
const written = (v2: VersionReading, v3: VersionReading) => comparisonMarkdown(compareVersions(v2, v3), options);

describe('Values of a field in both versions', () => {
  const level = move('records.start-level');
  const place = move('records.location');
  const start = move('records.start');

  it('are compared by their scale, place and moment, not by their letters', () => {
    assert.equal(verdictOf(level, 0.57, 57), 'equal');
    assert.equal(verdictOf(level, 0.57, 0.57), 'different');
    assert.equal(verdictOf(level, 0.1 + 0.2, 30), 'equal');
    assert.equal(verdictOf(place, 'Main St', { name: 'Home', address: 'Main St' }), 'equal');
    assert.equal(verdictOf(place, 'Home', { name: 'Home', latitude: 1 }), 'equal');
    assert.equal(verdictOf(place, 'Elsewhere', { name: 'Home', address: 'Main St' }), 'different');
    assert.equal(verdictOf(start, '2026-11-01T18:00:00Z', '2026-11-01T18:00:00.000Z'), 'equal');
    assert.equal(verdictOf(start, '2026-11-01T18:00:00Z', '2026-11-01T18:00:01Z'), 'different');
    assert.equal(verdictOf(move('records.type'), 'DC', 'CCS'), 'other-meaning');
    assert.equal(verdictOf(move('records.type-newer'), 'DC', 'DC'), 'equal');
  });

  it('may be on one side only, on none, or not read', () => {
    const nominal = move('capacity.nominal');
    const of = (v2: unknown, v3: unknown) => compareField(nominal, v2, v3).verdict;
    assert.equal(of({ capacity: { nominal: 1 } }, { capacity: null }), 'only-v2');
    assert.equal(of({ capacity: null }, { capacity: 1 }), 'only-v3');
    assert.equal(of({ capacity: null }, {}), 'absent');
    assert.equal(of(undefined, { capacity: 1 }), 'not-read');
    assert.equal(of({ capacity: { nominal: 1 } }, undefined), 'not-read');
    assert.equal(compareField(move('capacity.url'), { url: 'x' }, undefined).verdict, 'only-v2');
  });

  it('are equal as lists in any order, with members that are null or left out', () => {
    const v2 = {
      availableCapacities: [
        { capacity: 1, description: null },
        { capacity: 2, description: 'b' },
      ],
    };
    const v3 = { availableCapacities: [{ description: 'b', capacity: 2 }, { capacity: 1 }] };
    assert.equal(compareField(move('capacity.available'), v2, v3).verdict, 'equal');
  });

  it('of no object are none', () => {
    for (const body of ['text', [], { capacity: ['x'] }, { capacity: 'x' }]) {
      assert.equal(compareField(move('capacity.nominal'), body, {}).verdict, 'absent');
    }
  });
});

describe('Charge records of both versions', () => {
  const numberOf = (each: TimedRecord | undefined) => (each ? String(each.fields.n) : '-');
  const starts = (pairs: ReturnType<typeof pairRecords>) =>
    pairs.map(({ v2, v3 }) => `${numberOf(v2)} ${numberOf(v3)}`);
  const at = (n: number, start: string | null) => record({ n }, start);

  it('are paired by their start, else by the closest within a minute, the newest first', () => {
    const v2 = [at(1, '2026-11-01T10:00:00Z'), at(2, '2026-11-02T10:00:00Z'), at(3, '2026-11-03T10:00:00Z')];
    const v3 = [at(4, '2026-11-02T10:00:30Z'), at(5, '2026-11-04T10:00:00Z'), at(6, '2026-11-01T10:00:00Z')];
    assert.deepEqual(starts(pairRecords(v2, v3)), ['- 5', '3 -', '2 4', '1 6']);
  });

  it('prefer the same moment to a close one, and have no pair without a start', () => {
    const v2 = [at(1, '2026-11-01T10:00:00Z'), at(2, null)];
    const v3 = [at(3, '2026-11-01T09:59:30Z'), at(4, '2026-11-01T10:00:00Z'), at(5, null)];
    assert.deepEqual(starts(pairRecords(v2, v3)), ['1 4', '- 3', '2 -', '- 5']);
  });

  const v2Record = { chargeStart: '2026-11-01T10:00:00Z', energy: 20, startPercentRemaining: 0.2, location: 'A' };
  const v3Record = {
    startTime: '2026-11-01T10:00:00Z',
    energyAdded: 21,
    startStateOfCharge: 20,
    location: { name: 'A' },
  };
  const [start] = [v2Record.chargeStart];

  it('say which fields differ or are missing, with both values', () => {
    const v2 = reading('2.0', { records: { value: [record({ ...v2Record, isPublic: true }, start)] } });
    const v3 = reading('3', { records: { value: [record({ ...v3Record, mystery: 1 }, start)] } });
    const { records } = compareVersions(v2, v3);
    assert.deepEqual(
      records.pairs[0]?.different.map(({ id }) => id),
      ['records.energy', 'records.public'],
    );
    assert.deepEqual(records.unknown, { v2: [], v3: ['mystery'] });
    const text = written(v2, v3);
    assert.match(text, /\| `A` \| 2\.0: 20 · 3: 21 \|/);
    assert.doesNotMatch(text, /2\.0: – · 3: –/);
    assert.match(text, /\| 20 % \|/);
    assert.match(text, /\*\*different\*\*: Energy, Public/);
    assert.match(text, /Unknown fields of version 3: `mystery`/);
    const energies = (energy: number, energyAdded: number) =>
      written(
        reading('2.0', { records: { value: [record({ ...v2Record, energy }, start)] } }),
        reading('3', { records: { value: [record({ ...v3Record, energyAdded }, start)] } }),
      );
    assert.match(energies(20.81494140625, 20.81494140625), /\| `A` \| 20\.81 \|/);
    assert.match(energies(20.8149, 20.8151), /2\.0: 20\.81 · 3: 20\.82/);
    assert.match(energies(20.811, 20.812), /2\.0: `20\.811` · 3: `20\.812`/);
    assert.match(text, /`records\[\]\.startPercentRemaining` \| `0\.2` \| `values\[\]\.startStateOfCharge` \| `20`/);
  });
});

describe('A comparison as Markdown', () => {
  it('says what to do where one version gives no access, and shows the other', () => {
    const missing = { message: 'Nobody is connected.', nextStep: 'Connect the owner.' };
    const { sides } = compareVersions(reading('2.0'), { missing });
    assert.deepEqual(sides.v3, { missing });
    const text = comparisonMarkdown(compareVersions(reading('2.0'), { missing }), options);
    assert.match(text, /^# BMW i4 \(2024\): version 2\.0 and version 3$/m);
    assert.match(text, /^> \*\*Version 3:\*\* Nobody is connected\. Connect the owner\.$/m);
    assert.match(text, /\| `capacity\.nominal` \| `80\.7` \| `capacity` \| – \|/);
    const other = comparisonMarkdown(compareVersions({ missing }, reading('3')), options);
    assert.match(other, /^# BMW i4 \(2024\)/m);
    assert.match(other, /^> \*\*Version 2\.0:\*\* Nobody is connected/m);
  });

  it('shows texts of others as they read: no link, picture, mark or cell of their own', () => {
    const hostile = '![x](https://evil.example/a.png) | **b** `c` <img src=x> $a$\n# d \u202e';
    const attributes = { make: hostile, model: '[m](https://evil.example)', year: 2024 };
    const fields = { chargeStart: '2026-11-01T10:00:00Z', location: hostile, [hostile]: 1 };
    const text = written(
      reading('2.0', {
        vehicle: { value: attributes },
        account: { id: 'o', label: hostile },
        capacity: { failure: { message: hostile, nextStep: 'https://evil.example/b' } },
        records: { value: [record(fields, '2026-11-01T10:00:00Z')] },
      }),
      reading('3'),
    );
    // Outside of code nothing of it is left that is not escaped.
    const outside = text.replace(/`[^`\n]*`/g, '');
    assert.doesNotMatch(outside, /(?<!\\)!\[|(?<!\\)\]\(|(?<!\\)<|evil\.example|\u202e|(?<!\\)\$/);
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    const cells = (line: string) => line.replaceAll(/\\\|/g, '').split('|').length;
    for (const [index, line] of rows.entries()) {
      const isDelimiter = line.startsWith('| ---');
      if (isDelimiter) assert.equal(cells(line), cells(rows[index - 1] ?? ''), line);
      else if (rows[index - 1]?.startsWith('| ---')) assert.equal(cells(line), cells(rows[index - 1] ?? ''), line);
    }
  });
});
