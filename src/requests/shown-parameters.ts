/** What stands where a secret stood. */
export const mask = '…';

/** Parameters of queries and forms that are safe to show. Every other value is hidden, known or not. */
export const harmlessParameters: ReadonlySet<string> = new Set([
  'client_id',
  'endDate',
  'grant_type',
  'limit',
  'mode',
  'offset',
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
  'user-agent',
]);
