import assert from 'node:assert/strict';
import { signingKeys } from '../../../src/sandbox-client/signing-keys.ts';
import { addresses } from './addresses.ts';

describe('signingKeys', () => {
  it('has the newest token first, then older ones, then what may be taken for one', () => {
    const tokens = { tokens: ['first', 'second'], applicationManagementToken: 'second', oldestSigns: true };
    const keys = signingKeys({ ...tokens, webhooks: [] }, addresses);
    assert.deepEqual(
      keys.slice(0, 2).map(({ value, role }) => [value, role]),
      [
        ['second', 'token'],
        ['first', 'older'],
      ],
    );
    const others = keys.slice(2).map(({ role, value }) => [role, value]);
    assert.ok(others.some(([, value]) => value === addresses.clientId));
    assert.deepEqual(new Set(others.map(([role]) => role)), new Set(['other']));
  });
});
