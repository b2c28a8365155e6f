import assert from 'node:assert/strict';
import { readSavedState } from '../../../../src/viewer/page/saved-state.ts';

const vehicle = { id: 'v', make: 'BMW', model: 'i4', year: 2024 };
const target = { sessionId: 's', vehicle, others: [{ sessionId: 't', vehicle }] };

describe('readSavedState', () => {
  it('reads the state that the page saved', () => {
    const state = { target, view: { zone: 'utc' }, top: 3 };
    assert.deepEqual(readSavedState(state), state);
    assert.equal(readSavedState({ ...state, top: 'x' })?.top, undefined);
  });

  it('reads no other', () => {
    for (const odd of [undefined, {}, { target: {} }, { target: { ...target, others: [{}] } }]) {
      assert.equal(readSavedState(odd), undefined);
    }
  });
});
