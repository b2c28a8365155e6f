import type { SandboxAddresses } from './control/contract.ts';
import type { Application } from './world/application.ts';

export type { SandboxAddresses };

export function addressesAt(port: number, application: Application): SandboxAddresses {
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
