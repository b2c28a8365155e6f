import assert from 'node:assert/strict';
import { failuresOf } from '../../../../../src/extension/vehicles/data/failures.ts';
import { canOwnerChoose } from '../../../../../src/extension/vehicles/data/nominal-capacity.ts';
import { lineOf } from '../../../../../src/extension/vehicles/explorer/node-lines.ts';
import { childNodes, rootNodes, type TreeNode } from '../../../../../src/extension/vehicles/explorer/tree-nodes.ts';
import type { NominalCapacity } from '../../../../../src/service/model/vehicles.ts';
import { context, candidates, failure, FakeAccount, session, World } from '../fixture.ts';

const undetermined: NominalCapacity = { case: 'undetermined', candidates, selectUrl: 'https://choose.test' };

const texts = (nodes: readonly TreeNode[]) =>
  nodes.map((node) => lineOf(node, context)).map(({ label, description }) => `${label} | ${description}`);

describe('an account that is connected by both versions', () => {
  let world: World;
  let account: FakeAccount;
  let asked: string[];

  beforeEach(() => {
    account = new FakeAccount('v1', 'v2');
    world = new World({ 'sandbox.1': account });
    world.sessions = [session('sandbox.1', { hasTokens: true, ownerId: 'owner-1' })];
    asked = [];
    world.otherCapacity = (sessionId, vehicleId) => {
      asked.push(`${sessionId} ${vehicleId}`);
      return Promise.resolve(undefined);
    };
  });

  /** The first vehicle, unfolded. */
  async function unfolded() {
    await world.directory.load();
    await world.idle();
    const node = rootNodes(world.directory).find(({ kind }) => kind === 'vehicle');
    assert.ok(node?.kind === 'vehicle');
    await node.vehicle.wantDetails();
    const battery = () => texts(childNodes(node)).filter((text) => text.startsWith('Battery'));
    return { node, vehicle: node.vehicle, battery };
  }

  it('has the lines of the version that leads, and asks the other one for nothing', async () => {
    const { battery } = await unfolded();
    assert.deepEqual(battery(), ['Battery capacity | 80.7 kWh · determined by the API']);
    await world.directory.refresh();
    assert.deepEqual([asked, world.refreshes], [[], 1]);
  });

  it('lets the owner choose where version 3 knows no capacity, as long as version 2.0 answers', async () => {
    account.capacities.set('v1', { ...undetermined, selectUrl: null });
    const { vehicle, node } = await unfolded();
    assert.equal(canOwnerChoose(vehicle), true);
    const line = childNodes(node).find((each) => each.kind === 'field' && each.field === 'capacity');
    assert.ok(line && lineOf(line, context).tokens.includes('selectable'));
    const own = world.directory.accounts[0] ?? assert.fail();
    for (const changes of [{ hasTokens: false }, { ownerId: undefined }, { lack: { error: failure(), since: 1 } }]) {
      own.session = session('sandbox.1', { hasTokens: true, ownerId: 'owner-1', ...changes });
      assert.equal(canOwnerChoose(vehicle), false, Object.keys(changes)[0]);
    }
  });

  it('is read again by the other version once that leads for it, and what failed by the first is gone', async () => {
    const neighbour = new FakeAccount('v9');
    world = new World({ 'sandbox.1': account, 'sandbox.2': neighbour });
    world.leadingOf.set('sandbox.1', '2.0');
    account.failures.set('ids', failure('developer', 'It is switched off.'));
    await world.directory.load();
    assert.equal(failuresOf(world.directory).length, 1);
    account.asked.length = neighbour.asked.length = 0;
    account.failures.clear();
    // For example because the secret of version 3 was stored.
    world.leadingOf.set('sandbox.1', '3');
    world.environmentChanged.fire();
    await world.directory.load();
    assert.deepEqual(account.asked, ['ids 0']);
    assert.deepEqual(failuresOf(world.directory), []);
    assert.deepEqual(neighbour.asked, []);
  });

  it('says on its line when version 2.0 ends, as long as it answers, and nowhere below', async () => {
    const { node } = await unfolded();
    const ended = { error: failure('nobody', 'Version 2.0 no longer answers.'), since: 1 };
    const accountLines = () => {
      const lines = rootNodes(world.directory).map((each) => lineOf(each, context));
      return lines.filter(({ tokens: [kind] }) => kind === 'tokens' || kind === 'account');
    };
    const [only] = accountLines();
    assert.equal(only?.description, '2.0 ends soon');
    assert.equal(only.tooltip.at(-1), 'Version 2.0 ends soon.');
    assert.doesNotMatch(JSON.stringify(childNodes(node).map((each) => lineOf(each, context))), /ends soon/);
    // The same on the lines of several accounts, of which one is connected by version 3 alone.
    world.sessions = [
      session('sandbox.1', { hasTokens: true, ownerId: 'owner-1' }),
      session('sandbox.2', { hasTokens: false, ownerId: 'owner-2', state: 'application' }),
    ];
    world.sessionsChanged.fire();
    await world.directory.load();
    const descriptions = accountLines().map(({ description }) => description);
    assert.deepEqual(descriptions, ['2 vehicles · 2.0 ends soon', '0 vehicles']);
    world.sessions = [session('sandbox.1', { hasTokens: true, ownerId: 'owner-1', lack: ended })];
    world.sessionsChanged.fire();
    await world.directory.load();
    assert.doesNotMatch(JSON.stringify(accountLines()), /ends soon/);
  });

  it('says once, above its vehicles, that version 2.0 no longer answers, and that its tokens are void on their line', async () => {
    const error = failure('nobody', 'Version 2.0 no longer answers.');
    world.sessions = [
      session('sandbox.1', { hasTokens: true, ownerId: 'owner-1', state: 'needs-owner', lack: { error, since: 1 } }),
    ];
    const { battery } = await unfolded();
    const lines = texts(rootNodes(world.directory));
    assert.deepEqual(lines.filter((text) => text.includes('no longer answers')).length, 1);
    assert.ok(!lines.some((text) => text.includes('Access has ended')), lines.join());
    assert.equal(lines.filter((text) => text.endsWith('| connect again')).length, 1, lines.join());
    assert.equal(battery().length, 1);
  });
});
