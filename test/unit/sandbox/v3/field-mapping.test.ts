import assert from 'node:assert/strict';
import type { FieldMapping } from '../../../../src/service/field-mapping/field-mapping.ts';
import { fieldMappings } from '../../../../src/service/field-mapping/field-mappings.ts';
import { Version3Client } from './client.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A value of the field `a.b`; undefined where there is none. */
function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => (found as Fields | null | undefined)?.[name], body);
}

/** Names below a list that moved from one to the other, or of the body itself. */
function moved(area: FieldMapping['area'], before: string, after: string) {
  return fieldMappings.flatMap((move) => {
    const [v2, v3] = [move.v2?.field, move.v3?.field];
    if (move.area !== area || !v2?.startsWith(before) || !v3?.startsWith(after)) return [];
    const names = [v2.slice(before.length), v3.slice(after.length)].map((name) => name.replace('[]', '')) as [
      string,
      string,
    ];
    return names.every(Boolean) ? [{ move, v2: names[0], v3: names[1] }] : [];
  });
}

/** The value as the other version writes it; undefined where the table says that it has another meaning there. */
function converted(move: FieldMapping, value: unknown, to: 'v2' | 'v3'): unknown {
  const { changes = [] } = move;
  if (changes.includes('scale')) return to === 'v3' ? Math.round(Number(value) * 1e8) / 1e6 : Number(value) / 100;
  if (changes.includes('text-to-object')) return to === 'v3' ? { address: value } : valueAt(value, 'address');
  return changes.includes('meaning-differs') ? undefined : value;
}

const recordMoves = moved('charge-records', 'records[].', 'values[].');
const capacityMoves = moved('capacity', '', '');

async function bodiesOf(client: Version3Client, vehicle: number) {
  const { make } = (await (await client.version2('', vehicle)).json()) as { make: string };
  const json = async (answer: Response) => (await answer.json()) as Fields;
  const signal = async (code: string) => {
    const answer = await json(await client.signal(code, vehicle));
    return valueAt(answer, 'data.attributes.body') as Fields | undefined;
  };
  return {
    records: (await json(await client.version2(`/${make.toLowerCase()}/charge/records`, vehicle))).records as
      readonly Fields[] | undefined,
    values: (await signal('charge-chargerecords'))?.values as readonly Fields[],
    capacity: await json(await client.version2('/battery/nominal_capacity', vehicle)),
    capacityBody: await signal('tractionbattery-nominalcapacity'),
  };
}

describe('The field mapping, on the sandbox', () => {
  for (let seed = 1; seed <= 20; seed++) {
    it(`leads from version 2.0 to version 3 and back (seed ${seed})`, async () => {
      const client = await Version3Client.start({ seed, v3Variant: 'newer,undetermined=null' });
      try {
        for (let vehicle = 0; vehicle < client.vehicleIds.length; vehicle++) {
          const { records, values, capacity, capacityBody } = await bodiesOf(client, vehicle);
          if (capacityBody) {
            for (const { move, v2, v3 } of capacityMoves) {
              const before = valueAt(capacity, v2) ?? undefined;
              assert.deepEqual(valueAt(capacityBody, v3) ?? undefined, before, move.id);
            }
          } else assert.equal(capacity.code, 'VEHICLE_NOT_CAPABLE');
          if (!records) continue;
          const ended = values.filter(({ endTime }) => endTime !== undefined);
          assert.ok(records.length > 0);
          assert.equal(ended.length, records.length);
          for (const [index, record] of records.entries()) {
            const value = ended[index] ?? {};
            for (const { move, v2, v3 } of recordMoves) {
              const after = converted(move, record[v2], 'v3');
              if (after === undefined || value[v3] === undefined) continue;
              if (typeof after === 'object')
                assert.equal(valueAt(value[v3], 'address'), valueAt(after, 'address'), move.id);
              else assert.equal(value[v3], after, move.id);
            }
            const back = recordMoves.flatMap(({ move, v2, v3 }) => {
              const before = converted(move, value[v3], 'v2');
              return before === undefined ? [] : [[v2, before]];
            });
            assert.deepEqual(Object.fromEntries(back), record);
          }
        }
      } finally {
        await client.close();
      }
    });
  }
});
