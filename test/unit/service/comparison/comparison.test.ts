import assert from 'node:assert/strict';
import { compareVersions } from '../../../../src/service/comparison/compare-versions.ts';
import { comparisonMarkdown } from '../../../../src/service/comparison/comparison-markdown.ts';
import { verdictSentence } from '../../../../src/service/comparison/field-lines.ts';
import type { VersionReading } from '../../../../src/service/comparison/read-version.ts';
import { fullForm } from '../../../../src/service/records/wire-format.ts';
import { record } from '../records/record-bodies.ts';
import { rowsOf } from './rows.ts';

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

const options = { vehicleId: 'vehicle-1', startDate: '2026-10-27', language: 'en', readAt: Date.UTC(2026, 10, 26, 3) };
const written = (v2: VersionReading, v3: VersionReading) => comparisonMarkdown(compareVersions(v2, v3), options);

describe('Charge records of both versions', () => {
  const v2Record = record({ chargeStart: '2026-11-01T10:00:00Z', chargeEnd: '2026-11-01T12:00:00Z', location: 'A' });
  const v3Record = {
    ...{ startTime: v2Record.chargeStart, endTime: v2Record.chargeEnd, energyAdded: 34.5, startStateOfCharge: 25 },
    ...{ endStateOfCharge: 75, isPublicCharger: true, connectorType: 'CCS', location: { name: 'A' } },
  };
  const both = async (v2: object, v3: object) =>
    [
      reading('2.0', { records: { value: await rowsOf([{ ...v2Record, ...v2 }]) } }),
      reading('3', { records: { value: await rowsOf([{ ...v3Record, ...v3 }], fullForm) } }),
    ] as const;

  it('say which fields differ or are missing, with both values', async () => {
    const sides = await both(
      { energy: 20, isPublic: true },
      { energyAdded: 21, isPublicCharger: undefined, mystery: 1 },
    );
    const { records } = compareVersions(...sides);
    assert.deepEqual(records.pairs[0]?.different, ['energy', 'isPublic']);
    assert.deepEqual(
      records.renamed.map(({ from, to }) => [from, to]),
      [['DC', 'CCS']],
      'kinds of charging are not those of connectors',
    );
    assert.deepEqual(records.unknown, { v2: [], v3: ['mystery'] });
    const text = written(...sides);
    assert.match(text, /^\*\*Version 3 names .* \(DC → CCS\) in 1 of 1; 1 charge differs\.\*\*$/m);
    assert.match(text, /\| `energy`: `20` → `21`, `isPublic`: `true` → – \| 2026-11-01 10:00 \|/);
    assert.match(text, /Unknown fields of version 3: `mystery`/);
    assert.match(text, /\| 0 of 1 equal \| `records\[\]\.energy` \| `20` \| `values\[\]\.energyAdded` \| `21` \|/);
    assert.match(text, /The same in both:.*`records\[\]\.startPercentRemaining` → `values\[\]\.startStateOfCharge`/);
  });

  it('are equal if a value has only changed its words', async () => {
    const sides = await both({}, {});
    const { records } = compareVersions(...sides);
    assert.equal(records.fields.find(({ field }) => field === 'chargingType')?.verdict, 'other-meaning');
    const text = written(...sides);
    assert.match(text, /\| different meaning \| `records.*` \| `DC` \| `values\[\]\.connectorType` \| `CCS` \|/);
    assert.match(text, /^Equal charges: 1$/m);
    assert.doesNotMatch(text, /2026-11-01 10:00/);
    const same = compareVersions(...(await both({}, { connectorType: undefined, chargingType: 'DC' })));
    assert.deepEqual([same.records.pairs[0]?.different, same.records.renamed], [[], []]);
    assert.match(written(...(await both({}, { connectorType: undefined, chargingType: 'DC' }))), /^Equal charges: 1$/m);
  });

  const days = [1, 2, 3].map((day) => ({ ...v2Record, chargeStart: `2026-11-0${day}T10:00:00Z` }));
  const newer = (record: object) => ({ ...v3Record, startTime: (record as typeof v2Record).chargeStart });
  for (const [what, v2, v3, sentence] of [
    [
      'types that all have other names',
      days,
      days.map(newer),
      'Version 3 names connector types (DC → CCS) in all 3; no other difference.',
    ],
    [
      'types that some have other names for, by their names',
      days.map((each, at) => ({ ...each, chargingType: at === 0 ? 'AC' : 'CCS' })),
      days.map((each, at) => ({ ...newer(each), connectorType: at === 0 ? 'TYPE_2' : 'CCS' })),
      'Version 3 names connector types (AC → Type 2) in 1 of 3; no other difference.',
    ],
    ['a type that one lacks', days, days.map((each) => ({ ...newer(each), connectorType: null })), '3 charges differ.'],
    [
      'a charge that one lacks',
      days,
      days.slice(1).map((each) => ({ ...newer(each), connectorType: 'DC' })),
      'Charges only in version 2.0: 1.',
    ],
    ['nothing', [], [], 'No difference.'],
  ] as const) {
    it(`say in one sentence that they differ in ${what}`, async () => {
      const found = compareVersions(
        reading('2.0', { records: { value: await rowsOf([...v2]) } }),
        reading('3', { records: { value: await rowsOf([...v3], fullForm) } }),
      );
      assert.equal(verdictSentence(found), sentence);
    });
  }
});

describe('A comparison as Markdown', () => {
  it('says what to do where one version gives no access, and shows the other', () => {
    const missing = { message: 'Nobody is connected.', nextStep: 'Connect the owner.' };
    const { sides } = compareVersions(reading('2.0'), { missing });
    assert.deepEqual(sides.v3, { missing });
    const text = comparisonMarkdown(compareVersions(reading('2.0'), { missing }), options);
    assert.match(text, /^# BMW i4 \(2024\): version 2\.0 and version 3$/m);
    assert.match(text, /^- \*\*Version 3:\*\* Nobody is connected\. Connect the owner\.$/m);
    assert.match(text, /\| `capacity\.nominal` \| `80\.7` \| `capacity` \| – \|/);
    const other = comparisonMarkdown(compareVersions({ missing }, reading('3')), options);
    assert.match(other, /^# BMW i4 \(2024\)/m);
    assert.match(other, /^- \*\*Version 2\.0:\*\* Nobody is connected/m);
  });

  it('shows texts of others as they read: no link, picture, mark or cell of their own', async () => {
    const hostile = '![x](https://evil.example/a.png) | **b** `c` <img src=x> $a$\n# d \u202e';
    const attributes = { make: hostile, model: '[m](https://evil.example)', year: 2024 };
    const fields = { chargeStart: '2026-11-01T10:00:00Z', location: hostile, [hostile]: 1 };
    const rows2 = await rowsOf([fields]);
    const rows3 = await rowsOf([{ startTime: fields.chargeStart, location: { name: `${hostile}!` } }], fullForm);
    const text = written(
      reading('2.0', {
        vehicle: { value: attributes },
        account: { id: 'o', label: hostile },
        capacity: { failure: { message: hostile, nextStep: 'https://evil.example/b' } },
        records: { value: rows2 },
      }),
      reading('3', { records: { value: rows3 } }),
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
