import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { ServiceEnvironment } from '../../../../src/service/model/environment.ts';
import type { VehicleData } from '../../../../src/service/model/vehicle-data.ts';
import { readRecords } from '../../../../src/service/records/record-stream.ts';
import type { PartialRecord } from '../../../../src/service/model/vehicles.ts';
import { recordsOf as partsOf } from '../../../../src/service/client-reader.ts';
import { closeServers, failureOf, reply, serve } from '../http/loopback.ts';
import { environmentAt, vehicleDataV3Of } from '../vehicle-data.ts';
import {
  capacityBody,
  capacityCode,
  chargeValue,
  connection,
  connectionPage,
  errorBody,
  ownerId,
  recordsCode,
  signal,
  vehicleId as id,
} from './bodies.ts';

interface Setup {
  readonly data: VehicleData;
  /** Method, path and owner of each request. */
  readonly requests: string[];
}

async function clientOf(listener: RequestListener, own: Partial<ServiceEnvironment> = {}): Promise<Setup> {
  const requests: string[] = [];
  const baseUrl = await serve((request, response) => {
    const { method, url = '', headers } = request;
    requests.push(`${method} ${decodeURIComponent(url)} ${String(headers['sc-user-id'])} ${headers.authorization}`);
    listener(request, response);
  });
  return { data: vehicleDataV3Of({ ...environmentAt(`${baseUrl}/base`), ...own }), requests };
}

const range = { startDate: '2023-10-01', endDate: '2023-10-31' };
const query = { vehicleId: id, make: 'anything', ...range };

async function recordsOf(data: VehicleData, dates: object = range) {
  const { body, reading } = await data.chargeRecords({ vehicleId: id, make: 'x', ...dates });
  const batches = [];
  for await (const batch of readRecords(body, undefined, reading)) batches.push(batch);
  return batches;
}

