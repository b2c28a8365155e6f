import assert from 'node:assert/strict';
import { abortWith } from '../../../src/common/abort-with.ts';
import { Emitter } from '../../../src/common/event.ts';

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
