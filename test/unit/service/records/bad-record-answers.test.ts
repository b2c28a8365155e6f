import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ErrorKind } from '../../../../src/service/model/errors.ts';
import { environmentAt, vehicleDataOf } from '../vehicle-data.ts';
import { closeServers, reply, serve } from '../http/loopback.ts';
import { type Outcome, readAll, record } from './record-bodies.ts';

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

  it('keys that mean something to JavaScript are names like others, and the last of twins counts', async () => {
    const text = `{"__proto__":{"records":1},"records":[{"__proto__":{"energy":1},"constructor":2,"energy":1,"energy":2}]}`;
    const { values, batches, error } = await read(reply(200, text));
    assert.equal(error, undefined);
    assert.deepEqual(values, [JSON.parse('{"__proto__":{"energy":1},"constructor":2,"energy":2}')]);
    const unknown = batches.flatMap(({ columns }) => columns.unknownFields.map(({ name }) => name));
    assert.deepEqual(unknown, ['__proto__', 'constructor']);
    assert.equal(({} as { energy?: unknown }).energy, undefined);
  });
});
