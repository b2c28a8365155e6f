import assert from 'node:assert/strict';
import { timeText } from '../../../../../src/common/text/dates.ts';
import { longWaits } from '../../../../../src/extension/vehicles/data/long-waits.ts';
import { accessibleLabel, lineOf } from '../../../../../src/extension/vehicles/explorer/node-lines.ts';
import { rootNodes, type TreeNode } from '../../../../../src/extension/vehicles/explorer/tree-nodes.ts';
import { context as fixedContext, FakeAccount, World } from '../fixture.ts';

const context = { ...fixedContext, time: (at: number) => timeText(at, at, 'en') };

async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resume) => setImmediate(resume));
}

describe('a list that hangs', () => {
  let account: FakeAccount;
  let world: World;

  beforeEach(() => {
    account = new FakeAccount('v1', 'v2');
    account.hanging.add('ids 0');
    world = new World({ s1: account });
  });

  const nodes = () => rootNodes(world.directory, undefined, longWaits(world.directory, world.now));
  const waiting = () => nodes().filter(({ kind }) => kind === 'waiting');
  const text = (node: TreeNode | undefined) => node && accessibleLabel(lineOf(node, context));

  it('is said to be waited for after some seconds, since when, first of all lines and on a button', async () => {
    const since = context.time(world.now);
    const loading = world.directory.load();
    await settled();
    world.now += 4_999;
    assert.deepEqual(waiting(), []);
    world.now += 1;
    const [first] = nodes();
    assert.ok(first?.kind === 'waiting');
    assert.equal(text(first), `Cancel, waiting for the vehicles of owner of s1 since ${since}`);
    assert.equal(lineOf(first, context).opens, 'cancel');
    first.account.cancelList();
    await loading;
    assert.deepEqual([waiting(), world.directory.loading, world.directory.state], [[], false, 'error']);
    const [problem] = nodes();
    assert.ok(problem?.kind === 'problem');
    assert.match(text(problem) ?? '', /^The request was canceled\., Try Again, warning$/);
  });

  it('can be asked again after it was canceled, and a late answer changes nothing', async () => {
    const loading = world.directory.load();
    await settled();
    world.directory.accounts[0]?.cancelList();
    await loading;
    account.hanging.clear();
    world.now += 10_000;
    await world.directory.refresh('failed');
    assert.deepEqual([world.directory.state, world.directory.accounts[0]?.list.error], ['ready', undefined]);
  });

  it('leaves what was known, and asks no vehicle when it is canceled', async () => {
    account.hanging.clear();
    await world.directory.load();
    const [known] = world.directory.accounts;
    await Promise.all((known?.vehicles ?? []).map((vehicle) => vehicle.want()));
    account.hanging.add('ids 0');
    account.asked.length = 0;
    world.now += 10_000;
    const refresh = world.directory.refresh();
    await settled();
    world.now += 6_000;
    assert.equal(waiting().length, 1);
    known?.cancelList();
    await refresh;
    assert.deepEqual(account.asked, ['ids 0']);
    assert.equal(
      known?.vehicles.every(({ attributes }) => attributes.value),
      true,
    );
  });

  it('is the one of several accounts that is named', async () => {
    const other = new FakeAccount('v3');
    world = new World({ s1: account, s2: other });
    void world.directory.load();
    await settled();
    world.now += 5_000;
    assert.equal(waiting().length, 1);
    assert.match(text(waiting()[0]) ?? '', /owner of s1/);
  });
});
