import assert from 'node:assert/strict';
import * as z from 'zod';
import { batteryCapacity, chargeRecord, chargeRecordsQuery } from '../../../../src/service/v2/contract.ts';
import { chargeForm, modelForm } from '../../../../src/service/records/wire-format.ts';
import { capacityBody, chargeValue, signalCodes } from '../../../../src/service/v3/contract.ts';
import { readCapacity } from '../../../../src/service/v3/read-signal.ts';
import { publicHosts as hosts } from '../../../../src/service/model/public-hosts.ts';
import { fieldMappings } from '../../../../src/service/field-mapping/field-mappings.ts';

/** First names of the fields that the table knows in an area of version 2.0. */
function fieldsOf(area: string, prefix: string): Set<string> {
  const fields = fieldMappings.filter((mapping) => mapping.area === area).map(({ v2 }) => v2?.field ?? '');
  return new Set(fields.filter((field) => field.startsWith(prefix)).map((field) => field.slice(prefix.length)));
}

/** Where the values are that a schema knows, such as `cost.currency`. */
function pathsIn(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return pathsIn(schema.unwrap() as z.ZodType);
  if (!(schema instanceof z.ZodObject)) return [''];
  return Object.entries(schema.shape as z.ZodRawShape).flatMap(([name, member]) =>
    pathsIn(member as z.ZodType).map((path) => (path === '' ? name : `${name}.${path}`)),
  );
}

describe('the field mapping', () => {
  it('tells each mapping once, with a place on at least one side', () => {
    assert.equal(new Set(fieldMappings.map(({ id }) => id)).size, fieldMappings.length);
    for (const { id, v2, v3 } of fieldMappings) assert.ok(v2 ?? v3, id);
    assert.equal(new Set(fieldMappings.map(({ v2, v3 }) => JSON.stringify([v2, v3]))).size, fieldMappings.length);
  });

  it('knows every field of a charge record of version 2.0, and every parameter', () => {
    const fields = fieldsOf('charge-records', 'records[].');
    for (const name of Object.keys(chargeRecord.shape)) assert.ok(fields.has(name), name);
    const parameters = fieldsOf('charge-records', '');
    for (const name of Object.keys(chargeRecordsQuery.shape)) assert.ok(parameters.has(name), name);
  });

  it('knows every field of the capacity of version 2.0', () => {
    const fields = [...fieldsOf('capacity', '')].map((field) => field.replace(/\W.*/, ''));
    for (const name of Object.keys(batteryCapacity.shape)) assert.ok(fields.includes(name), name);
  });

  it('leads to fields that version 3 has, and to all of them', () => {
    for (const [area, shape] of [
      ['capacity', capacityBody.shape],
      ['charge-records', chargeValue.shape],
    ] as const) {
      const targets = fieldMappings.flatMap((mapping) =>
        mapping.area === area && mapping.v3?.field ? [mapping.v3.field] : [],
      );
      const names = targets.map((field) => field.replace(/^values\[\]\.?/, '').replace(/\W.*/, ''));
      assert.deepEqual([...new Set(names)].filter(Boolean).sort(), Object.keys(shape).sort(), area);
    }
  });

  /** Where version 3 has a field of version 2.0, by the first mapping that is official. */
  const placeOf = (area: string, field: string) =>
    fieldMappings.find(({ area: at, v2, v3, grade }) => at === area && v2?.field === field && v3 && grade === 'A')?.v3;

  for (const [version, form, contract] of [
    ['2.0', modelForm, chargeRecord],
    ['3', chargeForm, chargeValue],
  ] as const) {
    it(`leads the client to each value of a charge record of version ${version}, and to no other`, () => {
      const read = Object.values(form.paths).flatMap((paths) => paths.map((path) => path.join('.')));
      assert.deepEqual(read.sort(), pathsIn(contract).sort());
    });
  }

  it('has the list and the scale by which the client reads charge records of version 3', () => {
    const list = placeOf('charge-records', 'records[]')?.field;
    for (const path of chargeForm.lists) assert.equal(`${path.at(-1)}[]`, list);
    for (const side of ['start', 'end']) {
      const place = placeOf('charge-records', `records[].${side}PercentRemaining`);
      assert.equal(place?.scale, `0-${chargeForm.full}`);
    }
  });

  it('has what the client reads of version 3: the capacity', () => {
    const nameOf = (field: string) => placeOf('capacity', field)?.field?.replace('[]', '') ?? '';
    const body = {
      [nameOf('capacity.nominal')]: 73.5,
      [nameOf('capacity.source')]: 'USER_SELECTED',
      [nameOf('availableCapacities[]')]: [{ capacity: 80.9, description: null }],
    };
    const candidates = [{ capacity: 80.9, description: null }];
    assert.deepEqual(readCapacity(body), { case: 'selected', nominal: 73.5, candidates, selectUrl: null });
    const unit = fieldMappings.find(({ id }) => id === 'capacity.unit')?.v3;
    assert.ok('problems' in readCapacity({ ...body, [unit?.field ?? '']: 'miles' }));
    assert.ok(!('problems' in readCapacity({ ...body, [unit?.field ?? '']: unit?.unit ?? '' })));
  });

  it('says that levels change from fractions to percent wherever a scale does', () => {
    const scaled = fieldMappings.filter(({ v2, v3 }) => v2?.scale ?? v3?.scale);
    assert.ok(scaled.length >= 5);
    for (const { id, v2, v3, changes } of scaled) {
      assert.deepEqual([v2?.scale, v3?.scale, changes?.includes('scale')], ['0-1', '0-100', true], id);
    }
  });

  it('takes signals by their code alone, each on the path of signals', () => {
    for (const { id, v3 } of fieldMappings) {
      if (v3?.signal === undefined) continue;
      assert.match(v3.signal, /^[a-z]+-[a-z]+$/, id);
      assert.equal(v3.path, `/vehicles/{id}/signals/${v3.signal}`, id);
    }
    const known = (['capacity', 'charge-records'] as const).map(
      (area) => new Set(fieldMappings.flatMap((mapping) => (mapping.area === area ? (mapping.v3?.signal ?? []) : []))),
    );
    assert.deepEqual(known, [new Set([signalCodes.capacity]), new Set([signalCodes.chargeRecords])]);
  });

  it('keeps the make, the dates and the refresh token out of version 3', () => {
    for (const { id, v3 } of fieldMappings)
      assert.doesNotMatch(`${v3?.path} ${v3?.field}`, /\{make\}|Date\b|refresh/, id);
    const gone = fieldMappings.filter(({ v3 }) => v3 === undefined).map(({ id }) => id);
    for (const id of ['token.refresh', 'records.startDate', 'records.endDate', 'capacity.url', 'vehicles.batch']) {
      assert.ok(gone.includes(id), id);
    }
  });

  it('has no host in common between the versions', () => {
    const newer: readonly string[] = Object.values(hosts.v3);
    assert.ok(Object.values(hosts.v2).every((host) => !newer.includes(host)));
  });
});
