import type { World } from './world/vehicles-data.ts';

/** What the sandbox prints when it is ready: all that an application needs to use it. */
export interface SandboxAddresses {
  readonly authUrl: string;
  readonly baseUrl: string;
  readonly connectUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly controlUrl: string;
}

export function addressesAt(port: number, application: World['application']): SandboxAddresses {
  const base = `http://localhost:${port}`;
  return {
    authUrl: base,
    baseUrl: base,
    connectUrl: `${base}/oauth/authorize`,
    clientId: application.clientId,
    clientSecret: application.clientSecret,
    controlUrl: `${base}/sandbox`,
  };
}
