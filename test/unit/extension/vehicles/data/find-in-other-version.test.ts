import assert from 'node:assert/strict';
import { findInOtherVersion } from '../../../../../src/extension/vehicles/data/find-in-other-version.ts';
import { failure, FakeAccount, session } from '../fixture.ts';

const owner = { id: 'owner-1', label: 'Robin Hale' };
const vehicle = { id: 'v1', make: 'BMW', model: 'iv1', year: 2023 };

describe('A vehicle in the other version', () => {
  const old = session('old', { account: owner });
  const { signal } = new AbortController();

  function find(accounts: Record<string, FakeAccount>, sessions: Parameters<typeof findInOtherVersion>[1]) {
    const wanted = { account: old, vehicleId: 'v1', vehicle };
    const clientFor = (id: string) => accounts[id] ?? assert.fail(id);
    return findInOtherVersion(wanted, [old, ...sessions], clientFor, signal);
  }
  const newer = (id: string, account = { id: `of-${id}`, label: id }) => session(id, { state: 'application', account });

  it('is found by its ID in an account of that version alone, on any page, its owner’s first', async () => {
    const ids = Array.from({ length: 70 }, (_, index) => `other-${index}`);
    const stranger = new FakeAccount('v1');
    const accounts = { stranger, own: new FakeAccount(...ids, 'v1') };
    const sessions = [newer('stranger'), newer('own', owner)];
    const { found } = await find(accounts, sessions);
    assert.deepEqual([found?.session.id, found?.vehicleId], ['own', 'v1']);
    assert.deepEqual(stranger.asked, []);
    assert.deepEqual(await find({}, [session('same-version')]), { alike: [], failure: undefined });
  });

  it('is offered by make and model where its ID is another one', async () => {
    const account = new FakeAccount('v2', 'V1');
    account.makes.set('V1', 'bmw');
    const { found, alike } = await find({ newer: account }, [newer('newer')]);
    assert.equal(found, undefined);
    assert.deepEqual(
      alike.map(({ vehicleId }) => vehicleId),
      ['V1'],
    );
  });

  it('is looked for on where one account fails, whose failure is told if nothing is found', async () => {
    const broken = new FakeAccount();
    broken.failures.set('ids', failure());
    const sessions = [newer('broken'), newer('good')];
    assert.ok((await find({ broken, good: new FakeAccount('v1') }, sessions)).found);
    const { failure: told } = await find({ broken, good: new FakeAccount() }, sessions);
    assert.equal(told?.message, 'The service is busy.');
  });
});
