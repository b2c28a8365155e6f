import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import { problemOfSession } from './problem.ts';

/** The version in which a session reads vehicles: only version 3 uses the application's token. */
export function versionOf({ state }: Pick<SessionInfo, 'state'>): ApiVersion {
  return state === 'application' ? '3' : '2.0';
}

/**
 * The session that reads the same owner's vehicles in the other version, or did until its access ended; undefined if
 * there is none. Application IDs and owner IDs are the same in both versions (public).
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
