import assert from 'node:assert/strict';
import { jsonSchemas } from '../../../../src/service/v2/json-schemas.ts';

interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

const schemas = jsonSchemas() as Readonly<Record<string, Schema>>;

/** All fields below a schema, as `capacity.nominal`. */
function fieldsOf({ properties = {}, items, anyOf = [] }: Schema): [path: string, field: Schema][] {
  const own = Object.entries(properties).flatMap(([name, field]): [string, Schema][] => [
    [name, field],
    ...fieldsOf(field).map(([path, each]): [string, Schema] => [`${name}.${path}`, each]),
  ]);
  return [...own, ...[...(items ? [items] : []), ...anyOf].flatMap(fieldsOf)];
}

describe('the JSON schemas behind raw JSON', () => {
  for (const [file, schema] of Object.entries(schemas)) {
    it(`explain every field of ${file}`, () => {
      assert.ok(schema.title);
      const silent = fieldsOf(schema).filter(([, { description }]) => !description?.endsWith('.'));
      assert.deepEqual(silent, []);
      assert.ok(fieldsOf(schema).length >= 2);
    });
  }

  it('say units where they are known, and who says so', () => {
    const all = new Map(Object.values(schemas).flatMap(fieldsOf));
    for (const path of ['records.energy', 'capacity.nominal', 'availableCapacities.capacity']) {
      assert.match(all.get(path)?.description ?? '', /public documentation says kWh/, path);
    }
    assert.match(all.get('records.startPercentRemaining')?.description ?? '', /fraction of full charge/);
  });
});
