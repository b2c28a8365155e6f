import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ErrorKind } from '../../../../src/service/model/errors.ts';
import { environmentAt, vehicleDataOf } from '../vehicle-data.ts';
import { closeServers, reply, serve } from '../http/loopback.ts';
import { reportOf } from './column-rows.ts';
import { type Outcome, readAll, record } from './record-bodies.ts';

/** Of each problem its row, its field, its reason, and the value that came. */
function problemsOf(batches: Outcome['batches']) {
  return reportOf(batches.map(({ columns }) => columns)).problems;
}

/** Asks a service that answers so for charge records, over real HTTP, and reads them to the end. */
async function read(listener: RequestListener): Promise<Outcome> {
  const baseUrl = await serve(listener);
  const data = vehicleDataOf(environmentAt(baseUrl));
  async function* records() {
    yield* (await data.chargeRecords({ vehicleId: '36ab27d0', make: 'bmw' })).body;
  }
  return readAll(records());
}

function kindOf(error: unknown): ErrorKind | undefined {
  return (error as { kind?: ErrorKind } | undefined)?.kind;
}

const one = JSON.stringify(record());
const json = { 'content-type': 'application/json' };

/** Sends the head and a part of the body, then drops the connection. */
function cutOff(head: Record<string, string>, part: string): RequestListener {
  return (_request, response: ServerResponse) => {
    response.writeHead(200, { ...json, ...head });
    response.write(part, () => response.destroy());
  };
}

/** `{"records":["` and then `x` for as long as the client reads. */
const endless: RequestListener = (_request, response) => {
  response.writeHead(200, json);
  response.write('{"records":[' + one + ',"');
  const more = Buffer.alloc(1 << 16, 'x');
  const go = () => {
    while (response.writable && response.write(more));
  };
  response.on('drain', go);
  go();
};

/** An answer that can't be read as charge records, of what HTTP adds to a bad body: what becomes of it, and how many records in front of it are kept. */
const answers: readonly (readonly [what: string, kind: ErrorKind, kept: number, listener: RequestListener])[] = [
  ['a captive portal’s page', 'not-json', 0, reply(200, '<html>Sign in</html>', { 'content-type': 'text/html' })],
  ['JSON that says it is a page', 'not-json', 0, reply(200, '{"records":[]}', { 'content-type': 'text/html' })],
  ['a page that says it is JSON', 'not-json', 0, reply(200, '<html>{"records":[1]}</html>')],
  ['a cut chunk', 'network', 1, cutOff({}, `{"records":[${one},${one.slice(0, 50)}`)],
  ['less than the promised length', 'network', 1, cutOff({ 'content-length': '5000' }, `{"records":[${one},`)],
  ['an error beside records', 'contract', 1, reply(200, `{"records":[${one}],"error":"UPSTREAM"}`)],
  ['an error and no records', 'contract', 0, reply(200, '{"error":{"code":5},"records":[]}')],
  [
    'the shape of a refusal beside records',
    'contract',
    1,
    reply(200, `{"statusCode":500,"type":"UPSTREAM","records":[${one}]}`),
  ],
  ['a redirect', 'redirect', 0, reply(307, '', { location: 'https://elsewhere.example/' })],
  ['a broken gzip', 'network', 0, reply(200, 'no gzip', { 'content-encoding': 'gzip' })],
  [
    'a gzip bomb of one record',
    'too-large',
    1,
    reply(200, gzipSync(`{"records":[${one},"${'0'.repeat(64 << 20)}"]}`), { 'content-encoding': 'gzip' }),
  ],
  ['one record without end', 'too-large', 1, endless],
  ['much beside the records', 'too-large', 1, reply(200, `{"records":[${one}],"note":"${'0'.repeat(16 << 20)}"}`)],
];

/** Places that keep to the contract, however they look: HTML, Markdown, escapes, hidden characters, a formula. */
const oddPlaces = [
  '<img src=x onerror=alert(1)><script>alert(1)</script>',
  '[x](command:workbench.action.quit)',
  '\u001b[2J\u001b[31mred',
  '\u202egnp.exe\u200b\u2066',
  '=HYPERLINK("http://x.example")',
  '\ud800',
  'x'.repeat(1 << 20),
];

describe('bad answers in place of charge records', () => {
  afterEach(closeServers);

  for (const [what, kind, kept, listener] of answers) {
    it(`${what}: ${kind}, with ${kept} records kept`, async () => {
      const { values, error } = await read(listener);
      assert.equal(kindOf(error), kind, String(error));
      assert.deepEqual(
        values,
        Array.from({ length: kept }, () => record()),
      );
    });
  }

  it('values that keep to the contract are kept to the letter, however they look', async () => {
    const records = [...oddPlaces.map((location) => record({ location })), record({ energy: 2 ** 60 })];
    const { values, batches, error } = await read(reply(200, { records }));
    assert.equal(error, undefined);
    assert.deepEqual(values, records);
    assert.deepEqual(problemsOf(batches), []);
  });

  it('20,000 lists in each other are a value of the wrong type', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const { batches, error } = await read(reply(200, `{"records":[${one.replace('34.5', deep)},${one}]}`));
    assert.equal(error, undefined);
    assert.deepEqual(problemsOf(batches), [[0, 'energy', 'wrong-type', '[…]']]);
  });

  it('an element that is no object, twins and a wrong order are kept as they came', async () => {
    const later = record({ chargeStart: '2026-11-03T18:00:00Z', chargeEnd: '2026-11-03T19:00:00Z' });
    const records = [later, record(), record(), null, 7, [], 'x', {}];
    const { values, error } = await read(reply(200, { records }));
    assert.equal(error, undefined);
    assert.deepEqual(values, records);
  });

  it('keys that mean something to JavaScript are names like others, and the last of twins counts', async () => {
    const text = `{"__proto__":{"records":1},"records":[{"__proto__":{"energy":1},"constructor":2,"energy":1,"energy":2}]}`;
    const { values, batches, error } = await read(reply(200, text));
    assert.equal(error, undefined);
    assert.deepEqual(values, [JSON.parse('{"__proto__":{"energy":1},"constructor":2,"energy":2}')]);
    const unknown = batches.flatMap(({ columns }) => columns.unknownFields.map(({ name }) => name));
    assert.deepEqual(unknown, ['__proto__', 'constructor']);
    assert.equal(({} as { energy?: unknown }).energy, undefined);
  });

  it('100,000 records and one bad one among them are all there', async () => {
    const records = Array.from({ length: 100_000 }, (_, index) =>
      index === 70_000 ? null : record({ energy: index }),
    );
    const { values, batches, error } = await read(reply(200, { records }));
    assert.equal(error, undefined);
    assert.deepEqual(values, records);
    assert.deepEqual(new Set(problemsOf(batches).map(([row]) => row)), new Set([70_000]));
  });
});
