import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { limit } from '../../../src/common/concurrency-limit.ts';
import { abortWith, timeLimit, withSignals } from '../../../src/common/abort-with.ts';
import { Emitter } from '../../../src/common/event.ts';

describe('limit', () => {
  it('runs no more than the width at once, in order, and goes on after a failure', async () => {
    const { signal } = new AbortController();
    const limited = limit(2);
    const begun: number[] = [];
    const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<string>());
    const results = gates.map((gate, index) =>
      limited(() => {
        begun.push(index);
        return gate.promise;
      }, signal),
    );
    assert.deepEqual(begun, [0, 1]);
    gates[1]?.reject(new Error('lost'));
    await assert.rejects(Promise.resolve(results[1]), /lost/);
    assert.deepEqual(begun, [0, 1, 2]);
    for (const gate of gates) gate.resolve('done');
    assert.equal(await results[3], 'done');
    assert.deepEqual(begun, [0, 1, 2, 3]);
  });

  it('takes the place from a task that is aborted, although it hangs, and never begins one that is aborted waiting', async () => {
    const [running, waiting] = [new AbortController(), new AbortController()];
    const limited = limit(1);
    const hung = limited(() => new Promise(() => undefined), running.signal);
    const never = limited(() => assert.fail('begun'), waiting.signal);
    const next = limited(() => Promise.resolve('done'), new AbortController().signal);
    waiting.abort();
    running.abort();
    await assert.rejects(hung, { name: 'AbortError' });
    await assert.rejects(never, { name: 'AbortError' });
    assert.equal(await next, 'done');
  });
});

describe('abortWith', () => {
  it('aborts when the user cancels, and not before', () => {
    const cancel = new Emitter<void>();
    const signal = abortWith({ isCancellationRequested: false, onCancellationRequested: cancel.event });
    assert.equal(signal.aborted, false);
    cancel.fire();
    assert.equal(signal.aborted, true);
  });

  it('aborts at once where the user was quicker', () => {
    const never = { isCancellationRequested: true, onCancellationRequested: new Emitter<void>().event };
    assert.equal(abortWith(never).aborted, true);
  });
});

describe('timeLimit', () => {
  it('aborts after its time, or with the reason of the first other signal, also of one that has aborted', async () => {
    const never = new AbortController().signal;
    const over = timeLimit(1, never);
    await new Promise((resolve) => over.addEventListener('abort', resolve));
    assert.equal((over.reason as Error).name, 'TimeoutError');
    const [first, second] = [new AbortController(), new AbortController()];
    const limited = timeLimit(60_000, first.signal, second.signal);
    second.abort('left');
    first.abort('late');
    assert.equal(limited.reason, 'left');
    assert.equal(timeLimit(60_000, second.signal).reason, 'left');
  });
});

describe('withSignals', () => {
  it('aborts as the first signal does, or at the end, and leaves nothing with a signal that lives on', async () => {
    const [lasting, other] = [new AbortController(), new AbortController()];
    const seen: AbortSignal[] = [];
    const work = (signal: AbortSignal) => {
      seen.push(signal);
      return Promise.resolve(signal.aborted);
    };
    assert.equal(await withSignals(work, lasting.signal, other.signal), false);
    const failing = withSignals(() => Promise.reject(new Error('lost')), lasting.signal);
    await assert.rejects(failing, /lost/);
    assert.deepEqual(getEventListeners(lasting.signal, 'abort'), []);
    const running = withSignals(
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason))),
      lasting.signal,
      other.signal,
    );
    other.abort('left');
    assert.equal(await running, 'left');
    assert.equal(await withSignals(work, lasting.signal, other.signal), true);
    assert.ok(seen.every(({ aborted }) => aborted));
  });
});
