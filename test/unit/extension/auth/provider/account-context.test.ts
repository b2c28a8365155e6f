import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Emitter } from '../../../../../src/common/event.ts';
import type { SessionInfo, SessionState } from '../../../../../src/extension/auth/sessions/session-info.ts';
import * as fake from '../fake-vscode.ts';

const { showAccounts } = await import('../../../../../src/extension/auth/provider/account-context.ts');

describe('the palette', () => {
  it('knows whether an account may be connected, and whether a key is missing', async () => {
    fake.forgetAll();
    let states: readonly SessionState[] | 'unreadable' = [];
    const changed = new Emitter<void>();
    const list = () =>
      states === 'unreadable'
        ? Promise.reject(new Error('locked'))
        : Promise.resolve(states.map((state) => ({ state }) as SessionInfo));
    const subscription = showAccounts({ list, onDidChange: changed.event });
    const keys = async () => {
      await setImmediate();
      return [fake.context.get('vehicleData.hasAccounts'), fake.context.get('vehicleData.hasLockedAccounts')];
    };
    assert.deepEqual(await keys(), [false, false]);
    for (const [now, expected] of [
      [['fresh'], [true, false]],
      [
        ['fresh', 'locked'],
        [true, true],
      ],
      ['unreadable', [true, true]],
      [[], [false, false]],
    ] as const) {
      states = now;
      changed.fire();
      assert.deepEqual(await keys(), expected);
    }
    subscription.dispose();
  });
});
