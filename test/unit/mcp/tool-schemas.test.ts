import assert from 'node:assert/strict';
import { growsWithSize } from '../../tools/lib/growth.ts';
import * as z from 'zod';
import { type JsonSchema, readInput } from '../../../src/mcp/client-schema.ts';
import { connectedAgent } from './agent.ts';

/** Of JSON Schema, what the strict modes of Gemini and of OpenAI have in common. */
const keywords = ['type', 'description', 'properties', 'required', 'items', 'enum', 'minimum', 'maximum'];
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean'];
const mostBytes = 19_000;

/** Where a schema leaves the subset. */
function outsideSubset(schema: JsonSchema, at = ''): string[] {
  const { type, properties = {}, items, enum: values, required = [] } = schema;
  const known = type === 'object' ? [...keywords, 'additionalProperties'] : keywords;
  return [
    ...Object.keys(schema)
      .filter((key) => !known.includes(key))
      .map((key) => `${at}: ${key}`),
    ...(typeof type === 'string' && types.includes(type) ? [] : [`${at}: type ${JSON.stringify(type)}`]),
    ...(type === 'object' && schema.additionalProperties !== false ? [`${at}: open`] : []),
    ...(type === 'array' && !items ? [`${at}: items of any type`] : []),
    ...(values?.every((each) => typeof each === 'string') === false ? [`${at}: enum of no strings`] : []),
    ...required.filter((name) => !(name in properties)).map((name) => `${at}: requires ${name}`),
    ...Object.entries(properties).flatMap(([name, each]) => outsideSubset(each, `${at}.${name}`)),
    ...(items ? outsideSubset(items, `${at}[]`) : []),
  ];
}

describe('the tools for agents, as models get them', () => {
  const { client, call } = connectedAgent();

  it('take what every model can give: no keyword that a strict mode refuses', async () => {
    const { tools } = await client().listTools();
    assert.ok(tools.length > 14);
    assert.deepEqual(
      tools.flatMap(({ name, inputSchema }) => outsideSubset(inputSchema as JsonSchema, name)),
      [],
    );
  });

  it('cost little: the whole list has less than 19 kB, and each says what it takes and gives', async () => {
    const list = await client().listTools();
    assert.ok(Buffer.byteLength(JSON.stringify(list)) < mostBytes, `${Buffer.byteLength(JSON.stringify(list))} bytes`);
    for (const { name, description, outputSchema } of list.tools) {
      assert.ok(description && Object.keys(propertiesOf(outputSchema)).length > 0, name);
    }
    const clock = list.tools.find(({ name }) => name === 'sandbox_set_clock')?.inputSchema.properties;
    assert.match(JSON.stringify(clock), /ISO 8601/);
    const records = list.tools.find(({ name }) => name === 'get_charge_records')?.inputSchema.properties;
    assert.match(JSON.stringify(records), /YYYY-MM-DD.*Default 20/);
  });

  it('take a value in another type where just one reading fits', async () => {
    const start = await call('list_vehicles', { version: 3, offset: '1' });
    assert.equal((start.vehicles as unknown[]).length, Number(start.total) - 1);
    const [vehicle] = start.vehicles as { id: string }[];
    await call('sandbox_set_subscription', { subscribed: 'true' });
    const { records } = await call('get_charge_records', {
      vehicleId: vehicle?.id,
      limit: '2',
      version: 2,
      account: null,
    });
    assert.equal((records as unknown[]).length <= 2, true);
    const { id, ...fault } = await call('sandbox_add_fault', {
      ...{
        operation: 'user',
        times: '3',
        status: '503',
        headers: 'Retry-After: 5\r\nX-Why: a: b',
        body: 'out',
        html: null,
      },
    });
    assert.deepEqual(fault, {
      ...{ operation: 'user', left: 3, status: 503, headers: { 'Retry-After': '5', 'X-Why': 'a: b' }, body: 'out' },
      ...{ times: 3, when: 'before' },
    });
    assert.equal(typeof id, 'number');
    const { left } = await call('sandbox_add_fault', { operation: 'user', times: 'always', drop: 'True' });
    assert.equal(left, 'always');
    const error = '{"type":"RATE_LIMIT","retryAfter":"30"}';
    assert.deepEqual((await call('sandbox_add_fault', { operation: 'user', error, drop: false })).error, {
      ...{ type: 'RATE_LIMIT', retryAfter: 30 },
    });
    await call('sandbox_clear_faults', {});
    await call('sandbox_set_clock', { advance: '60' });
    const { now } = await call('sandbox_set_clock', { set: '4102444800' });
    assert.match(String(now), /^2100-01-01T00:00/);
  });
});

describe('the schema of what a tool takes', () => {
  it('is only a form: what is ambiguous, or fits in no reading, is refused as it came', () => {
    const schema = z.strictObject({
      on: z.boolean().optional(),
      count: z.number().int().min(0).max(9).optional(),
      version: z.enum(['2.0', '3']).optional(),
      id: z.string().min(1).optional(),
      drop: z.literal(true).optional(),
    });
    for (const given of [
      { on: 'yes' },
      { on: 1 },
      { on: '' },
      { count: '1.5' },
      { count: '0x5' },
      { count: '10' },
      { count: true },
      { count: ['5'] },
      { version: 4 },
      { version: 'v3' },
      { id: '' },
      { id: {} },
      { drop: 'no' },
      { other: null },
      { ['__proto__x']: '1' },
      [],
      'text',
    ]) {
      assert.equal(readInput(schema, given).success, false, JSON.stringify(given));
    }
    const { error } = readInput(schema, { count: '10', on: 'true' });
    assert.match(z.prettifyError(error ?? assert.fail()), /count/);
    assert.deepEqual(readInput(schema, { on: ' FALSE ', count: 5, version: 2, id: 12, drop: false }).data, {
      ...{ on: false, count: 5, version: '2.0', id: '12' },
    });
    assert.deepEqual(readInput(schema, undefined).data, {});
  });

  it('is read in a time that grows with its text', async () => {
    const schema = z.strictObject({
      vehicleId: z.string().max(200),
      headers: z.record(z.string(), z.string()).optional(),
    });
    await growsWithSize(
      [62_500, 1_000_000],
      (length) => [' ', 'a: ', '[', '9', '\n'].map((piece) => piece.repeat(length / piece.length)),
      (texts) => {
        for (const hostile of texts) {
          assert.equal(readInput(schema, { vehicleId: hostile, headers: hostile.padStart(3, ':') }).success, false);
        }
      },
    );
  });
});

function propertiesOf(schema: object | undefined): object {
  return (schema as { properties?: object } | undefined)?.properties ?? {};
}
