import assert from 'node:assert/strict';
import { checkFolder } from '../../../src/check/folder/check-folder.ts';
import { freshFolder } from '../../tools/lib/paths.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Version3Client } from '../sandbox/v3/client.ts';
import { withFixes } from './with-fixes.ts';

const head = `const data = 'https://api.smartcar.com/v2.0';\nconst from = '/charge/records';\n`;
type Program = (read: (address: string) => Promise<unknown>, charges: unknown, id: string) => unknown;

/**
 * Programs of version 2.0, as the body of a function. A person does what no fix does: `read` takes what version 3 wraps
 * out of its wrapping, and `charges` are the records of both versions.
 */
const programs: readonly string[] = [
  // Each fix that there is.
  'return charges.map((r) => [r.chargeStart, r.chargeEnd]);',
  "return charges.map((r) => [r['chargeStart'], r['chargeEnd']]);",
  'return charges.map(({ chargeStart, chargeEnd: end }) => [chargeStart, end]);',
  'return charges.map((r) => { const { chargeStart } = r; return chargeStart.slice(0, 10); });',
  'return charges.map((r) => Math.round(r.startPercentRemaining * 100));',
  'return charges.map((r) => `${Math.round(r.endPercentRemaining*100)} %`);',
  'return charges.map((r) => Math.round(r.endPercentRemaining * 100 - r.startPercentRemaining * 100));',
  'return charges.map((r, i) => Math.round(charges[i].startPercentRemaining * 100));',
  'return (await read(`${data}/vehicles/${id}/battery/nominal_capacity`)).capacity.nominal;',
  'return (await read(`https://api.smartcar.com/v2.0/vehicles/${id}/battery/nominal_capacity`)).capacity?.nominal;',
  // Where a fix would make another program of it.
  'return charges.map((r) => Math.round(100 * r.startPercentRemaining));',
  'return charges.map((r) => Math.round((r.endPercentRemaining - r.startPercentRemaining) * 100));',
  'return charges.map((r) => Math.round(50 / r.startPercentRemaining * 100));',
  'return charges.map((r) => Math.round(r.startPercentRemaining * 100 / r.endPercentRemaining));',
  'return charges.map((r) => Math.round(r.startPercentRemaining * 100 ** 1));',
  'return charges.map((r) => r.startPercentRemaining < 0.5);',
  'return charges.map(({ startPercentRemaining }) => Math.round(startPercentRemaining * 100));',
  'return charges.map(({ startPercentRemaining: level }) => Math.round(level * 100));',
  'const rows = charges.map((r) => ({ chargeStart: r.chargeStart })); return rows.map((row) => row.chargeStart);',
  'return charges.map(({ chargeStart }) => ({ chargeStart })).map((row) => row.chargeStart);',
  "return charges.map((r) => ['chargeStart', 'chargeEnd'].map((name) => r[name]));",
  'for (const r of charges) r.chargeStart = r.chargeStart.slice(0, 10); return charges.map((r) => r.chargeStart);',
  'const capacity = { nominal: 7 }; return capacity.nominal + (await read(`${data}/vehicles/${id}/battery/nominal_capacity`)).capacity.nominal;',
];

const bodyOf = (text: string): Program =>
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  new Function('read', 'charges', 'id', `return (async () => {\n${text}\n})()`) as Program;

