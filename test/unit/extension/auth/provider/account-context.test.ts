import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Emitter } from '../../../../../src/common/event.ts';
import type { SessionInfo, SessionState } from '../../../../../src/extension/auth/sessions/session-info.ts';
import * as fake from '../fake-vscode.ts';

const { showAccounts } = await import('../../../../../src/extension/auth/provider/account-context.ts');

describe('the palette', () => {
  it('knows for certain that nobody is connected, or not, and whether a key is missing', async () => {
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
      return [fake.context.get('vehicleData.noAccounts'), fake.context.get('vehicleData.hasLockedAccounts')];
    };
    assert.deepEqual(await keys(), [true, false]);
    for (const [now, expected] of [
      [['fresh'], [false, false]],
      [
        ['fresh', 'locked'],
        [false, true],
      ],
      ['unreadable', [false, true]],
      [[], [true, false]],
    ] as const) {
      states = now;
      changed.fire();
      assert.deepEqual(await keys(), expected);
    }
    subscription.dispose();
  });
});
