import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { ServiceError } from '../../src/service/model/errors.ts';
import type { VehicleData } from '../../src/service/model/vehicle-data.ts';
import { readRecords } from '../../src/service/records/record-stream.ts';
import { closeServers, failureOf, reply, serve } from '../unit/service/http/loopback.ts';
import {
  capacityBody,
  capacityCode,
  chargeValue,
  connection,
  connectionPage,
  errorBody,
  recordsCode,
  signal,
  vehicleId as id,
} from '../unit/service/v3/bodies.ts';
import { environmentAt, vehicleDataV3Of } from '../unit/service/vehicle-data.ts';

async function clientOf(listener: RequestListener): Promise<VehicleData> {
  return vehicleDataV3Of(environmentAt(await serve(listener)));
}

async function recordsOf(data: VehicleData) {
  const dates = { startDate: '2023-10-01', endDate: '2023-10-31' };
  const { body, reading } = await data.chargeRecords({ vehicleId: id, make: 'x', ...dates });
  const values: unknown[] = [];
  for await (const batch of readRecords(body, undefined, reading)) values.push(...batch.values);
  return values;
}

/** Each call, with a good body of it. */
const calls = {
  vehicleIds: {
    body: connectionPage([connection('c1')]),
    call: async (data: VehicleData) => {
      const { ids, unread } = await data.vehicleIds({ limit: 50, offset: 0 });
      if (unread) throw unread;
      // What is wrong with a vehicle, it says when it is asked for.
      for (const each of ids) await data.vehicle(each);
      return ids;
    },
  },
  vehicle: {
    body: { data: { id, type: 'vehicle', attributes: { make: 'BMW', model: 'i4', year: 2023 } } },
    call: (data: VehicleData) => data.vehicle(id),
  },
  capacity: { body: signal(capacityCode, capacityBody), call: (data: VehicleData) => data.nominalCapacity(id) },
  records: { body: signal(recordsCode, { values: [chargeValue] }), call: recordsOf },
} as const satisfies Record<string, { readonly body: object; readonly call: (data: VehicleData) => Promise<unknown> }>;

/** Paths of all fields of a body, those of lists by their first element. */
function pathsOf(value: unknown, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = [...path, Array.isArray(value) ? Number(key) : key];
    return [own, ...pathsOf(inner, own)];
  });
}

const gone = Symbol('gone');

function changed(body: object, path: readonly (string | number)[], value: unknown): object {
  const copy = structuredClone(body);
  let place = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value === gone) delete place[last];
  else place[last] = value;
  return copy;
}

/** What a person reads of it says what was wrong. */
function isTold({ message, nextStep, kind }: ServiceError, what: string): void {
  assert.ok(message.length > 15 && nextStep.length > 5, what);
  assert.ok(['contract', 'api', 'not-json', 'too-large'].includes(kind), `${what}: ${kind} ${message}`);
}

