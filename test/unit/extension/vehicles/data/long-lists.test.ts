import assert from 'node:assert/strict';
import type { Account } from '../../../../../src/extension/vehicles/data/account.ts';
import { FakeAccount, World, failure, restoreClock } from '../fixture.ts';

afterEach(restoreClock);

const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);

async function shown(service: FakeAccount): Promise<{ world: World; account: Account }> {
  const world = new World({ s1: service });
  await world.directory.load();
  const [account] = world.directory.accounts;
  return { world, account: account ?? assert.fail('no account') };
}

describe('an account of many vehicles', () => {
  it('is read one vehicle at a time, where a short one is read at once', async () => {
    assert.equal((await shown(new FakeAccount(...many(20)))).account.isShort, true);
    assert.equal((await shown(new FakeAccount(...many(21)))).account.isShort, false);
  });

  it('is read one vehicle at a time from six on, where requests cost money, and says what a refresh would send', async () => {
    const service = (count: number) => Object.assign(new FakeAccount(...many(count)), { isMetered: true });
    assert.equal((await shown(service(5))).account.isShort, true);
    const { account } = await shown(service(6));
    assert.equal(account.isShort, false);
    const costs = (which: 'all' | 'failed') => account.vehicles.map((vehicle) => vehicle.meteredRequests(which));
    await Promise.all(account.vehicles.slice(0, 2).map((vehicle) => vehicle.want()));
    assert.deepEqual(costs('all'), [1, 1, 0, 0, 0, 0]);
    assert.deepEqual(costs('failed'), [0, 0, 0, 0, 0, 0]);
    const { account: free } = await shown(new FakeAccount(...many(2)));
    await free.vehicle('v0')?.want();
    assert.equal(free.vehicle('v0')?.meteredRequests('all'), 0);
  });

  it('names every vehicle at once where their list does, and is asked nothing about any', async () => {
    const service = Object.assign(new FakeAccount(...many(21)), { describes: true });
    const { account } = await shown(service);
    const named = () => account.vehicles.map(({ attributes: { value } }) => value?.model);
    assert.deepEqual(
      named(),
      many(21).map((id) => `i${id}`),
    );
    await Promise.all(account.vehicles.map((vehicle) => vehicle.wantLine()));
    assert.deepEqual(service.asked, ['ids 0']);
  });

  it('is read to its end for who goes to a vehicle, page by page, unless that fails or nobody waits any more', async () => {
    const service = new FakeAccount(...many(260));
    const { account } = await shown(service);
    await account.loadAll();
    assert.deepEqual([account.vehicles.length, account.remaining], [260, 0]);
    assert.deepEqual(
      service.asked,
      [0, 50, 100, 150, 200, 250].map((offset) => `ids ${offset}`),
    );
    const stingy = new FakeAccount(...many(100));
    stingy.mostAPage = 40;
    const { account: whole } = await shown(stingy);
    await whole.loadAll();
    assert.deepEqual([whole.vehicles.length, stingy.asked], [100, ['ids 0', 'ids 40', 'ids 80']]);
    const { account: left } = await shown(new FakeAccount(...many(260)));
    await left.loadAll(() => left.vehicles.length < 100);
    assert.equal(left.vehicles.length, 100);
    const failing = new FakeAccount(...many(260));
    const { account: failed } = await shown(failing);
    failing.failures.set('ids', failure());
    await failed.loadAll();
    assert.deepEqual([failed.vehicles.length, failed.list.error?.kind], [50, 'api']);
  });

  it('asks about the details of a vehicle together and once', async () => {
    const service = new FakeAccount(...many(60));
    const { account } = await shown(service);
    const vehicle = account.vehicle('v7');
    await vehicle?.wantDetails();
    await vehicle?.wantDetails();
    assert.deepEqual(service.asked, ['ids 0', 'vehicle v7', 'permissions v7', 'capacity v7']);
  });

  it('reads all signals of a vehicle by one request, its capacity among them, and again when they are reported', async () => {
    const service = new FakeAccount(...many(60));
    service.signalList = { signals: [], total: 0, capacity: { case: 'determined', nominal: 7, candidates: [] } };
    const { account } = await shown(service);
    const vehicle = account.vehicle('v7') ?? assert.fail();
    await vehicle.followSignals();
    await vehicle.wantDetails();
    assert.deepEqual(service.asked, ['ids 0', 'vehicle v7', 'permissions v7', 'signals v7']);
    assert.equal(vehicle.capacity.value?.case === 'determined' && vehicle.capacity.value.nominal, 7);
    service.asked.length = 0;
    await Promise.all([vehicle.followSignals(), vehicle.followSignals(), vehicle.followSignals()]);
    assert.deepEqual(service.asked, ['signals v7', 'signals v7']);
    service.asked.length = 0;
    await vehicle.reload('all');
    assert.deepEqual(service.asked, ['vehicle v7', 'signals v7', 'permissions v7']);
  });

  it('asks again for the page that failed, and for no other', async () => {
    const service = new FakeAccount(...many(200));
    const { account } = await shown(service);
    service.failures.set('ids', failure());
    await account.loadMore();
    service.failures.clear();
    service.asked.length = 0;
    await account.loadMore();
    assert.deepEqual(service.asked, ['ids 50']);
    assert.equal(account.vehicles.length, 100);
  });

  it('finds a vehicle of a page far away by one question that costs nothing', async () => {
    const service = new FakeAccount(...many(2000));
    const { world, account } = await shown(service);
    assert.equal((await world.directory.find('v1999'))?.id, 'v1999');
    assert.deepEqual(service.asked, ['ids 0', 'permissions v1999']);
    service.failures.set('permissions stranger', failure('reconnect', 'Not covered.'));
    assert.equal(await world.directory.find('stranger'), undefined);
    assert.equal(account.vehicle('stranger'), undefined);
  });

  it('is one vehicle shorter after disconnecting it, and misses none of the next page', async () => {
    const service = new FakeAccount(...many(120));
    const { account } = await shown(service);
    await account.disconnect('v5');
    assert.equal(account.vehicle('v5'), undefined);
    assert.deepEqual([account.list.value?.total, account.remaining], [119, 70]);
    await account.loadMore();
    assert.equal(account.vehicles.length, 99);
    assert.deepEqual(service.asked, ['ids 0', 'disconnect v5', 'ids 49']);
    const refused = failure();
    service.failures.set('disconnect v6', refused);
    await assert.rejects(account.disconnect('v6'), refused);
    assert.ok(account.vehicle('v6'));
  });
});
