import * as vscode from 'vscode';
import type { Disposable } from '../../../common/event.ts';
import type { Sessions } from '../sessions/session-info.ts';

/** True where it is certain that no account is connected, in no environment: what needs one is not in the palette. */
const noneKey = 'vehicleData.noAccounts';

/** True while the key of a session can't be read, for the `when` of the command that tries again. */
const lockedKey = 'vehicleData.hasLockedAccounts';

/** Keeps the palette's keys in step with the sessions of all environments. */
export function showAccounts(sessions: Pick<Sessions, 'list' | 'onDidChange'>): Disposable {
  const set = (key: string, value: boolean) => void vscode.commands.executeCommand('setContext', key, value);
  const update = async () => {
    // That nothing can be read is not that there is nothing.
    const list = await sessions.list().catch(() => undefined);
    set(noneKey, list?.length === 0);
    set(lockedKey, list?.some(({ state }) => state === 'locked') ?? true);
  };
  const subscription = sessions.onDidChange(() => void update());
  void update();
  return subscription;
}
