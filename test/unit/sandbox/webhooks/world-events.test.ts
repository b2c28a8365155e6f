import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { allPermissions } from '../../../../src/service/model/vehicles.ts';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { motionAt } from '../../../../src/sandbox/world/motion.ts';
import { buildWorld } from '../../../../src/sandbox/world/world.ts';
import type { Received } from './receiver.ts';
import { Workbench } from './workbench.ts';

interface Signal {
  readonly code: string;
  readonly body?: object;
  readonly status: { readonly value: string };
}
interface SentError {
  readonly type: string;
  readonly code: string | null;
  readonly state: string;
}

const frozen: SandboxOptions = { scenario: { clock: { set: '2026-11-21T12:00:00Z', freeze: true } } };
const hours = (count: number) => count * 3600;

const triggersOf = ({ body }: Received) =>
  (body.triggers as { signal?: { code: string }; type: string }[]).map(({ signal, type }) => signal?.code ?? type);
const signalsOf = ({ body }: Received) => (body.data as { signals: Signal[] }).signals;
const codesOf = (event: Received) => signalsOf(event).map(({ code }) => code);
const errorsOf = ({ body }: Received) =>
  (body.data as { errors: SentError[] }).errors.map(({ type, code, state }) => [type, code, state].join(' '));
const vehicleOf = ({ body }: Received) => (body.data as { vehicle: { id: string } }).vehicle.id;

