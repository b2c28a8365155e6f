/** What stands where a secret stood. */
export const mask = '…';

/**
 * Names of headers, members and fields whose values are secrets, whoever's they are: those that tools for HTTP archives take
 * out as well. Nothing of the service's own has such a name but its secrets.
 */
const secretName = new RegExp(
  [
    '(?:token|secret|password|passwd|passphrase|pwd|credential|authorization|authenticate|cookie|assertion)s?$',
    '(?:api|access|private|signing|encryption|auth|secret|subscription|shared)[-_.]?keys?$',
    '(?:^|[-_.])(?:x[-_]?)?(?:auth|session|sid|pin|otp|totp|pass|sig|hmac|jwt|nonce|bearer)$',
    '(?:session|sess)[-_.]?(?:id|key|data|hash)$',
    '^x[-_]?auth|[cx]srf|signature|password|secret|jwt|saml(?:request|response)|code[-_]?verifier',
  ].join('|'),
  'i',
);
const secretNameOfCamelCase = /[a-z](?:Auth|Sid|Pin|Otp|Jwt|Pass)$/;

export function isSecretName(name: string): boolean {
  return secretName.test(name) || secretNameOfCamelCase.test(name);
}

/** Parameters of queries and forms that are safe to show. Every other value is hidden, known or not. */
export const harmlessParameters: ReadonlySet<string> = new Set([
  'application_id',
  'client_id',
  'endDate',
  'filter[userId]',
  'filter[vehicle.mode]',
  'filter[vehicleId]',
  'grant_type',
  'limit',
  'mode',
  'offset',
  'page[number]',
  'page[size]',
  'redirect_uri',
  'response_type',
  'scope',
  'startDate',
  'vehicle_id',
]);

/** The same of the headers of a request. */
export const harmlessHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  // An ID, which does nothing without a token.
  'sc-user-id',
  'user-agent',
]);
