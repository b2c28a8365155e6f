import assert from 'node:assert/strict';
import { callControl } from '../../../src/sandbox-client/control-client.ts';
import { connectedAgent } from './agent.ts';

const limit = { operation: 'records', error: { type: 'RATE_LIMIT', code: 'VEHICLE', retryAfter: 300 } };

describe('what agents are told of a rate limit in the sandbox', () => {
  const { call, refusal } = connectedAgent();
  let vehicleId: string | undefined;
  const records = () => ({ vehicleId, limit: 1 });
  const control = async () => String((await call('sandbox_status')).controlUrl);
  const sent = async () => (await call('list_requests', { limit: 100 })).total;
  before(async () => {
    const { vehicles } = await call('list_vehicles');
    vehicleId = (vehicles as { id: string; make: string }[]).find(({ make }) => make === 'BMW')?.id;
  });
  beforeEach(async () => {
    await call('sandbox_add_fault', limit);
    const first = await refusal('get_charge_records', records());
    assert.match(first, /RATE_LIMIT.*Retry after 300 s\./);
    assert.match(first, /request ID/);
  });
  afterEach(() => call('sandbox_clear_faults'));

  it('a refusal of ours says that it is ours, that nothing was sent, for how long, and what ends it', async () => {
    const before = await sent();
    for (const name of ['get_charge_records', 'get_nominal_capacity']) {
      const said = await refusal(name, { vehicleId });
      assert.match(said, /^Nothing was sent: requests for this vehicle are held back here.*HTTP 429/, name);
      assert.match(said, /sandbox’s clock\. Advance it or clear the faults.*Retry after \d+ s\.$/, name);
      assert.doesNotMatch(said, /request ID/, name);
      const seconds = Number(/Retry after (\d+) s/.exec(said)?.[1]);
      assert.ok(seconds > 0 && seconds <= 300, said);
    }
    assert.equal(await sent(), before);
  });

  for (const [name, lift] of [
    ['its clock is turned', async () => call('sandbox_set_clock', { advance: 301 })],
    ['another program clears its faults', async () => callControl(fetch, await control(), 'clearFaults', {})],
    [
      'a saved state is loaded',
      async () => {
        const at = await control();
        const body = (await (await fetch(`${at}/state`)).json()) as never;
        return callControl(fetch, at, 'loadState', { body });
      },
    ],
  ] as const) {
    it(`it is over when ${name}`, async () => {
      assert.match(await refusal('get_charge_records', records()), /Nothing was sent/);
      await lift();
      await call('get_charge_records', records());
    });
  }
});

describe('agents in a world where nothing is shared', () => {
  const { call, refusal } = connectedAgent();

  it('subscribe its vehicles, whose owners then share them, and none that nobody has', async () => {
    const { vehicleIds } = await call('sandbox_set_subscription', { subscribed: true });
    const { vehicles } = await call('list_vehicles');
    assert.deepEqual(
      (vehicleIds as string[]).toSorted(),
      (vehicles as { id: string }[]).map(({ id }) => id).toSorted(),
    );
    await call('get_nominal_capacity', { vehicleId: (vehicleIds as string[])[0], version: '3' });
    assert.deepEqual(await call('sandbox_set_subscription', { subscribed: false }), { vehicleIds: [] });
  });

  it('are told to call again where the exchange of a code fails: no tool connects', async () => {
    const { vehicles } = await call('list_vehicles');
    const vehicleId = (vehicles as { id: string }[])[0]?.id;
    for (const fault of [
      { error: { type: 'invalid_grant' } },
      { error: { type: 'invalid_client' } },
      { html: true },
      { status: 200, body: '{}' },
      { drop: true },
    ]) {
      await call('sandbox_add_fault', { operation: 'token', ...fault });
      const said = await refusal('get_nominal_capacity', { vehicleId, version: '2.0' });
      assert.match(said, /Call this tool again.*sandbox_status/, JSON.stringify(fault));
      assert.doesNotMatch(said, /[Cc]onnect again/);
    }
    await call('get_nominal_capacity', { vehicleId, version: '2.0' });
  });
});
