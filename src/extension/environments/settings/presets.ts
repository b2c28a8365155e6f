import { publicHosts } from '../../../service/model/public-hosts.ts';
import { t } from '../../../common/translate.ts';
import { permissions } from '../../../service/model/permissions.ts';
import type { ServiceEnvironment } from '../../../service/model/environment.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { EnvironmentEntry } from './environment-entry.ts';
import { sandboxEnvironment } from './environments.ts';

/** What a running sandbox reports about itself. */
export interface SandboxAddresses {
  readonly authUrl: string;
  readonly baseUrl: string;
  readonly connectUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Missing in a sandbox of an earlier release. */
  readonly v3?:
    | {
        readonly authUrl: string;
        readonly baseUrl: string;
        readonly applicationId: string;
        readonly apiClientId: string;
        readonly apiClientSecret: string;
      }
    | undefined;
}

/** A built-in environment without the IDs of the application. */
type EnvironmentPreset = EnvironmentEntry & { readonly name: string };

/** The sandbox accepts every loopback port, so the system may choose a free one. */
export function sandboxPreset(addresses: SandboxAddresses): ServiceEnvironment {
  return {
    name: sandboxEnvironment,
    authUrl: addresses.authUrl,
    baseUrl: addresses.baseUrl,
    connectUrl: addresses.connectUrl,
    clientId: addresses.clientId,
    redirectUri: 'http://localhost:0/callback',
    scopes: permissions,
  };
}

/** The same sandbox in version 3. Its Connect page serves both versions. */
export function sandboxV3Preset(addresses: SandboxAddresses): ServiceEnvironment {
  const { authUrl, baseUrl, applicationId, apiClientId: clientId } = version3Of(addresses);
  return {
    ...sandboxPreset(addresses),
    version: '3',
    canSubscribe: true,
    ...{ authUrl, baseUrl, applicationId, clientId },
  };
}

/** @throws ServiceError (`input`) if the running sandbox is of an earlier release */
export function version3Of({ v3 }: SandboxAddresses): NonNullable<SandboxAddresses['v3']> {
  if (v3) return v3;
  throw new ServiceError(t('The sandbox that is running has no version 3.'), {
    kind: 'input',
    turn: 'retry',
    nextStep: t('Stop it where it was started, then try again.'),
    sent: false,
  });
}

/**
 * The public service. Its addresses are public, not from the specification, and can be overridden in the settings. The
 * redirect URI is only a suggestion: the user registers it, or another one, with the application.
 */
const smartcarPreset = {
  name: 'smartcar',
  authUrl: `https://${publicHosts.v2.token}`,
  baseUrl: `https://${publicHosts.v2.data}`,
  authUrlV3: `https://${publicHosts.v3.token}`,
  baseUrlV3: `https://${publicHosts.v3.data}`,
  connectUrl: `https://${publicHosts.connect}/oauth/authorize`,
  redirectUri: 'http://localhost:52625/callback',
  scopes: permissions,
  mode: 'live',
} as const satisfies EnvironmentPreset;

/** The same service for an entry that was made for version 3 alone. */
const { authUrlV3: authUrl, baseUrlV3: baseUrl, ...common } = smartcarPreset;
const smartcarV3Preset: EnvironmentPreset = { ...common, name: 'smartcar-v3', version: '3', authUrl, baseUrl };

export const publicPresets: readonly EnvironmentPreset[] = [smartcarPreset, smartcarV3Preset];
