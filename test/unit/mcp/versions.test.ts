import assert from 'node:assert/strict';
import { allowOnConnectPage, environmentOf } from '../../../src/mcp/sandbox-reader.ts';
import { allPermissions } from '../../../src/service/model/vehicles.ts';
import { callControl } from '../../../src/sandbox-client/control-client.ts';
import { connectedAgent } from './agent.ts';

interface Vehicle {
  readonly id: string;
  readonly make: string;
  readonly connected: boolean;
  readonly owner: string;
}

describe('the tools for agents read through either version', () => {
  const { ask, call, refusal } = connectedAgent();
  let vehicles: Vehicle[];
  before(async () => {
    vehicles = (await call('list_vehicles')).vehicles as Vehicle[];
  });

  const bmw = () => vehicles.find(({ make }) => make === 'BMW')?.id ?? assert.fail('no BMW');
  const recordsOf = (answer: Record<string, unknown> | undefined) =>
    answer?.records as {
      id?: unknown;
      chargeStart: string;
      chargeEnd: string | null;
      energy: number;
      isPublic: boolean;
    }[];
  const hasEnded = ({ chargeEnd }: { chargeEnd: string | null }) => chargeEnd !== null;
  /** Version 3 alone has a charge that goes on, as one does at some hours. */
  const ended = (answer: Record<string, unknown> | undefined) => {
    const records = recordsOf(answer).filter(hasEnded);
    return records.slice(0, 5).map(({ chargeStart, energy }) => [chargeStart, energy]);
  };
  const ongoing = (answer: Record<string, unknown> | undefined) =>
    recordsOf(answer).filter((record) => !hasEnded(record)).length;
  const paths = async () =>
    ((await call('list_requests', { limit: 100 })).requests as { path: string }[]).map(({ path }) => path);

  it('list vehicles as the version does, with the consent of their owners', async () => {
    for (const version of ['3', '2.0']) {
      const { vehicles: listed, total } = await call('list_vehicles', { version });
      assert.deepEqual((listed as Vehicle[]).map(({ id }) => id).sort(), vehicles.map(({ id }) => id).sort(), version);
      assert.equal(total, vehicles.length);
      assert.ok((listed as Vehicle[]).every(({ connected }) => connected));
    }
    const sent = await paths();
    assert.ok(
      sent.some((path) => path.startsWith('/v3/connections')) && sent.some((path) => /v2\.0\/vehicles\b/.test(path)),
    );
  });

  it('say that the store of version 3 is empty, and fill it', async () => {
    await call('sandbox_set_subscription', { subscribed: false });
    for (const name of ['get_nominal_capacity', 'get_charge_records']) {
      const said = await refusal(name, { vehicleId: bmw(), version: '3' });
      assert.match(said, /nothing stored for this signal.*sandbox_set_subscription/, name);
      assert.ok(!(await ask(name, { vehicleId: bmw(), version: '2.0' })).isError, name);
    }
    const { vehicleIds } = await call('sandbox_set_subscription', { subscribed: true });
    assert.ok((vehicleIds as string[]).includes(bmw()));
  });

  it('show the same capacity and the same charges', async () => {
    for (const [name, args] of [
      ['get_nominal_capacity', {}],
      ['get_charge_records', { limit: 6 }],
    ] as const) {
      const [older, newer] = await Promise.all(
        ['2.0', '3'].map((version) => call(name, { vehicleId: bmw(), version, ...args })),
      );
      if (name === 'get_nominal_capacity') assert.equal(newer?.nominal, older?.nominal);
      else {
        assert.deepEqual(ended(newer), ended(older));
        const summary = older?.summary as { readonly records: number; readonly public: number };
        const publicOngoing = recordsOf(newer).filter((record) => !hasEnded(record) && record.isPublic).length;
        assert.deepEqual(newer?.summary, {
          ...summary,
          records: summary.records + ongoing(newer),
          public: summary.public + publicOngoing,
          last: recordsOf(newer)[0]?.chargeStart,
        });
        const idsOf = (answer: Record<string, unknown> | undefined) => recordsOf(answer).map(({ id }) => typeof id);
        assert.deepEqual([new Set(idsOf(newer)), new Set(idsOf(older))], [new Set(['string']), new Set(['undefined'])]);
      }
    }
    assert.ok((await paths()).some((path) => path.includes('/signals/charge-chargerecords')));
  });

  it('give all signals that version 3 lists, or those of a group, without long lists, and none of 2.0', async () => {
    const vehicleId = bmw();
    const codesOf = ({ signals }: Record<string, unknown>) => (signals as { code: string }[]).map(({ code }) => code);
    const all = await call('get_signals', { vehicleId });
    assert.ok(codesOf(all).length >= 34);
    const charges = (all.signals as { code: string; size?: number; body?: object }[]).find(
      ({ code }) => code === 'charge-chargerecords',
    );
    assert.deepEqual([(charges?.size ?? 0) > 2000, charges?.body], [true, undefined]);
    const some = await call('get_signals', { vehicleId, group: 'odometer' });
    assert.deepEqual(codesOf(some), ['odometer-traveleddistance']);
    assert.deepEqual(some.groups, all.groups);
    assert.deepEqual(codesOf(await call('compare_versions', { vehicleId })), codesOf(all));
    assert.match(await refusal('get_signals', { vehicleId, version: '2.0' }), /Version 2\.0 .* no signals/);
  });

  it('compare a vehicle field by field, and charge by charge', async () => {
    const { verdict, fields, recordFields, charges, failures } = await call('compare_versions', { vehicleId: bmw() });
    assert.match(String(verdict), /^Version 3 names connector types \(.*AC → Type 2.*\) in all \d+; /);
    const found = fields as { v2: string; v3: string; verdict: string; v2Value?: string; v3Value?: string }[];
    const capacity = found.find(({ v2 }) => v2.endsWith(' capacity.nominal'));
    assert.deepEqual([capacity?.verdict, capacity?.v2Value], ['equal', capacity?.v3Value]);
    assert.match(capacity?.v3 ?? '', /signals\/tractionbattery-nominalcapacity/);
    assert.ok(found.some(({ verdict }) => verdict === 'only-v3'));
    const permissions = found.find(({ v3 }) => v3.includes('permissions'));
    assert.deepEqual([permissions?.v2Value, permissions?.v3Value], Array(2).fill(allPermissions.toSorted().join(', ')));
    const { both, onlyV2, onlyV3, different } = charges as Record<string, number> & { different: unknown[] };
    assert.ok((both ?? 0) > 3);
    const goesOn = ongoing(await call('get_charge_records', { vehicleId: bmw(), version: '3' }));
    assert.deepEqual([onlyV2, onlyV3, different, failures], [0, goesOn, [], []]);
    const alone = (charges as { alone: { version: string; why?: string }[] }).alone;
    assert.deepEqual(
      alone.map(({ version, why }) => [version, why?.slice(0, 7)]),
      Array.from({ length: goesOn }, () => ['3', 'ongoing']),
    );
    const all = recordFields as { compared: number; equal: number }[];
    assert.ok(all.some(({ compared }) => compared === both));
    assert.ok(all.every(({ compared, equal }) => compared === equal));

    await call('sandbox_set_subscription', { subscribed: false });
    const without = await call('compare_versions', { vehicleId: bmw() });
    assert.deepEqual(
      new Set((without.failures as { version: string }[]).map(({ version }) => version)),
      new Set(['3']),
    );
    await call('sandbox_set_subscription', { subscribed: true });
    assert.match(await refusal('compare_versions', { vehicleId: 'none' }), /no vehicle with this id/);
    assert.ok((await ask('compare_versions', { vehicleId: bmw(), startDate: '2026-13-01' })).isError);
  });

  it('connect again where the sandbox has forgotten, and tell where version 3 is', async () => {
    const { controlUrl, v3 } = await call('sandbox_status');
    assert.match((v3 as { baseUrl: string }).baseUrl, /^http:\/\/localhost:\d+/);
    await callControl(fetch, String(controlUrl), 'reset', { body: {} });
    await call('sandbox_set_subscription', { subscribed: false });
    assert.match(await refusal('get_nominal_capacity', { vehicleId: bmw(), version: '3' }), /nothing stored/);
    await call('sandbox_set_subscription', { subscribed: true });
    assert.ok((await call('get_nominal_capacity', { vehicleId: bmw(), version: '3' })).case);
  });

  it('leave what is shared as it is: vehicles, permissions, mode', async () => {
    const at = String((await call('sandbox_status')).controlUrl);
    await callControl(fetch, at, 'reset', { body: {} });
    const { owners, ...addresses } = await callControl(fetch, at, 'show', {});
    const owner = owners.find(({ name }) => name === vehicles.find(({ id }) => id === bmw())?.owner);
    const permissions = ['read_battery', 'read_vehicle_info'];
    const consent = { ownerId: owner?.id ?? '', vehicleIds: [bmw()], permissions, mode: 'simulated' } as const;
    await allowOnConnectPage(environmentOf(addresses, '3'), consent);
    const shared = async () => {
      const { connections } = await callControl(fetch, at, 'listConnections', {});
      return connections.filter(({ ownerId }) => ownerId === owner?.id).map(({ subscribed: _, ...each }) => each);
    };
    const before = await shared();
    assert.deepEqual([before.length, before[0]?.mode], [1, 'simulated']);

    await call('sandbox_set_subscription', { subscribed: true });
    const other = vehicles.find((each) => each.owner === owner?.name && each.id !== bmw())?.id;
    for (const version of ['3', '2.0']) {
      const listed = (await call('list_vehicles', { version })).vehicles as Vehicle[];
      assert.deepEqual(
        listed.filter((each) => each.owner === owner?.name).map(({ id }) => id),
        [bmw()],
        version,
      );
      assert.ok((await call('get_nominal_capacity', { vehicleId: bmw(), version })).case);
      assert.match(await refusal('get_charge_records', { vehicleId: bmw(), version }), /read_charge_records/);
      assert.ok((await ask('get_nominal_capacity', { vehicleId: other, version })).isError);
    }
    assert.deepEqual(await shared(), before);
  });
});
