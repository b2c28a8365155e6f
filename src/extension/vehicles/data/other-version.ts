import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import { problemOfSession } from './problem.ts';

/** The version by which a session reads vehicles: only in version 3 the application's token does, and never ends. */
export function versionOf({ state }: Pick<SessionInfo, 'state'>): ApiVersion {
  return state === 'application' ? '3' : '2.0';
}

/**
 * The session that reads the same owner's vehicles by the other version, or did until its access ended; undefined where
 * there is none. Both versions know an application by one ID and an owner by one ID (public).
 */
export function otherVersionOf(session: SessionInfo, sessions: readonly SessionInfo[]): SessionInfo | undefined {
  if (session.applicationId === undefined || problemOfSession(session.state)) return undefined;
  const others = sessions.filter(
    (other) =>
      other.applicationId === session.applicationId &&
      other.account.id === session.account.id &&
      other.state !== 'locked' &&
      versionOf(other) !== versionOf(session),
  );
  return others.find(({ state }) => !problemOfSession(state)) ?? others[0];
}
