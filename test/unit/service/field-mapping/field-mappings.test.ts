import assert from 'node:assert/strict';
import * as z from 'zod';
import { batteryCapacity, chargeRecord, chargeRecordsQuery } from '../../../../src/service/v2/contract.ts';
import { chargeForm, modelForm } from '../../../../src/service/records/wire-format.ts';
import { capacityBody, chargeValue } from '../../../../src/service/v3/contract.ts';
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
});
