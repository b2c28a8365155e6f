import type { ApiVersion } from '../../../service/model/environment.ts';
import { type Environments, isSandboxEnvironment } from './environments.ts';

/**
 * The environment that serves another version of the API for the same application; undefined if there is none. Only
 * another one of the sandbox has the sandbox's vehicles, which is not started for this.
 */
export async function environmentOfVersion(
  environments: Pick<Environments, 'names' | 'resolve'>,
  of: { readonly environment: string; readonly applicationId?: string | undefined },
  version: ApiVersion,
): Promise<string | undefined> {
  const isSandbox = isSandboxEnvironment(of.environment);
  for (const name of environments.names()) {
    if (isSandboxEnvironment(name) !== isSandbox) continue;
    const found = await environments.resolve(name).catch(() => undefined);
    if (!found || (found.version ?? '2.0') !== version) continue;
    if ((found.applicationId ?? found.clientId) === of.applicationId) return name;
  }
  return undefined;
}
