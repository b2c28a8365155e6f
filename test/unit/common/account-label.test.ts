import assert from 'node:assert/strict';
import { accountLabel } from '../../../src/common/account-label.ts';

describe('accountLabel', () => {
  it('leaves the environment out where it stands at the end, and only there', () => {
    assert.equal(accountLabel('Owner 1234 (sandbox)', 'sandbox', 60), 'Owner 1234');
    assert.equal(accountLabel('Owner 1234 (staging)', 'sandbox', 60), 'Owner 1234 (staging)');
    assert.equal(accountLabel('(sandbox) of mine', 'sandbox', 60), '(sandbox) of mine');
  });

  it('is plain text of the length that there is room for', () => {
    assert.equal(accountLabel('Owner\u202e of a very long name (x)', 'x', 9), 'Owner of…');
  });
});
