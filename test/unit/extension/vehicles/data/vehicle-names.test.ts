import assert from 'node:assert/strict';
import { NameReader } from '../../../../../src/extension/vehicles/data/name-reader.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { FakeAccount, World, restoreClock } from '../fixture.ts';
import { shortIds } from '../../../../../src/extension/vehicles/data/short-ids.ts';

afterEach(restoreClock);

async function build(count: number) {
  const service = new FakeAccount(...Array.from({ length: count }, (_, index) => `v${index}`));
  const world = new World({ s1: service });
  await world.directory.load();
  const [account] = world.directory.accounts;
  while (account && account.remaining > 0) await account.loadMore();
  const vehicles = () => account?.vehicles ?? [];
  const seen = { is: true };
  const reader = new NameReader(world.directory, () => seen.is);
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

function shortened(...ids: string[]): string[] {
  return ids.map(shortIds(ids));
}

describe('shortIds', () => {
  it('keeps the beginning, as far as that tells the ids apart', () => {
    assert.deepEqual(shortened('36ab27d0-fd9d-4455-823a-ce30af709ffc', '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07'), [
      '36ab27d0…',
      '8229df9f…',
    ]);
    assert.deepEqual(shortened('aaaaaaaa1-and-more', 'aaaaaaaa2-and-more'), ['aaaaaaaa1-…', 'aaaaaaaa2-…']);
  });

  it('keeps the end where the beginnings are alike', () => {
    assert.deepEqual(shortened('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'), [
      '…00000001',
      '…00000002',
    ]);
  });

  it('keeps short ids whole, and all of those that differ in their middle', () => {
    assert.deepEqual(shortened('v1', 'v2', '123456789'), ['v1', 'v2', '123456789']);
    const middle = ['same-beginning-1-same-ending-of-both', 'same-beginning-2-same-ending-of-both'];
    for (const [index, short] of shortened(...middle).entries()) assert.ok(short.includes(String(index + 1)));
  });

  it('does not hang on ids that are the same, or on none', () => {
    assert.deepEqual(shortened('36ab27d0-fd9d', '36ab27d0-fd9d'), ['36ab27d0…', '36ab27d0…']);
    assert.equal(shortIds([])('36ab27d0-fd9d'), '36ab27d0…');
  });

  it('tells any number of ids apart', () => {
    const random = Array.from({ length: 2000 }, () => globalThis.crypto.randomUUID());
    const counted = Array.from({ length: 2000 }, (_, index) => `0000-${String(index).padStart(30, '0')}`);
    for (const ids of [random, counted]) assert.equal(new Set(shortened(...ids)).size, ids.length);
  });
});
