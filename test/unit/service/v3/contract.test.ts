import assert from 'node:assert/strict';
import type * as z from 'zod';
import * as contract from '../../../../src/service/v3/contract.ts';
import { capacityBody, chargeValue, connection as connectionOf, signal as signalOf } from './bodies.ts';

const token = { access_token: 'a', token_type: 'Bearer', expires_in: 3600 } satisfies contract.ApplicationToken;
const connection = connectionOf('32c4139a');
const { vehicle } = connection.attributes;
const signal = signalOf('charge-voltage', { unit: 'volts', value: 85 });
const error = { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE', description: 'No', resolution: { type: null } };
const failedSignal = signalOf('charge-voltage', undefined, { value: 'ERROR', error });
const charge = chargeValue satisfies contract.ChargeValue;
const capacity = capacityBody satisfies contract.CapacityBody;
const olderList = {
  meta: { page: 1, pageSize: 10, totalCount: 5 },
  links: { self: '/', first: '/', previous: null, next: '/2', last: '/2' },
};
const newerList = {
  meta: { pageNumber: 1, pageSize: 10, totalCount: 5 },
  links: { self: '/', prev: null, next: null },
};

const refusal = {
  errors: [
    {
      status: '400',
      type: 'VALIDATION',
      code: 'MISSING_PARAMETER',
      title: 'Missing parameter',
      detail: 'missing userId',
      resolution: { type: null },
      suggestedUserMessage: 'Try again',
      meta: { debug: { requestId: 'r' } },
    },
    { status: 400, type: 'VALIDATION' },
  ],
} satisfies contract.ApiErrors;

/** What was seen, by the shape that reads it. */
const seen: Readonly<Record<string, readonly [shape: z.ZodType, ...bodies: unknown[]]>> = {
  'a token': [contract.applicationToken, token],
  'a connection': [contract.oneConnection, { data: connection }],
  'the connection by itself': [contract.connection, connection],
  'lists of connections': [
    contract.connectionList,
    { data: [connection], ...olderList },
    { data: [connection], ...newerList },
    { data: [] },
  ],
  'a vehicle': [contract.oneVehicle, { data: { id: 'a6a425d6', type: 'vehicle', attributes: vehicle } }],
  'lists of signals': [
    contract.signalList,
    {
      data: [signal],
      ...olderList,
      included: { vehicle: { id: 'a6a425d6', type: 'vehicle', attributes: vehicle, links: {} } },
    },
    { data: [], meta: { page: 1, pageSize: 10, totalCount: 0 } },
    { data: [failedSignal], ...newerList },
  ],
  'one signal, in each form': [contract.oneSignal, signal, { data: signal, links: {} }, failedSignal],
  'times in each form': [
    contract.signal,
    { ...signal, meta: { retrievedAt: 1_761_700_000_000 } },
    { ...signal, meta: { retrievedAt: '2025-10-29T01:06:40.000Z', ingestedAt: '2025-10-29T01:06:41.000Z' } },
  ],
  'a capacity': [contract.capacityBody, capacity, { ...capacity, unit: 'kWh' }, { capacity: null }, {}],
  'a charge': [contract.chargeValue, charge, {}],
  'charge records': [
    contract.chargeRecordsBody,
    { values: [charge] },
    { values: [] },
    { values: [{ startTime: charge.startTime, chargingType: 'AC' }, {}] },
  ],
  'errors, older and newer': [
    contract.apiErrors,
    { errors: [{ status: '404', code: 'not_found', title: 'Not Found', detail: 'No', links: { about: '/docs' } }] },
    refusal,
  ],
};

/** What is not of version 3, or not what was asked for. */
const foreign: Readonly<Record<string, readonly [shape: z.ZodType, body: unknown]>> = {
  'a list of version 2.0': [contract.connectionList, { vehicles: ['a6a425d6'], paging: { count: 1, offset: 0 } }],
  'records of version 2.0': [contract.chargeRecordsBody, { records: [] }],
  'an error of version 2.0': [contract.apiErrors, { type: 'VALIDATION', statusCode: 400 }],
  'an empty list of errors': [contract.apiErrors, { errors: [] }],
  'a list where one signal was asked for': [contract.oneSignal, { data: [signal] }],
  'a signal where a connection was asked for': [contract.oneConnection, { data: signal }],
  'an unknown status': [contract.signalStatus, { value: 'FINE' }],
  'values as an object': [contract.chargeRecordsBody, { values: {} }],
};

describe('the shapes of version 3', () => {
  it('lie below v3, and name the signals of version 2.0 as the reference does', () => {
    assert.equal(contract.apiVersion, 'v3');
    assert.deepEqual(Object.values(contract.signalCodes), ['tractionbattery-nominalcapacity', 'charge-chargerecords']);
  });
  for (const [what, [shape, ...bodies]] of Object.entries(seen)) {
    it(`read ${what}, and keep every field`, () => {
      for (const body of bodies) assert.deepEqual(shape.parse(body), body);
    });
  }
  for (const [what, [shape, body]] of Object.entries(foreign)) {
    it(`refuse ${what}`, () => {
      assert.equal(shape.safeParse(body).success, false);
    });
  }
});
