import assert from 'node:assert/strict';
import type { NominalCapacity } from '../../../../../src/service/model/vehicles.ts';
import { KnownVehicles } from '../../../../../src/extension/vehicles/data/known-vehicles.ts';
import { FakeAccount, World, candidates, failure, restoreClock } from '../fixture.ts';

afterEach(restoreClock);

const chosen = (nominal: number): NominalCapacity => ({ case: 'selected', nominal, candidates, selectUrl: null });
const before = 'sandbox.some-session';

describe('the nominal capacity, as viewers ask for it', () => {
  let account: FakeAccount;
  let world: World;
  let known: KnownVehicles;
  beforeEach(() => {
    account = new FakeAccount('v1', 'v2');
    account.capacities.set('v1', chosen(70.9));
    world = new World({ a: account });
    known = new KnownVehicles(world.directory);
  });

  const asked = () => account.asked.filter((question) => question.startsWith('capacity'));

  it('is what is known, or what the service says where nothing is known or it is to be asked again', async () => {
    assert.equal(await known.nominal('v1', before, false), 70.9);
    account.capacities.set('v1', chosen(90.9));
    assert.equal(await known.nominal('v1', before, false), 70.9);
    assert.equal(asked().length, 1);
    assert.equal(await known.nominal('v1', before, true), 90.9);
    assert.equal(asked().length, 2);
  });

  it('can’t be told where asking fails, whatever was known before', async () => {
    await known.nominal('v1', before, false);
    account.failures.set('capacity v1', failure());
    assert.equal(await known.nominal('v1', before, true), undefined);
    assert.equal(await known.nominal('v1', before, false), 70.9);
  });

  it('is null while it is undetermined', async () => {
    account.capacities.set('v1', { case: 'undetermined', candidates, selectUrl: null });
    assert.equal(await known.nominal('v1', before, false), null);
  });

  it('is never that of another environment’s vehicle, nor of none', async () => {
    assert.equal(await known.nominal('v1', 'production.some-session', false), undefined);
    assert.equal(await known.nominal('v9', before, false), undefined);
    assert.deepEqual(asked(), []);
  });

  it('is said to have come with each answer of the service, and by nothing else', async () => {
    const learned: string[] = [];
    known.onDidLearnNominal((id) => learned.push(id));
    await world.directory.load();
    const entry = await world.directory.find('v1');
    await entry?.wantDetails();
    assert.deepEqual(learned, ['v1']);
    await entry?.loadPermissions();
    account.failures.set('capacity v1', failure());
    await entry?.loadCapacity();
    assert.deepEqual(learned, ['v1']);
    account.failures.clear();
    account.capacities.set('v1', chosen(90.9));
    await entry?.loadCapacity();
    assert.deepEqual(learned, ['v1', 'v1']);
    known.dispose();
    account.capacities.set('v1', chosen(80.9));
    await entry?.loadCapacity();
    assert.equal(learned.length, 2);
  });
});

describe('the name of a vehicle, as other views show it', () => {
  it('is what was read in its environment, without a request, and told once', async () => {
    const account = new FakeAccount('v1');
    const world = new World({ 'sandbox.1': account });
    const known = new KnownVehicles(world.directory);
    const told: string[] = [];
    known.onDidLearnName((id) => told.push(id));
    assert.equal(known.name('v1', undefined), undefined);
    const entry = await world.directory.find('v1');
    await entry?.wantDetails();
    await entry?.loadCapacity();
    const asked = account.asked.length;
    const names = [undefined, 'sandbox.1', 'production.1'].map((sessionId) => known.name('v1', sessionId));
    assert.deepEqual([...names, known.name('v9', undefined)], ['BMW iv1', 'BMW iv1', undefined, undefined]);
    assert.deepEqual([account.asked.length, told], [asked, ['v1']]);
  });
});
