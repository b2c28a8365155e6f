/** What stands where a secret stood. */
export const mask = '…';

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
