import assert from 'node:assert/strict';
import { NameReader } from '../../../../../src/extension/vehicles/data/name-reader.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { FakeAccount, World } from '../fixture.ts';

async function build(count: number) {
  const service = new FakeAccount(...Array.from({ length: count }, (_, index) => `v${index}`));
  const world = new World({ s1: service });
  await world.directory.load();
  const [account] = world.directory.accounts;
  while (account && account.remaining > 0) await account.loadMore();
  const vehicles = () => account?.vehicles ?? [];
  const seen = { is: true };
  const reader = new NameReader({ now: () => world.now }, vehicles, () => seen.is);
  service.mostAtOnce = 0;
  const names = () => service.asked.filter((question) => question.startsWith('vehicle ')).map((each) => each.slice(8));
  const read = async () => {
    reader.read();
    await world.idle();
  };
  return { world, service, vehicles, seen, names, read };
}

describe('NameReader', () => {
  it('reads the names of a long list from the top, a few at a time, and no more than half of the limit', async () => {
    const { vehicles, names, read, service } = await build(90);
    await read();
    assert.deepEqual(
      names(),
      vehicles()
        .slice(0, 60)
        .map(({ id }) => id),
    );
    assert.equal(service.mostAtOnce, 2);
    await read();
    assert.equal(names().length, 60);
  });

  it('goes on as fast as the service gives requests back', async () => {
    const { world, names, read } = await build(90);
    await read();
    world.now += 29_999;
    await read();
    assert.equal(names().length, 60);
    world.now += 1;
    await read();
    assert.equal(names().length, 61);
    world.now += 120_000;
    await read();
    assert.equal(names().length, 65);
  });

  it('asks nothing while nobody looks, nor for a short list, which is read at once', async () => {
    const long = await build(30);
    long.seen.is = false;
    await long.read();
    const short = await build(20);
    await short.read();
    assert.deepEqual([long.names(), short.names()], [[], []]);
  });

  it('reads no name twice, and none again that failed', async () => {
    const { service, names, read } = await build(30);
    service.failures.set(
      'vehicle v3',
      new ServiceError('It failed.', { kind: 'api', turn: 'owner', nextStep: '', sent: true }),
    );
    await read();
    await read();
    assert.equal(names().length, 30);
  });

  it('stops while the service can’t be reached', async () => {
    const { service, vehicles, names, read } = await build(30);
    const lost = { kind: 'network', turn: 'retry', nextStep: '', sent: false } as const;
    service.failures.set('vehicle v5', new ServiceError('No connection.', lost));
    await read();
    assert.ok(names().length <= 8, `${names().length} were read`);
    service.failures.clear();
    await vehicles()[5]?.reload('failed');
    await read();
    assert.equal(new Set(names()).size, 30);
  });

  it('stops where the service wants a pause', async () => {
    const { world, service, names, read } = await build(30);
    const later = { kind: 'api', turn: 'retry', nextStep: '', sent: true, retryAt: world.now + 42_000 } as const;
    service.failures.set('vehicle v5', new ServiceError('Later.', later));
    await read();
    assert.ok(names().length <= 8, `${names().length} were read`);
    world.now += 42_000;
    await read();
    assert.equal(names().length, 30);
  });
});
