import { permissions } from '../../service/model/permissions.ts';
import type { ServiceEnvironment } from '../../service/model/environment.ts';
import { sandboxEnvironment } from './environments.ts';

/** What a running sandbox says of itself. */
export interface SandboxAddresses {
  readonly authUrl: string;
  readonly baseUrl: string;
  readonly connectUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The sandbox accepts every loopback port, so this machine may choose a free one. */
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

/**
 * The public service. Addresses are public facts, not the document's, and each can be overridden in the settings. The
 * redirect URI is only a proposal: the user registers it, or another one, with the application.
 */
export const smartcarPreset: Omit<ServiceEnvironment, 'clientId'> = {
  name: 'smartcar',
  authUrl: 'https://auth.smartcar.com',
  baseUrl: 'https://api.smartcar.com',
  connectUrl: 'https://connect.smartcar.com/oauth/authorize',
  redirectUri: 'http://localhost:52625/callback',
  scopes: permissions,
  mode: 'live',
};
