import assert from 'node:assert/strict';
import { KnownNames } from '../../../../../src/extension/vehicles/data/known-names.ts';
import { FakeAccount, World, session } from '../fixture.ts';

describe('KnownNames', () => {
  it('are those that were read, without a request, and told once each', async () => {
    const account = new FakeAccount('v1', 'v2');
    const world = new World({ a: account });
    const names = new KnownNames(world.directory);
    let told = 0;
    names.onDidChange(() => (told += 1));
    assert.equal(names.of('v1', undefined), undefined);
    await world.directory.load();
    const entry = await world.directory.find('v1');
    await entry?.wantDetails();
    const asked = account.asked.length;
    const name = names.of('v1', undefined);
    assert.ok(name);
    assert.equal(names.of('v1', session('a').id), name);
    assert.equal(names.of('v9', undefined), undefined);
    assert.equal(account.asked.length, asked);
    assert.ok(told > 0);
    const before = told;
    await entry?.loadCapacity();
    assert.equal(told, before);
    names.dispose();
  });

  it('are not those of another environment, where the same ID may be another vehicle’s', async () => {
    const world = new World({ a: new FakeAccount('v1') });
    const names = new KnownNames(world.directory);
    await world.directory.load();
    await (await world.directory.find('v1'))?.wantDetails();
    assert.ok(names.of('v1', 'sandbox.some-session'));
    assert.equal(names.of('v1', 'production.some-session'), undefined);
  });
});
