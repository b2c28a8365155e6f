/** Shown in place of a secret. */
export const mask = '…';

/**
 * Names of headers, members and fields whose values are secrets, of this or any other service: the names that tools for
 * HTTP archives remove as well. In this service, only secrets have such names.
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

/** Names of secret headers are matched more broadly than those of other fields. */
export function isSecretHeader(name: string): boolean {
  return /auth|cookie|token|session|key|credential/i.test(name) || isSecretName(name);
}

/** Parameters of queries and forms that are safe to show. All other values are hidden, known or not. */
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

/** Request headers that are safe to show. */
export const harmlessHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  // An ID, which is useless without a token.
  'sc-user-id',
  'user-agent',
]);
