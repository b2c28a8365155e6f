import assert from 'node:assert/strict';
import { signalCodes, signalList } from '../../../../src/service/v3/contract.ts';
import { type SdkError, smartcar } from '../v2/smartcar-sdk.ts';
import { Version3Client } from './client.ts';

const variable = 'SMARTCAR_API_V3_ORIGIN';

/** What works with the library of today, and what an application has to do by itself. */
describe('the official Node library against version 3 of the sandbox', () => {
  const outside = process.env[variable];
  let client: Version3Client;
  let id: string;
  before(async () => {
    client = await Version3Client.start();
    id = client.vehicleIds[0] ?? '';
    process.env[variable] = client.client.addresses.v3?.baseUrl;
  });
  after(async () => {
    if (outside === undefined) Reflect.deleteProperty(process.env, variable);
    else process.env[variable] = outside;
    await client.close();
  });

  const vehicle = () => new smartcar.Vehicle(id, client.token);
  const failure = async (call: Promise<unknown>) => {
    const error: unknown = await call.then(
      () => assert.fail('It should have been refused.'),
      (reason: unknown) => reason,
    );
    return error as SdkError;
  };
  const lastRequest = async () => {
    const journal = (await (await client.client.control('/requests')).json()) as { requests: { path: string }[] };
    return journal.requests.at(-1)?.path ?? '';
  };

  it('reads a vehicle, with a slash at the end', async () => {
    const { body } = await smartcar.getVehicle(client.token, id);
    assert.partialDeepStrictEqual(body, { data: { id, type: 'vehicle', attributes: { make: 'BMW', mode: 'live' } } });
    assert.equal(await lastRequest(), `/v3/vehicles/${id}/`);
  });

  it('reads no signals: it never says whose they are', async () => {
    for (const call of [vehicle().getSignals(), vehicle().getSignal(signalCodes.capacity)]) {
      assert.equal((await failure(call)).statusCode, 400);
    }
  });

  it('loses what an error says', async () => {
    const error = await failure(smartcar.getVehicle(client.token, 'none'));
    assert.deepEqual([error.statusCode, error.type, error.code], [404, 'SDK_ERROR', undefined]);
    assert.doesNotMatch(error.message, /not found/i);
  });

  it('reads signals by its raw request, and loses how many there are', async () => {
    const headers = { 'sc-user-id': client.userId };
    const { body } = await vehicle().request('get', 'signals', undefined, headers, '3');
    const { data, meta } = signalList.parse(body);
    assert.ok(data.length > 5);
    assert.equal(meta?.totalCount, undefined);
    assert.equal((await client.signals()).status, 200);
  });

  it('has no way to a token of the application', () => {
    assert.deepEqual(
      Object.keys(smartcar).filter((name) => /credential|application/i.test(name)),
      [],
    );
  });
});
