import assert from 'node:assert/strict';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { childNodes, rootNodes } from '../../../../../src/extension/vehicles/explorer/tree-nodes.ts';
import { lineOf } from '../../../../../src/extension/vehicles/explorer/node-lines.ts';
import { retryTimesOf } from '../../../../../src/extension/vehicles/data/retry-times.ts';
import { context, FakeAccount, World } from '../fixture.ts';

const later = new ServiceError('This vehicle was asked too often.', {
  kind: 'api',
  turn: 'retry',
  nextStep: 'Ask less often.',
  status: 429,
  retryAt: 42_000,
  sent: true,
});

describe('a wait that the service asks for', () => {
  it('is known of each vehicle until it is asked again, and counts down on its lines', async () => {
    const account = new FakeAccount('v1', 'v2');
    account.failures.set('capacity v1', later);
    const { directory } = new World({ s1: account });
    await directory.load();
    const [first, second] = directory.accounts.flatMap(({ vehicles }) => vehicles);
    assert.ok(first && second);
    await Promise.all([first.want(), second.want()]);
    assert.deepEqual(retryTimesOf(directory), [{ of: first, until: 42_000 }]);

    const descriptions = (now: number) => {
      const nodes = rootNodes(directory, () => true);
      const [line] = nodes.filter((node) => node.kind === 'vehicle');
      assert.ok(line);
      const capacity = childNodes(line, () => true).find((node) => node.kind === 'field' && node.field === 'capacity');
      assert.ok(capacity);
      return [line, capacity].map((node) => lineOf(node, { ...context, time: String, now: () => now }).description);
    };
    assert.match(descriptions(0)[0] ?? '', /^Try again in 0:42 · /);
    assert.match(descriptions(1_000)[1] ?? '', /^Try again in 0:41 · This vehicle was asked too often/);
    assert.doesNotMatch(descriptions(42_000).join(), /Try again in/);

    account.failures.clear();
    await first.reload('failed');
    assert.deepEqual(retryTimesOf(directory), []);

    account.failures.set('capacity v1', later);
    await first.reload('all');
    // A narrow view cuts the end off, and what was read earlier has an age.
    for (const description of descriptions(0))
      assert.match(description, /^Try again in 0:42 · (?:81\u202fkWh · as of \d+|as of \d+ · 80)/);
  });
});
