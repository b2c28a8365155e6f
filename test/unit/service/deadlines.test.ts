import assert from 'node:assert/strict';
import type { TransportRequest } from '../../../src/service/http/messages.ts';
import type { Transport } from '../../../src/service/http/transport.ts';
import type { VehicleData } from '../../../src/service/model/vehicle-data.ts';
import { TokenEndpoint } from '../../../src/service/oauth/token-endpoint.ts';
import { environmentAt, vehicleDataOf, vehicleDataV3Of } from './vehicle-data.ts';

const id = '36ab27d0-fd9d-4455-823a-ce30af709ffc';

/** In seconds. */
async function deadlineOver(ask: (transport: Transport) => Promise<unknown>): Promise<number> {
  const requests: TransportRequest[] = [];
  const refuse = (request: TransportRequest) => {
    requests.push(request);
    return Promise.reject(new Error('not sent'));
  };
  const transport = { send: refuse, stream: refuse, reportDecision: () => undefined } as unknown as Transport;
  await assert.rejects(ask(transport));
  return (requests[0]?.deadlineMs ?? assert.fail()) / 1000;
}

const environment = environmentAt('http://127.0.0.1:1');

function deadlineOf(version: '2.0' | '3', ask: (data: VehicleData) => Promise<unknown>): Promise<number> {
  const of = version === '3' ? vehicleDataV3Of : vehicleDataOf;
  return deadlineOver((transport) => ask(of(environment, {}, transport)));
}

/** What the service answers by itself hangs after half a minute; where a car is woken, it may take 300 seconds. */
const deadlines: readonly (readonly [string, (data: VehicleData) => Promise<unknown>, number, number])[] = [
  ['the list of vehicles', (data) => data.vehicleIds({ limit: 50, offset: 0 }), 30, 30],
  ['permissions', (data) => data.permissions(id), 30, 30],
  ['a name', (data) => data.vehicle(id), 310, 30],
  ['a capacity', (data) => data.nominalCapacity(id), 310, 30],
  ['charge records', (data) => data.chargeRecords({ vehicleId: id, make: 'BMW' }), 310, 310],
];

const who = { clientId: 'client', clientSecret: 'secret' };
const grant = { code: 'code', redirectUri: 'http://localhost:9/callback' };

/** What is spent with the request waits as long as an answer can be of use: the minute in which a spent token works. */
const tokenDeadlines: readonly (readonly [string, (endpoint: TokenEndpoint) => Promise<unknown>, number])[] = [
  ['the exchange of a code', (endpoint) => endpoint.exchangeCode(environment, who, grant), 60],
  ['a refresh', (endpoint) => endpoint.refresh(environment, who, 'token'), 60],
  ['a token of the application', (endpoint) => endpoint.applicationToken(environment, who), 30],
];

describe('the deadline of a request', () => {
  for (const [what, ask, second, third] of deadlines) {
    it(`is ${second} seconds by version 2.0 and ${third} by version 3: ${what}`, async () => {
      assert.deepEqual([await deadlineOf('2.0', ask), await deadlineOf('3', ask)], [second, third]);
    });
  }

  for (const [what, ask, seconds] of tokenDeadlines) {
    it(`is ${seconds} seconds: ${what}`, async () => {
      assert.equal(await deadlineOver((transport) => ask(new TokenEndpoint(transport))), seconds);
    });
  }
});
