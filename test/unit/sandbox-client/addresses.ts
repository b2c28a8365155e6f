import type { SandboxAddresses } from '../../../src/sandbox/control/contract.ts';

/** Of a sandbox that nobody asks. */
export const addresses: SandboxAddresses = {
  authUrl: 'http://localhost:1',
  baseUrl: 'http://localhost:1',
  connectUrl: 'http://localhost:1/oauth/authorize',
  clientId: 'id',
  clientSecret: 'secret',
  controlUrl: 'http://localhost:1/sandbox',
};
