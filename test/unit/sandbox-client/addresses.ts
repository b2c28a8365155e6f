import type { SandboxAddresses } from '../../../src/sandbox/control/contract.ts';

/** Of a sandbox that nobody asks. */
export const addresses: SandboxAddresses = {
  authUrl: 'http://localhost:1',
  baseUrl: 'http://localhost:1',
  connectUrl: 'http://localhost:1/oauth/authorize',
  clientId: 'id',
  clientSecret: 'secret',
  controlUrl: 'http://localhost:1/sandbox',
  v3: {
    authUrl: 'http://localhost:1',
    baseUrl: 'http://localhost:1',
    managementUrl: 'http://localhost:1',
    applicationId: 'id',
    apiClientId: 'client_id',
    apiClientSecret: 'secret',
    applicationManagementToken: 'secret',
  },
};
