import * as vscode from 'vscode';
import type { Disposable } from '../../../common/event.ts';
import type { Sessions } from '../sessions/session-info.ts';

/** True if an account of any environment is connected, or may be; the palette then has the commands that need one. */
const accountsKey = 'vehicleData.hasAccounts';

/** True while the key of a session can't be read, for the `when` of the command that retries. */
const lockedKey = 'vehicleData.hasLockedAccounts';

/** Keeps the context keys up to date with the sessions of all environments. */
export function showAccounts(sessions: Pick<Sessions, 'list' | 'onDidChange'>): Disposable {
  const set = (key: string, value: boolean) => void vscode.commands.executeCommand('setContext', key, value);
  const update = async () => {
    // If nothing can be read, there may still be accounts.
    const list = await sessions.list().catch(() => undefined);
    set(accountsKey, list?.length !== 0);
    set(lockedKey, list?.some(({ state }) => state === 'locked') ?? true);
  };
  const subscription = sessions.onDidChange(() => void update());
  void update();
  return subscription;
}
