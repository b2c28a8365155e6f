import type { SandboxAddresses } from './contract.ts';

/**
 * From the service's own example applications. The sandbox accepts any redirect URI, unless a scenario registers some.
 */
const exampleRedirectUri = 'http://localhost:8000/exchange';

/**
 * Lines of a `.env` file that point an application at the sandbox: under plain names, and under the names that the
 * service's own libraries read, none of which needs other settings.
 */
export function environmentVariables(sandbox: SandboxAddresses, redirectUri = exampleRedirectUri): string {
  const { authUrl, baseUrl, connectUrl, clientId, clientSecret, v3 } = sandbox;
  const variables = {
    AUTH_URL: authUrl,
    BASE_URL: baseUrl,
    CONNECT_URL: connectUrl,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    SMARTCAR_CLIENT_ID: clientId,
    SMARTCAR_CLIENT_SECRET: clientSecret,
    SMARTCAR_REDIRECT_URI: redirectUri,
    SMARTCAR_AUTH_ORIGIN: authUrl,
    SMARTCAR_API_ORIGIN: baseUrl,
    SMARTCAR_CONNECT_ORIGIN: new URL(connectUrl).origin,
    V3_AUTH_URL: v3.authUrl,
    V3_BASE_URL: v3.baseUrl,
    V3_MANAGEMENT_URL: v3.managementUrl,
    APPLICATION_ID: v3.applicationId,
    API_CLIENT_ID: v3.apiClientId,
    API_CLIENT_SECRET: v3.apiClientSecret,
    SMARTCAR_MANAGEMENT_TOKEN: v3.applicationManagementToken,
    SMARTCAR_API_V3_ORIGIN: v3.baseUrl,
    SMARTCAR_VEHICLE_API_ORIGIN: v3.baseUrl,
    SMARTCAR_MANAGEMENT_API_ORIGIN: v3.managementUrl,
  };
  return Object.entries(variables)
    .map(([name, value]) => {
      const text = quoted(value);
      return text === undefined ? '' : `${name}=${text}\n`;
    })
    .join('');
}

/** Quotes a value so that both `.env` readers and shells read it literally. Undefined if that is not possible. */
function quoted(value: string): string | undefined {
  if (/^[\w.:/-]+$/.test(value)) return value;
  // Line breaks of every kind, and invisible characters.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(value)) return undefined;
  if (!value.includes("'")) return `'${value}'`;
  return /["$`\\]/.test(value) ? undefined : `"${value}"`;
}
