/** What a caller of `vscode.authentication.getSession` requests, as read from its scopes. */
import type { StoredSession } from '../sessions/stored-session.ts';

/** `VEHICLE_DATA_ENV:sandbox` among the scopes selects that environment; the default is the selected one. */
const environmentScopePrefix = 'VEHICLE_DATA_ENV:';

export interface ScopeRequest {
  readonly environment: string | undefined;
  /** The service's permissions. Empty if any will do. */
  readonly permissions: readonly string[];
}

export function readScopes(scopes: readonly string[]): ScopeRequest {
  const pseudo = scopes.find((scope) => scope.startsWith(environmentScopePrefix));
  return {
    environment: pseudo?.slice(environmentScopePrefix.length),
    permissions: scopes.filter((scope) => !scope.startsWith(environmentScopePrefix)),
  };
}

/** Whether the session belongs to the environment and has at least the permissions. */
export function satisfies(
  session: Pick<StoredSession, 'environment' | 'scopes'>,
  request: ScopeRequest,
  selectedEnvironment: string,
): boolean {
  return (
    session.environment === (request.environment ?? selectedEnvironment) &&
    request.permissions.every((permission) => session.scopes.includes(permission))
  );
}
