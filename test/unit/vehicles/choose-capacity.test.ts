import assert from 'node:assert/strict';
import type { CapacityChoiceDeps } from '../../../src/vehicles/choose-capacity.ts';
import { chooseCapacity } from '../../../src/vehicles/choose-capacity.ts';
import { FakeAccount, World, candidates, determined, failure } from './fixture.ts';

const selectUrl = 'https://connect.example.test/battery-capacity?vehicle_id=v1&token=t%2B1&redirect_uri=';
const redirectUri = 'http://localhost:0/callback';
const actualRedirectUri = 'http://localhost:5001/callback';

interface Story {
  readonly url?: string | null;
  /** What happens at the service while the owner is away. */
  readonly then?: () => void;
}

/** An owner who, sent to the selection page, comes back with `query`. */
async function choosing(query: string, { url = selectUrl, then }: Story = {}) {
  const account = new FakeAccount('v1');
  account.capacities.set('v1', { case: 'undetermined', candidates, selectUrl: url });
  const world = new World({ s1: account });
  const vehicle = (await world.directory.find('v1')) ?? assert.fail('not listed');
  const opened: string[] = [];
  const deps: CapacityChoiceDeps = {
    redirectUri,
    signal: new AbortController().signal,
    openExternal: (address) => {
      opened.push(address);
      return Promise.resolve(true);
    },
    awaitRedirect: async (wait) => {
      assert.equal(wait.redirectUri, redirectUri);
      await wait.open(actualRedirectUri);
      then?.();
      return new URL(`${actualRedirectUri}?${query}`);
    },
  };
  return { account, vehicle, opened, choose: () => chooseCapacity(vehicle, deps) };
}

describe('chooseCapacity', () => {
  it('sends the owner to the selection page with the redirect set once, and believes the service, not the redirect', async () => {
    const chosen = await choosing('vehicle_id=v1&selected_capacity=99', {
      then: () => chosen.account.capacities.set('v1', { case: 'selected', nominal: 80.9, candidates, selectUrl }),
    });
    assert.deepEqual(await chosen.choose(), { kind: 'selected', nominal: 80.9 });
    const [address] = chosen.opened.map((opened) => new URL(opened));
    assert.deepEqual(address?.searchParams.getAll('redirect_uri'), [actualRedirectUri]);
    assert.equal(address?.searchParams.get('token'), 't+1');
    assert.equal(chosen.vehicle.capacity.value?.case, 'selected');
  });

  it('understands the older spelling of the parameter, and waits for a service that is behind', async () => {
    const { choose } = await choosing('vehicle_id=v1&selected_capcity=80.9');
    assert.deepEqual(await choose(), { kind: 'pending' });
  });

  it('takes “does not know” as an answer', async () => {
    const { choose } = await choosing('error=battery_capacity_no_selection&vehicle_id=v1');
    assert.deepEqual(await choose(), { kind: 'owner-does-not-know' });
  });

  it('tells a refusal from an answer, and another vehicle’s answer from this one’s', async () => {
    assert.equal((await (await choosing('error=access_denied')).choose()).kind, 'refused');
    const other = await choosing('vehicle_id=v2&selected_capacity=80.9');
    assert.deepEqual(await other.choose(), { kind: 'other-vehicle' });
  });

  it('opens nothing where there is nothing to choose', async () => {
    const known = await choosing('');
    known.account.capacities.set('v1', determined);
    assert.deepEqual(await known.choose(), { kind: 'determined', nominal: 80.7 });
    const closed = await choosing('', { url: null });
    assert.deepEqual(await closed.choose(), { kind: 'no-address' });
    assert.deepEqual([...known.opened, ...closed.opened], []);
  });

  it('opens no address but one of the web', async () => {
    for (const url of ['command:evil', 'file:///etc/passwd', 'nonsense']) {
      const { choose, opened } = await choosing('', { url });
      await assert.rejects(choose(), /not a web address/);
      assert.deepEqual(opened, []);
    }
  });

  it('asks the owner nothing on old data when the capacity can’t be read', async () => {
    const { account, vehicle, choose, opened } = await choosing('');
    await vehicle.loadCapacity();
    const error = failure();
    account.failures.set('capacity v1', error);
    await assert.rejects(choose(), error);
    assert.deepEqual(opened, []);
  });
});