describe('A program with the fixes of the migration check', () => {
  let both: Version3Client;
  /** A vehicle with a capacity and records by both versions, and what each says of its charges. */
  let id: string;
  let charges: { readonly older: object[]; readonly newer: object[] };

  before(async () => {
    both = await Version3Client.start();
    for (id of both.vehicleIds) {
      const [capacity, records] = [await older(`/vehicles/${id}/battery/nominal_capacity`), await recordsOf(id)];
      if ((capacity as { capacity?: object }).capacity && records.older.length > 3) {
        charges = records;
        return;
      }
    }
    assert.fail('no vehicle has both');
  });
  after(() => both.client.close());

  async function older(path: string): Promise<unknown> {
    return (await both.client.get(`/v2.0${path}`, both.accessToken)).json();
  }
  async function newer(path: string): Promise<unknown> {
    const answer = (await (await both.get(path)).json()) as { data?: Wrapped } & Wrapped;
    return (answer.data ?? answer).attributes?.body ?? {};
  }
  /** Of those days that both tell of, and only what has ended. */
  async function recordsOf(vehicle: string) {
    const { make = '' } = (await older(`/vehicles/${vehicle}`)) as { make?: string };
    const ofV2 = (await older(`/vehicles/${vehicle}/${make.toLowerCase()}/charge/records`)) as {
      records?: { chargeStart: string }[];
    };
    const ofV3 = (await newer(`/vehicles/${vehicle}/signals/charge-chargerecords`)) as {
      values?: { startTime: string }[];
    };
    const starts = new Map(ofV3.values?.map((record) => [Date.parse(record.startTime), record]));
    const records = ofV2.records?.filter(({ chargeStart }) => starts.has(Date.parse(chargeStart))) ?? [];
    return { older: records, newer: records.map(({ chargeStart }) => starts.get(Date.parse(chargeStart)) ?? {}) };
  }

  const runs = (text: string, version: 'older' | 'newer') => {
    const read = (address: string) => {
      const [, host, path = ''] = /^https:\/\/([^/]+)\/v(?:2\.0|3)(\/.+)$/.exec(address) ?? [];
      return host === 'api.smartcar.com' ? older(path) : newer(path);
    };
    return bodyOf(text)(read, structuredClone(charges[version]), id);
  };

  async function checked(text: string) {
    const folder = await freshFolder('unit-migration-fixes-run');
    writeFileSync(join(folder, 'client.js'), text);
    return checkFolder(folder).files[0]?.findings ?? [];
  }

  for (const program of programs) {
    it(`says the same by version 3, or is not said to be done: ${program}`, async () => {
      const text = head + program;
      const before = await runs(text, 'older');
      assert.doesNotMatch(JSON.stringify(before), /null|NaN|undefined/);
      const findings = await checked(text);
      const after = withFixes(text, findings);
      const left = (await checked(after)).filter(({ start }) => start >= head.length);
      // What is left is told; a program of which nothing is told does what it did.
      if (left.length === 0) assert.deepEqual(await runs(after, 'newer'), before);
      else
        assert.ok(
          left.some(({ kind }) => kind === 'scale' || kind === 'moved-field'),
          JSON.stringify(left),
        );
    });
  }

  it('has the fixes, and not only findings', async () => {
    const done = [];
    for (const program of programs) {
      const text = head + program;
      const after = withFixes(text, await checked(text));
      if (!(await checked(after)).some(({ start }) => start >= head.length)) done.push(program);
    }
    assert.deepEqual(done, programs.slice(0, 10));
  });

  it('is told that answers are wrapped, where only the path has moved', async () => {
    const text =
      head + 'const { capacity } = await (await fetch(`${data}/vehicles/${id}/battery/nominal_capacity`)).json();';
    const after = withFixes(text, await checked(text));
    assert.match(after, /signals\/tractionbattery-nominalcapacity/);
    const left = async (more: string) => (await checked(after + more)).map(({ instead }) => instead);
    assert.ok((await left('')).includes('attributes.body'));
    assert.ok(!(await left('\nconst { body } = answer.attributes;')).includes('attributes.body'));
  });

  it('is told what is left of the factor by names of version 3', async () => {
    const v3 =
      "const data = 'https://vehicle.api.smartcar.com/v3'; // attributes\nconst path = '/signals/charge-chargelimits set-limit';\n";
    for (const [line, finds] of [
      ['return Math.round(r.startStateOfCharge * 100);', true],
      ['return Math.round(100 * r.endStateOfCharge);', true],
      ["return round(r['endStateOfCharge'] * 100);", true],
      ['return (r.startStateOfCharge ?? 0) * 100;', true],
      ['const level = r.startStateOfCharge;\nreturn level * 100;', true],
      ['const { startStateOfCharge: level } = r;\nreturn level * 100;', true],
      ['return r.endStateOfCharge >= 0.8;', true],
      ['return r.endStateOfCharge >= target / 100;', true],
      ['return limit * 100;', true],
      ['return { percent: limit / 100 };', true],
      ['return { percent: 0.8 };', true],
      ['return r.startStateOfCharge;', false],
      ['return r.startStateOfCharge / 100;', false],
      ['return r.startStateOfCharge * 1000;', false],
      ['return r.endStateOfCharge >= 80;', false],
      ['return { percent: 80 };', false],
      ['return [limit, 100];', false],
    ] as const) {
      const findings = (await checked(v3 + line)).filter(({ start }) => start >= v3.length);
      assert.deepEqual(
        findings.map(({ kind }) => kind),
        finds ? ['scale'] : [],
        line,
      );
      assert.ok(findings.every(({ fix }) => fix === undefined));
    }
  });
});

interface Wrapped {
  readonly attributes?: { readonly body?: object };
}
