import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import { environmentOfSession } from '../../auth/sessions/stored-session.ts';

/** Whether the account stands for a session, or is of its environment. */
export function isOf({ id, otherIds = [], environment }: SessionInfo, before: string): boolean {
  return [id, ...otherIds].includes(before) || environment === environmentOfSession(before);
}