describe('Events of the world', () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = await Workbench.start(frozen);
  });
  afterEach(() => bench.close());

  it('are a charge that has ended, and one that begins and then ends by the clock', async () => {
    await bench.subscribed({ triggers: ['charge-ischarging', 'charge-chargerecords'] });
    await bench.charge();
    assert.deepEqual(triggersOf(await bench.receiver.next()), ['charge-chargerecords']);
    await bench.charge(0, { ongoing: true, durationMinutes: 30 });
    const begun = await bench.receiver.next();
    assert.deepEqual(triggersOf(begun), ['charge-ischarging', 'charge-chargerecords']);
    bench.sandbox.clock.advance(1801);
    const ended = await bench.receiver.next();
    assert.deepEqual(triggersOf(ended), ['charge-ischarging', 'charge-chargerecords']);
    assert.deepEqual(signalsOf(ended).find(({ code }) => code === 'charge-ischarging')?.body, { value: false });
  });

  it('hold the signals of the webhook and of its permissions, and only its triggers cause them', async () => {
    await bench.subscribed({
      triggers: ['charge-ischarging'],
      data: ['charge-ischarging', 'tractionbattery-stateofcharge'],
    });
    await bench.charge();
    await bench.charge(0, { ongoing: true });
    const event = await bench.receiver.next();
    assert.deepEqual(triggersOf(event), ['charge-ischarging']);
    assert.deepEqual(codesOf(event), ['tractionbattery-stateofcharge', 'charge-ischarging']);
  });

  it('are the capacity that an owner chooses', async () => {
    await bench.subscribed({ data: ['tractionbattery-nominalcapacity'] }, 1);
    const vehicleId = bench.app.vehicleIds[1] ?? '';
    const capacity = (await (await bench.app.version2('/battery/nominal_capacity', 1)).json()) as { url: string };
    const body = new URLSearchParams({ capacity: '36.6' });
    await fetch(`${capacity.url}${encodeURIComponent('http://localhost:9/')}`, {
      method: 'POST',
      redirect: 'manual',
      body,
    });
    const event = await bench.receiver.next();
    assert.equal(vehicleOf(event), vehicleId);
    assert.deepEqual(triggersOf(event), ['tractionbattery-nominalcapacity']);
    assert.equal((signalsOf(event)[0]?.body as { capacity: number }).capacity, 36.6);
  });

  it('are each begin and end of a charge that the clock is turned over', async () => {
    await bench.subscribed({ triggers: ['charge-ischarging'], data: ['charge-ischarging'] });
    bench.sandbox.clock.advance(hours(72));
    const day = await bench.receiver.take(4);
    const states = day.map((event) => (signalsOf(event)[0]?.body as { value: boolean }).value);
    assert.ok(states.includes(true) && states.includes(false));
    const times = day.map(
      (event) => (signalsOf(event)[0] as unknown as { meta: { oemUpdatedAt: number } }).meta.oemUpdatedAt,
    );
    assert.ok(
      times.every(
        (time) => time % 1000 === 0 && time > Date.UTC(2026, 10, 21, 12) && time < Date.UTC(2026, 10, 24, 12),
      ),
    );
    assert.equal(new Set(times).size, 4);
  });

  it('are what moves while a vehicle drives, and the store has the same', async () => {
    const data = ['odometer-traveleddistance', 'tractionbattery-stateofcharge', 'closure-islocked'];
    const { id } = await bench.subscribed({ triggers: data, data });
    bench.sandbox.clock.advance(hours(24));
    const timeOf = (event: Received) => (signalsOf(event)[0] as unknown as { meta: { oemUpdatedAt: number } }).meta;
    const drive = (await bench.receiver.take(8)).sort((a, b) => timeOf(a).oemUpdatedAt - timeOf(b).oemUpdatedAt);
    const odometers = drive.map((event) => (signalsOf(event)[0]?.body as { value: number }).value);
    assert.deepEqual(
      odometers,
      odometers.toSorted((a, b) => a - b),
    );
    assert.deepEqual([...new Set(drive.flatMap(triggersOf))].sort(), data.toSorted());
    await bench.change(id, { isEnabled: false });
    await bench.change(id, { isEnabled: true });
    let event = await bench.receiver.next();
    while (!triggersOf(event).includes('FIRST_DELIVERY')) event = await bench.receiver.next();
    const path = `/v3/vehicles/${bench.app.vehicleIds[0]}/signals`;
    const answer = await bench.app.client.get(path, await bench.app.newToken(), { 'sc-user-id': bench.app.userId });
    const { data: stored } = (await answer.json()) as { data: { attributes: Signal }[] };
    for (const { code, body } of signalsOf(event)) {
      assert.deepEqual(body, stored.find(({ attributes }) => attributes.code === code)?.attributes.body);
    }
  });

  it('are the first delivery, and again after the webhook was disabled or subscribed anew', async () => {
    const { id } = await bench.subscribed();
    await bench.change(id, { isEnabled: false });
    await bench.charge();
    await bench.change(id, { isEnabled: true });
    assert.deepEqual(triggersOf(await bench.receiver.next()), ['FIRST_DELIVERY']);
    await bench.control('/subscriptions', 'DELETE');
    await bench.charge();
    await bench.app.subscribe(0, id);
    const again = await bench.receiver.next();
    assert.deepEqual(triggersOf(again), ['FIRST_DELIVERY']);
    assert.equal(new Set(bench.receiver.events.map(({ eventId }) => eventId)).size, 3);
  });

  it('begin, of a new webhook, with one VEHICLE_STATE alone, whatever is wrong with its vehicles', async () => {
    bench.fault({ operation: 'any', times: 'always', error: { type: 'VEHICLE_STATE', code: 'ASLEEP' } });
    let first: ServerResponse | undefined;
    bench.receiver.answer = (_received, response) => {
      if (first) return 200;
      first = response;
      return undefined;
    };
    await bench.create({ autoSubscribe: true });
    const { eventType } = await bench.receiver.next();
    const sent = (await bench.deliveries()).filter(({ attempts }) => attempts > 0);
    const types = sent.map((delivery) => delivery.eventType).sort();
    assert.deepEqual([eventType, types], ['VEHICLE_STATE', ['VEHICLE_STATE', 'VERIFY']]);
    assert.equal(bench.receiver.events.length, 1);
    first?.writeHead(200).end();
    const others = await bench.receiver.take(11);
    assert.equal(others.filter((event) => event.eventType === 'VEHICLE_ERROR').length, 6);
  });

  it('are errors of signals that the vehicle cannot have, with the first delivery', async () => {
    const { id } = await bench.create({ data: ['tractionbattery-nominalcapacity'] });
    await bench.app.subscribe(5, id);
    const events = await bench.receiver.take(2);
    const errors = events.filter(({ eventType }) => eventType === 'VEHICLE_ERROR');
    assert.deepEqual(errors.map(errorsOf), [['COMPATIBILITY VEHICLE_NOT_CAPABLE ERROR']]);
  });

  it('are a permission that was withdrawn, and given again', async () => {
    await bench.subscribed({ data: ['charge-chargerecords', 'vehicleidentification-vin'], triggers: [] });
    await bench.app.client.pair({ scope: 'read_vehicle_info read_battery read_charge read_charge_records' });
    const withdrawn = await bench.receiver.next();
    assert.deepEqual(errorsOf(withdrawn), ['PERMISSION  ERROR']);
    await bench.app.client.pair({ scope: allPermissions.join(' ') });
    const given = await bench.receiver.next();
    assert.deepEqual(errorsOf(given), ['PERMISSION  RESOLVED']);
    const [error] = (given.body.data as { errors: object[] }).errors;
    assert.ok(error && !('resolution' in error) && !('docURL' in error));
  });

  it('are the faults and states of a vehicle, and their end', async () => {
    await bench.subscribed();
    const vehicleId = bench.app.vehicleIds[0] ?? '';
    const planned = [
      bench.fault({
        operation: 'signals',
        vehicleId,
        times: 'always',
        error: { type: 'VEHICLE_STATE', code: 'ASLEEP' },
      }),
      bench.fault({
        operation: 'capacity',
        times: 'always',
        error: { type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED' },
      }),
    ];
    // Events come in no order.
    const next = async () => (await bench.receiver.take(2)).flatMap(errorsOf).sort();
    assert.deepEqual(await next(), [
      'CONNECTED_SERVICES_ACCOUNT AUTHENTICATION_FAILED ERROR',
      'VEHICLE_STATE ASLEEP ERROR',
    ]);
    for (const id of planned) bench.sandbox.faults.remove(id);
    assert.deepEqual(await next(), [
      'CONNECTED_SERVICES_ACCOUNT AUTHENTICATION_FAILED RESOLVED',
      'VEHICLE_STATE ASLEEP RESOLVED',
    ]);
  });

  it('end with the connection: the last is that the permissions are gone', async () => {
    await bench.subscribed();
    await bench.app.send('DELETE', `/connections/${await bench.app.connectionId()}`);
    assert.deepEqual(errorsOf(await bench.receiver.next()), ['PERMISSION  ERROR']);
    bench.sandbox.clock.advance(hours(48));
    const { id } = await bench.create({ name: 'Another' });
    await bench.control(`/webhooks/${id}/events`, 'POST', { event: 'test-state' });
    await bench.receiver.next();
    assert.equal(bench.receiver.events.length, 3);
  });

  it('are looked for no faster than the receiver takes them, and each comes', async () => {
    await bench.subscribed();
    const held: ServerResponse[] = [];
    bench.receiver.answer = (_, response) => void held.push(response);
    const from = bench.sandbox.clock.now();
    bench.sandbox.clock.advance(hours(24 * 7));
    await bench.receiver.take(32);
    const known = (await bench.deliveries()).length;
    assert.ok(known < 140, `${known} are known`);
    bench.receiver.answer = () => 200;
    for (const response of held) response.end();
    const world = buildWorld(1, {});
    const [vehicle] = world.owners.flatMap(({ vehicles }) => vehicles);
    assert.ok(vehicle);
    const next = (at: number) => motionAt(world, vehicle, [], at).nextReportAt;
    let moments = 0;
    for (let at = next(from); at <= bench.sandbox.clock.now(); at = next(at)) moments++;
    assert.ok(moments > 150);
    await bench.receiver.take(moments - 32);
  });

  it('of a long turn of the clock are those of its last seven days', async () => {
    await bench.subscribed({ triggers: ['charge-ischarging'], data: ['charge-ischarging'] });
    bench.sandbox.clock.advance(hours(24 * 365));
    await bench.receiver.take(2);
    await bench.charge(0, { ongoing: true });
    await bench.delivered(({ status, id }) => status === 'delivered' && id > 0);
    assert.ok(bench.receiver.events.length < 50, String(bench.receiver.events.length));
  });
});
