import assert from 'node:assert/strict';
import type { SessionState } from '../../../../../src/extension/auth/sessions/session-info.ts';
import { stateOnScreen } from '../../../../../src/extension/vehicles/explorer/session-state.ts';

const table: [state: SessionState, icon: string, text: string, buttons: string][] = [
  ['fresh', 'key', '', 'renewable'],
  ['application', 'key', '', 'application'],
  ['expiring', 'clock', 'refresh due', 'renewable'],
  ['refreshing', 'sync~spin', 'refreshing…', ''],
  ['offline', 'debug-disconnect', 'offline', 'renewable'],
  ['locked', 'lock', 'locked', 'unlock'],
  ['needs-owner', 'sign-in', 'connect again', 'reconnect'],
];

describe('stateOnScreen', () => {
  for (const [state, icon, text, buttons] of table) {
    it(`shows “${state}” as ${icon} “${text}”, with ${buttons || 'no button'}`, () => {
      const shown = stateOnScreen(state);
      assert.deepEqual([shown.icon, shown.text, shown.tokens.join()], [icon, text, buttons]);
      assert.ok(shown.explanation);
    });
  }

  it('warns only of what somebody has to mend', () => {
    const warned = table.map(([state]) => state).filter((state) => stateOnScreen(state).isWarning);
    assert.deepEqual(warned, ['offline', 'locked', 'needs-owner']);
  });
});
