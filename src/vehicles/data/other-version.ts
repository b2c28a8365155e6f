import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import type { ApiVersion } from '../../service/model/environment.ts';
import { problemOfSession } from './problem.ts';

/** The version by which a session that can be used reads vehicles: only in version 3 the application's token does. */
export function versionOf({ state }: Pick<SessionInfo, 'state'>): ApiVersion {
  return state === 'application' ? '3' : '2.0';
}

/**
 * The session that reads the same owner's vehicles by the other version; undefined where there is none that can be used.
 * Both versions know an application by one ID and an owner by one ID (public).
 */
export function otherVersionOf(session: SessionInfo, sessions: readonly SessionInfo[]): SessionInfo | undefined {
  if (session.applicationId === undefined || problemOfSession(session.state)) return undefined;
  return sessions.find(
    (other) =>
      other.applicationId === session.applicationId &&
      other.account.id === session.account.id &&
      !problemOfSession(other.state) &&
      versionOf(other) !== versionOf(session),
  );
}
