import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import { readableSignals, type VehicleSignals } from '../../../../src/service/model/signals.ts';
import { closeServers, failureOf, reply, serve } from '../http/loopback.ts';
import { environmentAt, vehicleDataOf, vehicleDataV3Of } from '../vehicle-data.ts';
import { capacityBody, capacityCode, recordsCode, signal, vehicleId } from './bodies.ts';

async function signalsOf(body: unknown, status = 200): Promise<VehicleSignals> {
  const data = vehicleDataV3Of(environmentAt(await serve(reply(status, body))));
  return (await data.signals(vehicleId)) ?? assert.fail('version 3 has signals');
}

const unknown = signal('surveillance-sentrymode', { modes: [{ on: true }], since: null });
const failed = (type: string, code: string | null) => ({ value: 'ERROR', error: { type, code } });

describe('The signals of a vehicle', () => {
  afterEach(closeServers);

  it('are read by one request whatever they are about, each as the API wrote it', async () => {
    const text = `{"data":[${JSON.stringify(unknown)},{"id":"a","type":"signal","attributes":{"code":"odometer-traveleddistance",
      "body":{"value":78.0,"unit":"km","quote":"]},\\"{"}},"meta":{"oemUpdatedAt":0,"retrievedAt":1700000000}}],"meta":{"totalCount":40}}`;
    const { signals, total, capacity } = await signalsOf(text);
    assert.deepEqual([signals.length, total], [2, 40]);
    const [first, second] = signals;
    assert.deepEqual(first?.body, unknown.attributes.body);
    assert.equal(first?.updatedAt, Date.UTC(2026, 10, 1));
    assert.deepEqual(
      [second?.name, second?.group, second?.updatedAt],
      ['traveleddistance', 'odometer', 1_700_000_000_000],
    );
    assert.match(second?.raw() ?? '', /^\{"id":"a",.*"value":78\.0,.*\}\}$/s);
    assert.ok(capacity instanceof ServiceError && capacity.isEmpty);
  });

  it('have the reason in place of a value, and what helps', async () => {
    const { signals, capacity } = await signalsOf({
      data: [
        signal('charge-voltage', undefined, failed('PERMISSION', null)),
        signal('wheel-tires', undefined, failed('COMPATIBILITY', 'VEHICLE_NOT_CAPABLE')),
        signal('x-y', undefined, failed('BRAND_NEW', 'NEVER_SEEN')),
        signal('charge-wattage', undefined, { value: 'UNAVAILABLE' }),
        signal(capacityCode, capacityBody),
      ],
    });
    assert.deepEqual(
      signals.map(({ error, body }) => [error?.type, error?.remedy, body === undefined]),
      [
        ['PERMISSION', 'reconnect', true],
        ['COMPATIBILITY', 'none', true],
        ['BRAND_NEW', 'retry', true],
        [undefined, 'retry', true],
        [undefined, undefined, false],
      ],
    );
    assert.equal('case' in capacity && capacity.case, 'determined');
  });

  it('are shown without those that are none, whose places raw texts skip', async () => {
    const { signals, unread } = await signalsOf({ data: [{ id: 'odd' }, unknown, 7, signal('a-b', { value: 'é' })] });
    assert.deepEqual(
      signals.map(({ code, raw }) => (JSON.parse(raw()) as { id: string }).id === code),
      [true, true],
    );
    assert.match(unread?.message ?? '', /data\.0/);
  });

  it('leave a body of more than 1 MB out, and say how large it is', async () => {
    const values = Array.from({ length: 12_000 }, () => ({ location: 'x'.repeat(90) }));
    const { signals } = await signalsOf({ data: [signal(recordsCode, { values }), unknown] });
    const [long, short] = readableSignals({
      signals,
      total: 2,
      capacity: new ServiceError('', { kind: 'api', turn: 'retry', nextStep: '', sent: true }),
    });
    assert.deepEqual(
      [long?.body, (long?.size ?? 0) > 1_000_000, short?.body],
      [undefined, true, unknown.attributes.body],
    );
  });

  it('are an error where nothing is stored, and in version 2.0, which is not asked', async () => {
    for (const [body, status] of [
      [{ data: [], meta: { totalCount: 0 } }, 200],
      [{ errors: [{ status: '404', type: 'RESOURCE_NOT_FOUND', code: 'SIGNAL_NOT_FOUND' }] }, 404],
    ] as const) {
      const failure = await failureOf(signalsOf(body, status));
      assert.ok(failure.isEmpty, failure.message);
    }
    const none = await vehicleDataOf(environmentAt('http://localhost:1')).signals(vehicleId);
    assert.throws(() => readableSignals(none), { message: /2\.0/ });
  });
});
