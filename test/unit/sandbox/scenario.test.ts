import assert from 'node:assert/strict';
import { apiError, vehicleList } from '../../../src/service/v2/contract.ts';
import { checkScenario } from '../../../src/sandbox/scenario.ts';
import { SandboxClient } from './client.ts';

describe('scenarios', () => {
  const withClient = async (
    scenario: object,
    use: (client: SandboxClient, ids: readonly string[]) => Promise<void>,
  ) => {
    const client = await SandboxClient.start({ scenario });
    try {
      const { access_token } = await client.pair();
      const { vehicles } = vehicleList.parse(await (await client.get('/v2.0/vehicles', access_token)).json());
      await use(client, vehicles);
    } finally {
      await client.close();
    }
  };
  const records = async (client: SandboxClient, id: string, make = 'bmw') =>
    (await (
      await client.get(`/v2.0/vehicles/${id}/${make}/charge/records`, (await client.pair()).access_token)
    ).json()) as {
      records: unknown[];
    };

  it('replace owners and vehicles', async () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const scenario = {
      application: { name: 'My <App>' },
      owners: [{ name: 'Kim', vehicles: [{ id, make: 'bmw', model: 'iX1', year: 2025 }] }],
    };
    await withClient(scenario, async (client, ids) => {
      assert.deepEqual(ids, [id]);
      assert.ok((await records(client, id)).records.length > 0);
    });
    const client = await SandboxClient.start({ scenario, autoApprove: false });
    try {
      const page = await (await fetch(client.connectUrl())).text();
      assert.ok(page.includes('My &lt;App&gt;') && page.includes('Kim'));
    } finally {
      await client.close();
    }
  });

  it('serve records as they are given, broken ones too', async () => {
    const given = [null, 17, { chargeStart: 'yesterday', energy: 'much', nested: { deep: [1] } }];
    const scenario = {
      owners: [{ name: 'Kim', vehicles: [{ make: 'BMW', model: 'iX1', year: 2025, records: given }] }],
    };
    await withClient(scenario, async (client, [id = '']) => {
      assert.deepEqual((await records(client, id)).records, given);
    });
  });

  it('set the number of records', async () => {
    await withClient({ recordsPerVehicle: 5000 }, async (client, [bmw = '', mini = '']) => {
      assert.equal((await records(client, bmw)).records.length, 5000);
      assert.equal((await records(client, mini, 'mini')).records.length, 5000);
    });
  });

  it('document: an owner who grants access now has no earlier records', async () => {
    const scenario = {
      owners: [{ name: 'Kim', firstGrantedAt: null, vehicles: [{ make: 'BMW', model: 'iX1', year: 2025 }] }],
    };
    await withClient(scenario, async (client, [id = '']) => {
      assert.deepEqual((await records(client, id)).records, []);
      client.sandbox.clock.advance(10 * 24 * 60 * 60);
      const later = (await records(client, id)).records as { chargeStart: string }[];
      assert.ok(later.length > 0);
      assert.ok(later.every(({ chargeStart }) => chargeStart >= '2026-11-21T12'));
    });
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

  it('document: capacity outside the geography is refused for them too', async () => {
    const vehicle = { make: 'BMW', model: 'iX1', year: 2025, region: 'Canada' };
    await withClient({ owners: [{ name: 'Kim', vehicles: [vehicle] }] }, async (client, [id = '']) => {
      const { access_token } = await client.pair();
      const answer = await client.get(`/v2.0/vehicles/${id}/battery/nominal_capacity`, access_token);
      assert.equal(apiError.parse(await answer.json()).type, 'COMPATIBILITY');
    });
  });
});
