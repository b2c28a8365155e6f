/** What a caller of `vscode.authentication.getSession` requests, as read from its scopes. */
import { hasOwnTokens, type StoredSession } from '../sessions/stored-session.ts';

/** `VEHICLE_DATA_ENV:sandbox` among the scopes selects that environment; the default is the selected one. */
const environmentPrefix = 'VEHICLE_DATA_ENV:';

/** `VEHICLE_DATA_VERSION:3` among the scopes asks for that version of the API; the default is either, 2.0 first. */
const versionPrefix = 'VEHICLE_DATA_VERSION:';

export interface ScopeRequest {
  readonly environment: string | undefined;
  readonly version: string | undefined;
  /** The service's permissions. Empty if any will do. */
  readonly permissions: readonly string[];
}

export function readScopes(scopes: readonly string[]): ScopeRequest {
  const valueOf = (prefix: string) => scopes.find((scope) => scope.startsWith(prefix))?.slice(prefix.length);
  return {
    environment: valueOf(environmentPrefix),
    version: valueOf(versionPrefix),
    permissions: scopes.filter((scope) => ![environmentPrefix, versionPrefix].some((each) => scope.startsWith(each))),
  };
}

/** Whether the session belongs to the environment and has at least the permissions and the version. */
export function satisfies(
  session: Pick<StoredSession, 'environment' | 'scopes' | 'grant' | 'ownerId'>,
  { environment, version, permissions }: ScopeRequest,
  selectedEnvironment: string,
): boolean {
  const hasTokens = hasOwnTokens(session);
  const isOf =
    version === undefined || (version === '2.0' ? hasTokens : version === '3' && (!hasTokens || session.ownerId));
  return (
    Boolean(isOf) &&
    session.environment === (environment ?? selectedEnvironment) &&
    permissions.every((permission) => session.scopes.includes(permission))
  );
}
