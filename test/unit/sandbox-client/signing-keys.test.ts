import assert from 'node:assert/strict';
import type { CallableName, ControlAnswer } from '../../../src/sandbox/control/contract.ts';
import { signingKeys } from '../../../src/sandbox-client/signing-keys.ts';
import { addresses } from './addresses.ts';

describe('signingKeys', () => {
  it('has the newest token first, then older ones, then what may be taken for one', async () => {
    const tokens = { tokens: ['first', 'second'], applicationManagementToken: 'second', oldestSigns: true };
    const answers: Partial<Record<CallableName, unknown>> = {
      listWebhooks: { ...tokens, webhooks: [] },
      show: addresses,
    };
    const keys = await signingKeys(<Name extends CallableName>(name: Name) =>
      Promise.resolve(answers[name] as ControlAnswer<Name>),
    );
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
