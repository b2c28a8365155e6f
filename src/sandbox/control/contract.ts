import * as z from 'zod';

/** What the sandbox prints when it is ready, and says at its control address: all that an application needs. */
export const sandboxAddresses = z.object({
  authUrl: z.string(),
  baseUrl: z.string(),
  connectUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  controlUrl: z.string(),
});
export type SandboxAddresses = z.output<typeof sandboxAddresses>;
