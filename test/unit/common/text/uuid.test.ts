import assert from 'node:assert/strict';
import { isUuid } from '../../../../src/common/random-secret.ts';

describe('isUuid', () => {
  const uuid = 'f1b2c3d4-0000-4000-8000-00000000000a';

  it('takes either case, and neither more nor less than a UUID', () => {
    assert.deepEqual([uuid, uuid.toUpperCase(), 'x', `${uuid}0`, ''].map(isUuid), [true, true, false, false, false]);
  });
});
