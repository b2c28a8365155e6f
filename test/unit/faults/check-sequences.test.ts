import assert from 'node:assert/strict';
import { checkSequences } from '../../faults/model/check.ts';
import type { Operation } from '../../faults/model/operation.ts';

const isKill = (operation: Operation) => operation.do === 'kill';

/** A model whose promise is that no two windows are killed. */
function run(operations: readonly Operation[]): Promise<void> {
  assert.ok(operations.filter(isKill).length < 2, 'two windows were killed');
  return Promise.resolve();
}

async function complaintOf(seed?: number): Promise<string> {
  const error = await checkSequences('life', 1000, seed, run).then(
    () => assert.fail('no sequence broke the promise'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error && error.cause instanceof assert.AssertionError);
  return error.message;
}

describe('A sequence that breaks a promise', () => {
  it('is told whole, after the promise: a log may cut its lines', async () => {
    const [promise, sequence, origin] = (await complaintOf()).split('\n');
    assert.equal(promise, 'two windows were killed');
    const operations = JSON.parse(sequence?.replace(/^after /, '') ?? '') as Operation[];
    await assert.rejects(async () => run(operations), { message: promise });
    assert.match(origin ?? '', /^\(of 'life', seed -?\d+, sequence \d+ of 1000\)$/);
  });

  it('is found again by the seed that is told', async () => {
    const complaint = await complaintOf();
    assert.equal(await complaintOf(Number(/seed (-?\d+)/.exec(complaint)?.[1])), complaint);
  });
});
