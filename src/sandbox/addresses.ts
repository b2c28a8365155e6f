import type { SandboxAddresses } from './control/contract.ts';
import type { World } from './world/vehicles-data.ts';

export type { SandboxAddresses };

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
