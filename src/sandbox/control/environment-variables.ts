import type { SandboxAddresses } from './contract.ts';

/**
 * Lines of a `.env` file that point an application at the sandbox: under plain names, and under those that the official
 * Node library of the service reads.
 */
export function environmentVariables(sandbox: SandboxAddresses): string {
  const { authUrl, baseUrl, connectUrl, clientId, clientSecret } = sandbox;
  const variables = {
    AUTH_URL: authUrl,
    BASE_URL: baseUrl,
    CONNECT_URL: connectUrl,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    SMARTCAR_CLIENT_ID: clientId,
    SMARTCAR_CLIENT_SECRET: clientSecret,
    SMARTCAR_AUTH_ORIGIN: authUrl,
    SMARTCAR_API_ORIGIN: baseUrl,
  };
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