describe('VehicleDataV3', () => {
  afterEach(closeServers);

  it('lists the vehicles of its owner from every page, and asks for none again that the list describes', async () => {
    const described = (id: string) => {
      return { id, make: 'Tesla', model: 'Model S', year: 2020, mayHaveRecords: true };
    };
    const granted = ['read_vehicle_info', 'read_battery'];
    const listed = (id: string) => ({ ...described(id), granted });
    const pages = [
      connectionPage([connection('c1', 'v1'), connection('c2', 'v2', 'another owner')], '/v3/connections?cursor=2'),
      connectionPage([connection('c3', 'v3')], null),
    ];
    const { data, requests } = await clientOf((request, response) => {
      reply(200, request.url?.includes('cursor') ? pages[1] : pages[0])(request, response);
    });
    assert.deepEqual(await data.vehicleIds({ limit: 50, offset: 0 }), {
      ...{ ids: ['v1', 'v3'], total: 2, described: [listed('v1'), listed('v3')], isMetered: true },
    });
    assert.deepEqual(await data.vehicleIds({ limit: 1, offset: 1 }), {
      ...{ ids: ['v3'], total: 2, described: [listed('v3')], isMetered: true },
    });
    assert.deepEqual(await data.vehicle('v3'), described('v3'));
    assert.deepEqual(requests, [
      `GET /base/v3/connections?filter[userId]=${ownerId}&page[size]=100 ${ownerId} Bearer token-1`,
      `GET /base/v3/connections?cursor=2 ${ownerId} Bearer token-1`,
    ]);
  });

  it('reads a vehicle by itself, and takes the owner from the session', async () => {
    const attributes = { make: 'BMW', model: 'i4', year: 2023 };
    const { data, requests } = await clientOf(reply(200, { data: { id, type: 'vehicle', attributes } }));
    assert.deepEqual(await data.vehicle(id), { id, ...attributes, mayHaveRecords: true });
    assert.deepEqual(await data.user(), { id: ownerId });
    assert.deepEqual(requests, [`GET /base/v3/vehicles/${id} ${ownerId} Bearer token-1`]);
  });

  it('takes no other shape for the contract’s, and names what is wrong', async () => {
    const attributes = { make: 7, model: 'i4', year: 2023 };
    const rows: readonly (readonly [object, (data: VehicleData) => Promise<unknown>, RegExp])[] = [
      [{ data: { id, type: 'vehicle', attributes } }, (data) => data.vehicle(id), /make: expected text/],
      [signal(capacityCode, { capacity: '7' }), (data) => data.nominalCapacity(id), /capacity: expected a number/],
      [connectionPage([{ ...connection('c1'), type: 'car' }]), (data) => data.permissions(id), /expected connection/],
    ];
    for (const [body, ask, message] of rows) {
      const failure = await failureOf(ask((await clientOf(reply(200, body))).data));
      assert.equal(failure.kind, 'contract');
      assert.match(failure.message, message);
    }
  });

  it('reads the capacity signal in each form in which one is seen', async () => {
    const one = signal(capacityCode, capacityBody);
    const plural = { ...one, attributes: { ...one.attributes, code: 'tractionbattery-nominalcapacities' } };
    const forms = [one, { data: one, links: {} }, { data: [signal('odometer-traveleddistance', {}), one] }, plural];
    for (const body of forms) {
      const { data } = await clientOf(reply(200, body));
      assert.deepEqual(await data.nominalCapacity(id), {
        ...{ case: 'determined', nominal: 73.5, candidates: capacityBody.availableCapacities },
      });
    }
    const cases = [
      [{ ...capacityBody, source: 'USER_SELECTED', unit: 'kWh' }, 'selected'],
      [{ ...capacityBody, capacity: null }, 'undetermined'],
      [{ ...capacityBody, unit: 'kilowatt_hours' }, 'determined'],
    ] as const;
    for (const [body, expected] of cases) {
      const { data } = await clientOf(reply(200, signal(capacityCode, body)));
      assert.equal((await data.nominalCapacity(id)).case, expected);
    }
    const { data: ofNobody } = await clientOf(reply(200, signal(capacityCode, { capacity: 50 })));
    assert.deepEqual(await ofNobody.nominalCapacity(id), {
      ...{ case: 'determined', nominal: 50, candidates: [], isSourceUnknown: true },
    });
    const { data: odd } = await clientOf(reply(200, signal(capacityCode, { ...capacityBody, unit: 'miles' })));
    assert.match((await failureOf(odd.nominalCapacity(id))).message, /unit: expected kWh/);
  });

  it('reads charge records into the columns of version 2.0: levels as fractions, a place from an object', async () => {
    const ongoing = {
      id: 'CHG124',
      startTime: '2023-10-16T00:00:00Z',
      chargingType: 'DC',
      location: { latitude: 1.5, longitude: 2 },
    };
    const { data, requests } = await clientOf(
      reply(200, { data: signal(recordsCode, { values: [chargeValue, ongoing] }) }),
    );
    const [first, second] = await recordsOf(data);
    const columns = [first?.columns, second?.columns].filter((each) => each !== undefined);
    const all = <T>(pick: (each: (typeof columns)[number]) => Iterable<T>) =>
      columns.flatMap((each) => [...pick(each)]);
    assert.deepEqual(
      all((each) => each.chargeStart),
      [Date.UTC(2023, 9, 15), Date.UTC(2023, 9, 16)],
    );
    assert.deepEqual(
      all((each) => each.chargeEnd),
      [Date.UTC(2023, 9, 15, 8), NaN],
    );
    assert.deepEqual(
      all((each) => each.startPercentRemaining),
      [Math.fround(0.2), NaN],
    );
    assert.deepEqual(
      all((each) => each.newLocations),
      ['Home Charger', '1.5, 2'],
    );
    assert.deepEqual(
      all((each) => each.newChargingTypes),
      ['J1772', 'DC'],
    );
    assert.deepEqual(
      all((each) => each.problemBits),
      [0, 0],
      'what is optional is no problem',
    );
    assert.deepEqual(
      all((each) => each.unknownFields),
      [],
    );
    assert.deepEqual(requests, [`GET /base/v3/vehicles/${id}/signals/${recordsCode} ${ownerId} Bearer token-1`]);
    const kept: PartialRecord[] = [];
    for await (const { records } of partsOf(await data.chargeRecords(query))) kept.push(...records);
    assert.deepEqual(kept, [
      {
        ...{
          chargeStart: chargeValue.startTime,
          chargeEnd: chargeValue.endTime,
          location: 'Home Charger',
          energy: 40.5,
        },
        ...{ isPublic: false, startPercentRemaining: 0.2, endPercentRemaining: 0.9, chargingType: 'J1772' },
        ...{ id: 'CHG123', cost: 12.5, currency: 'USD' },
      },
      {
        ...{ chargeStart: ongoing.startTime, chargeEnd: null, location: null, energy: null, isPublic: null },
        ...{ startPercentRemaining: null, endPercentRemaining: null, chargingType: 'DC' },
        ...{ id: 'CHG124', cost: null, currency: null },
      },
    ]);
  });

  it('leaves out records of other days, and those of more than 30 days ago where no days are asked for', async () => {
    const at = (startTime: string) => ({ ...chargeValue, startTime, endTime: startTime });
    const values = ['2023-09-30T23:59:59Z', '2023-10-01T00:00:00Z', '2023-10-31T23:59:59Z', '2023-11-01T00:00:00Z'].map(
      at,
    );
    const { data } = await clientOf(reply(200, signal(recordsCode, { values })));
    const batches = await recordsOf(data);
    assert.deepEqual(
      batches.flatMap((each) => each.values),
      values.slice(1, 3),
    );
    const { rawTexts } = await import('../../../../src/service/records/record-rows.ts');
    assert.deepEqual(
      batches.flatMap(({ columns }) => rawTexts(columns)?.map((text) => JSON.parse(text) as unknown)),
      values.slice(1, 3),
    );
    assert.deepEqual(await recordsOf(data, {}), []);
    const now = Date.UTC(2026, 10, 26, 13, 40);
    const ofToday = [at(new Date(now).toISOString())];
    const date = new Date(now).toUTCString();
    const { data: today } = await clientOf(reply(200, signal(recordsCode, { values: ofToday }), { date }));
    assert.equal((await recordsOf(today, {})).length, 1);
    assert.deepEqual(
      await recordsOf(data, { endDate: '2099-12-31' }),
      [],
      'as without dates, the start is 30 days ago',
    );
  });

  it('tells of all errors of a list, with whose turn it is and the request ID in the body', async () => {
    const errors = errorBody(
      {
        status: '404',
        type: 'RESOURCE_NOT_FOUND',
        code: 'VEHICLE_NOT_FOUND',
        detail: 'Vehicle not found',
        meta: { debug: { requestId: 'r-1' } },
      },
      { type: 'VALIDATION', code: 'OTHER', title: 'And another' },
    );
    const { data } = await clientOf(reply(404, errors));
    const failure = await failureOf(data.nominalCapacity(id));
    assert.match(
      failure.message,
      /RESOURCE_NOT_FOUND:VEHICLE_NOT_FOUND, HTTP 404.*Vehicle not found · VALIDATION:OTHER: And another/,
    );
    assert.deepEqual([failure.turn, failure.code, failure.requestId], ['reconnect', 'VEHICLE_NOT_FOUND', 'r-1']);
    const { data: older } = await clientOf(reply(403, errorBody({ code: 'forbidden', title: 'Forbidden' })));
    const refused = await failureOf(older.nominalCapacity(id));
    assert.match(refused.message, /forbidden, HTTP 403/);
    assert.match(refused.nextStep, /read_battery/);
  });

  it('explains a store that holds nothing, and never calls it no charges', async () => {
    const missing = errorBody({
      status: '404',
      type: 'RESOURCE_NOT_FOUND',
      code: 'SIGNAL_NOT_FOUND',
      detail: 'Not found',
    });
    const answers: readonly RequestListener[] = [
      reply(404, missing),
      reply(404, errorBody({ code: 'not_found', title: 'Not Found' })),
      reply(200, { data: [], meta: { totalCount: 0 } }),
      reply(200, { data: [signal('odometer-traveleddistance', {})] }),
    ];
    for (const answer of answers) {
      const { data } = await clientOf(answer);
      for (const failure of [await failureOf(data.nominalCapacity(id)), await failureOf(recordsOf(data))]) {
        assert.match(failure.nextStep, /webhook subscription/);
        assert.match(failure.nextStep, /dashboard/);
        assert.deepEqual([failure.turn, failure.remedy, failure.isEmpty], ['developer', 'retry', true]);
      }
      const { data: ofSandbox } = await clientOf(answer, { canSubscribe: true });
      for (const failure of [await failureOf(ofSandbox.nominalCapacity(id)), await failureOf(recordsOf(ofSandbox))]) {
        assert.match(failure.nextStep, /webhook subscription\. Subscribe the sandbox’s vehicles/);
        assert.equal(failure.remedy, 'subscribe');
      }
    }
    const { data } = await clientOf(reply(200, signal(recordsCode, { values: [] })));
    assert.deepEqual(await recordsOf(data), [], 'a signal without records says so itself');
  });

  it('tells of a signal that failed inside status 200', async () => {
    const error = { type: 'PERMISSION', code: null, description: 'Ask for it', resolution: { type: 'REAUTHENTICATE' } };
    const rows = [
      [{ value: 'ERROR', error }, /PERMISSION, ERROR, HTTP 200/, /read_/],
      [
        { value: 'ERROR', error: { type: 'COMPATIBILITY', code: 'MAKE_NOT_COMPATIBLE' } },
        /does not support this make/,
        /help/,
      ],
      [{ value: 'UNAVAILABLE' }, /UNAVAILABLE/, /later/],
    ] as const;
    for (const [status, message, nextStep] of rows) {
      for (const code of [capacityCode, recordsCode]) {
        const { data } = await clientOf(reply(200, signal(code, undefined, status)));
        const failure = await failureOf(code === capacityCode ? data.nominalCapacity(id) : recordsOf(data));
        assert.match(failure.message, message);
        assert.match(failure.nextStep, nextStep);
        assert.equal(failure.kind, 'api');
      }
    }
  });

  it('says what the owner has granted, and ends the access by the ID of the connection', async () => {
    const { data, requests } = await clientOf((request, response) => {
      if (request.method === 'DELETE') return response.writeHead(204).end();
      return reply(200, connectionPage([connection('c1'), connection('c2', 'other')]))(request, response);
    });
    assert.deepEqual(await data.permissions(id), { granted: ['read_vehicle_info', 'read_battery'] });
    await data.disconnect(id);
    assert.match(requests[0] ?? '', /filter\[vehicleId\]=36ab27d0/);
    assert.deepEqual(
      requests.filter((each) => each.startsWith('DELETE')),
      [`DELETE /base/v3/connections/c1 ${ownerId} Bearer token-1`],
    );
    const { data: none } = await clientOf(reply(200, connectionPage([])));
    assert.equal((await failureOf(none.permissions(id))).turn, 'reconnect');
  });
});