describe('bodies of version 3', () => {
  afterEach(closeServers);

  for (const [name, { body, call }] of Object.entries(calls)) {
    it(`${name}: with each field missing, null or of a wrong type, it is the same answer or a failure, and no empty one`, async () => {
      let current: object = body;
      const data = await clientOf((request, response) => reply(200, current)(request, response));
      const good: unknown = await call(data);
      const empty = JSON.stringify(Array.isArray(good) ? [] : {});
      let failures = 0;
      for (const path of pathsOf(body)) {
        for (const value of [gone, null, 'canary-text', -17.5, true, [], {}, [{}]]) {
          current = changed(body, path, value);
          const what = `${path.join('.')} = ${value === gone ? 'gone' : JSON.stringify(value)}`;
          const fresh = await clientOf((request, response) => reply(200, current)(request, response));
          const outcome = await call(fresh).catch((error: unknown) => error);
          await closeServers();
          if (outcome instanceof Error) {
            failures += 1;
            isTold(outcome as ServiceError, what);
            assert.ok(!outcome.message.includes('canary-text'), `${what} shows a value`);
          } else if (JSON.stringify(outcome) === empty) {
            // Nothing was there, and nothing is.
            assert.match(
              what,
              /^(?:data|data\.0|attributes\.body\.values) = \[\]$|relationships\.(?:user|vehicle)/,
              what,
            );
          }
        }
      }
      assert.ok(failures > 10, `${failures} were refused`);
    });
  }

  const odd: Readonly<Record<string, RequestListener>> = {
    'a list': reply(200, []),
    'a list of lists': reply(200, [[]]),
    null: reply(200, 'null'),
    'an empty object': reply(200, {}),
    'nothing at all': reply(200, ''),
    HTML: reply(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }),
    'HTML that says it is JSON': reply(200, '<html><title>Sign in</title></html>'),
    'JSON that is cut off': reply(200, '{"data":{"id":"x","attributes":{"body":{"values":['),
    'errors in 200': reply(200, errorBody({ type: 'SERVER', code: 'INTERNAL', detail: 'broken' })),
    'errors beside data': reply(200, {
      ...signal(recordsCode, { values: [] }),
      ...errorBody({ code: 'internal_error' }),
    }),
    'an empty list of errors': reply(500, { errors: [] }),
    'errors that are text': reply(400, { errors: ['no', 'no'] }),
    'records of version 2.0': reply(200, { records: [{ chargeStart: '2023-10-15T00:00:00Z' }] }),
    'a capacity of version 2.0': reply(200, {
      capacity: { nominal: 70, source: 'SMARTCAR' },
      availableCapacities: [],
      url: null,
    }),
    'vehicles of version 2.0': reply(200, { vehicles: ['a'], paging: { count: 1, offset: 0 } }),
    'an error of version 2.0': reply(404, {
      type: 'RESOURCE_NOT_FOUND',
      code: 'PATH',
      description: 'No such path',
      statusCode: 404,
    }),
    'an error of OAuth': reply(401, { error: 'invalid_client', error_description: 'who?' }),
  };
  for (const [what, listener] of Object.entries(odd)) {
    it(`${what}: every call says what was wrong`, async () => {
      for (const [name, { call }] of Object.entries(calls)) {
        const failure = await failureOf(call(await clientOf(listener)));
        isTold(failure, `${name}: ${what}`);
      }
    });
  }

  it('names version 2.0 where its error comes', async () => {
    const data = await clientOf(odd['an error of version 2.0'] ?? assert.fail());
    assert.match(
      (await failureOf(data.nominalCapacity(id))).message,
      /form of version 2\.0 \(RESOURCE_NOT_FOUND, HTTP 404\)/,
    );
  });

  it('finds one of 300 signals, the last as well, and none of another code', async () => {
    const others = Array.from({ length: 300 }, (_, index) => signal(`other-${index}`, { value: index }));
    const data = await clientOf(reply(200, { data: [...others, signal(capacityCode, capacityBody)] }));
    assert.equal((await data.nominalCapacity(id)).case, 'determined');
    const without = await clientOf(reply(200, { data: others }));
    assert.match((await failureOf(without.nominalCapacity(id))).message, /nothing stored for this signal/);
  });

  const nexts: Readonly<Record<string, (page: number) => string>> = {
    'the first page': () => '/v3/connections?page[number]=1',
    itself: (page) => `/v3/connections?page[number]=${page % 2}`,
    'ten thousand pages': (page) => `/v3/connections?page[number]=${page + 1}`,
    'a cursor that grows': (page) => `/v3/connections?cursor=${'x'.repeat(page)}`,
  };
  for (const [what, next] of Object.entries(nexts)) {
    it(`pages that lead to ${what} end with a message`, async () => {
      let page = 0;
      const data = await clientOf((request, response) => {
        page += 1;
        reply(200, connectionPage([connection(`c${page}`, `v${page}`)], next(page), 10_000))(request, response);
      });
      const failure = await failureOf(data.vehicleIds({ limit: 50, offset: 0 }));
      assert.match(failure.message, /links\.next: (?:leads back to a page|more than 100 pages)/);
      assert.ok(page <= 101, `${page} requests`);
    });
  }

  it('sends the token nowhere else, whatever a page links', async () => {
    let foreign = 0;
    const other = await serve((_, response) => {
      foreign += 1;
      response.end('{}');
    });
    for (const next of [`${other}/v3/connections?page=2`, `//evil.example/?page=2`, 'https://a.example/x?page=2']) {
      const paths: (string | undefined)[] = [];
      const data = await clientOf((request, response) => {
        paths.push(request.url);
        const isFirst = paths.length === 1;
        reply(200, connectionPage([connection(`c${paths.length}`)], isFirst ? next : null))(request, response);
      });
      await data.vehicleIds({ limit: 50, offset: 0 });
      assert.equal(paths[1], '/v3/connections?page=2');
    }
    assert.equal(foreign, 0);
  });

  it('a link that is no address is told', async () => {
    for (const next of ['%%%', 'http://[', 'mailto:a@b.example', '/v3/connections']) {
      const data = await clientOf(reply(200, connectionPage([connection('c1')], next)));
      assert.match((await failureOf(data.vehicleIds({ limit: 50, offset: 0 }))).message, /links\.next/);
    }
  });

  it('a failure in front of many records keeps those, and says so', async () => {
    const values = Array.from({ length: 3000 }, (_, index) => ({ ...chargeValue, id: `C${index}` }));
    const data = await clientOf(
      reply(200, signal(recordsCode, { values }, { value: 'ERROR', error: { type: 'UPSTREAM' } })),
    );
    const { body, reading } = await data.chargeRecords({ vehicleId: id, make: 'x', startDate: '2023-10-01' });
    let rows = 0;
    const read = async () => {
      for await (const batch of readRecords(body, undefined, reading)) rows += batch.values.length;
    };
    const failure = await failureOf(read());
    assert.equal(rows, 3000);
    assert.match(failure.message, /UPSTREAM, ERROR/);
  });
});
