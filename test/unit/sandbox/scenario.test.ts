import assert from 'node:assert/strict';
import { checkScenario } from '../../../src/sandbox/scenario.ts';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { closedAfterEach, SandboxClient } from './client.ts';

describe('scenarios', () => {
  const open = closedAfterEach((options: SandboxOptions) => SandboxClient.start(options));
  const start = async (scenario: object) => {
    const client = await open({ scenario });
    const { access_token: token } = await client.pair();
    const records = async (id = '', make = 'bmw') => {
      const answer = await client.get(`/v2.0/vehicles/${id}/${make}/charge/records`, token);
      return ((await answer.json()) as { records: unknown[] }).records;
    };
    return { client, ids: await client.vehicleIds(token), records };
  };

  it('replace owners and vehicles', async () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const scenario = {
      application: { name: 'My <App>' },
      owners: [{ name: 'Kim', vehicles: [{ id, make: 'bmw', model: 'iX1', year: 2025 }] }],
    };
    const { ids, records } = await start(scenario);
    assert.deepEqual(ids, [id]);
    assert.ok((await records(id)).length > 0);
    const client = await open({ scenario, autoApprove: false });
    const page = await (await fetch(client.connectUrl())).text();
    assert.ok(page.includes('My &lt;App&gt;') && page.includes('Kim'));
  });

  it('serve records as they are given, broken ones too', async () => {
    const given = [null, 17, { chargeStart: 'yesterday', energy: 'much', nested: { deep: [1] } }];
    const vehicle = { make: 'BMW', model: 'iX1', year: 2025, records: given };
    const { ids, records } = await start({ owners: [{ name: 'Kim', vehicles: [vehicle] }] });
    assert.deepEqual(await records(ids[0]), given);
  });

  it('say what is wrong with them, and where', () => {
    assert.throws(
      () =>
        checkScenario({ owners: [{ name: 'Kim', vehicles: [{ make: 'BMW', year: '2025' }] }], colour: 1 }, 'x.json'),
      (error: Error) => {
        assert.match(error.message, /^x\.json is not a valid scenario:/);
        assert.match(error.message, /owners\.0\.vehicles\.0\.model: /);
        assert.match(error.message, /owners\.0\.vehicles\.0\.year: /);
        assert.match(error.message, /the whole: .*colour/);
        return true;
      },
    );
    assert.throws(() => checkScenario({ recordsPerVehicle: 1_000_001 }), /recordsPerVehicle/);
  });
});
