import { assumed, document, publicly, reported, type Rule } from '../../service/model/basis.ts';

/** The token endpoint, Connect, and the vehicle data of version 2.0. */
export const version2Rules = {
  // Token endpoint
  'token.code-exchange': document('Endpoints 1', 'A code and its redirect URI are exchanged for a token pair'),
  'token.refresh': document('Endpoints 2', 'A refresh token is exchanged for a new pair; its 60 days start again'),
  'token.pair': document('Token pair', 'A pair is access_token, token_type Bearer, expires_in 7200, refresh_token'),
  'token.basic': document('Authentication', 'The client says who it is by HTTP Basic: client_id:client_secret'),
  'token.basic-encoded': assumed('ID and secret may be form-encoded inside Basic (RFC 6749, section 2.3.1)'),
  'token.client-in-body': publicly('Ruby library', 'Without Basic, client_id and client_secret may be in the body'),
  'token.form': document('Endpoints 1', 'The body must be application/x-www-form-urlencoded'),
  'token.user-agent': document('Endpoints 1', 'The header User-Agent is required'),
  'token.fields': document('Endpoints 1, 2', 'grant_type is one of two; each has its required fields'),
  'token.redirect-equality': document('Endpoints 1', 'redirect_uri equals that of the Connect URL, to the letter'),
  'token.refresh-minute': document('States', 'A used refresh token works for a minute from its first use, then never'),
  'token.refresh-grace': reported(
    'refreshing-access-token (preview)',
    'Newer pages say ten minutes for that minute: the grace of a used refresh token is a setting',
  ),
  'token.refresh-60-days': document('Limits', 'A refresh token expires 60 days after it was issued'),
  'token.code-once': publicly('auth-code-exchange', 'A code works once: then it is an invalid_request'),
  'token.code-10-minutes': publicly('handle-the-response', 'A code works for ten minutes'),
  'token.invalid-code': publicly('SDK tests', 'An unknown code is 400 invalid_request, and the text repeats it'),
  'token.invalid-client': assumed('A wrong client is 401 invalid_client (RFC 6749)'),
  'token.invalid-refresh-token': assumed('A refresh token that is unknown or dead is 400 invalid_grant'),
  'token.parameter-once': assumed('A form field that is given twice is an invalid_request (RFC 6749)'),

  // Vehicle data
  'data.version': document('Versioning', 'Vehicle data lies below v2.0, the token endpoint below no version'),
  'data.end': assumed('Once version 2.0 has ended, its addresses and its token endpoint are 410, without a body'),
  'data.bearer': document('Authentication', 'Vehicle data needs Authorization: Bearer with an access token'),
  'data.access-7200': document(
    'Limits',
    'An access token works for 7200 seconds, whatever becomes of its refresh token',
  ),
  'data.permission': document('Authentication', 'Each endpoint needs its permission of the owner'),
  'data.vehicle-not-covered': publicly('errors', 'A vehicle that the token does not cover is an AUTHENTICATION error'),
  'data.vehicle-id': publicly('errors', 'A vehicle id that is none is a VALIDATION error'),
  'data.path': publicly('errors', 'An unknown path is RESOURCE_NOT_FOUND:PATH'),
  'data.parameters': assumed('A query parameter that is out of its range is VALIDATION:PARAMETER'),
  'data.headers': publicly('headers', 'Data comes with SC-Data-Age, SC-Fetched-At, SC-Unit-System, SC-Request-Id'),
  'data.unit-system': assumed('An SC-Unit-System other than metric and imperial is VALIDATION:PARAMETER'),
  'user.id': publicly('user', 'GET /user answers with the id of the owner'),
  'vehicles.list': publicly('all vehicles', 'GET /vehicles answers with ids in pages of 10, at most 50'),
  'vehicles.attributes': publicly('vehicle info', 'GET /vehicles/{id} answers with id, make, model, year'),
  'vehicles.permissions': publicly('permissions', 'GET /vehicles/{id}/permissions lists what was granted, in pages'),
  'vehicles.disconnect': publicly('disconnect', 'DELETE /vehicles/{id}/application answers with status success'),
  'vehicles.disconnected': assumed('Every token loses a vehicle that was disconnected, and works on for the others'),

  // Limits
  'limits.application': publicly('api-limits', '120 requests, refilled 2 per minute, then RATE_LIMIT:SMARTCAR_API'),
  'limits.vehicle': publicly('errors', 'A throttled vehicle is RATE_LIMIT:VEHICLE with Retry-After in seconds'),
  'limits.vehicle-number': assumed('A vehicle is throttled after 20 requests, refilled 20 per hour'),
  'limits.plan': publicly('errors', 'Beyond the plan, requests for data of a vehicle are 430 BILLING'),

  // Nominal capacity
  'capacity.determined': document('Battery capacity response cases', 'Determined: source SMARTCAR, one entry, no url'),
  'capacity.undetermined': document('Battery capacity response cases', 'Not determined: several entries and a url'),
  'capacity.selected': document('Battery capacity response cases', 'Chosen: source USER_SELECTED, entries and a url'),
  'capacity.geography': document(
    'Endpoints 3',
    'Nominal capacity is for vehicles based in the United States and Europe',
  ),
  'capacity.link': publicly('user-selected capacity', 'The url ends in redirect_uri=, for the caller to append to'),
  'capacity.link-30-days': publicly('user-selected capacity', 'The token in the url works for 30 days'),
  'capacity.choice': publicly('user-selected capacity', 'The choice returns with vehicle_id and selected_capacity'),
  'capacity.unknown': publicly('user-selected capacity', 'Who does not know returns battery_capacity_no_selection'),

  // Charge records
  'records.list': document('Endpoints 4', 'Charge records come as an object with records'),
  'records.dates': document('Endpoints 4', 'startDate is the day of the first record, endDate that of the last'),
  'records.default-dates': document('Endpoints 4', 'Without dates: 30 days, or since the first grant if shorter'),
  'records.two-makes': document('Endpoints 4', 'Two makes only have charge records'),
  'records.30-days': publicly('bmw charge records', 'An older startDate reaches no further back than the default does'),
  'records.lower-case': publicly('make-specific endpoints', 'The make in the path is in lower case, else PERMISSION'),
  'records.other-make': assumed('A make that is not that of the vehicle is COMPATIBILITY:VEHICLE_NOT_CAPABLE'),
  'records.bad-dates': assumed('A date that is none, or the two in the wrong order, is VALIDATION:PARAMETER'),

  // Connect
  'connect.page': publicly('Connect', 'The owner sees who asks for what, chooses vehicles, and allows or denies'),
  'connect.allowed': publicly('handle-the-response', 'Allow returns to the redirect URI with code and state'),
  'connect.access-denied': publicly('handle-the-response', 'Deny returns with error=access_denied'),
  'connect.never-redirects': publicly(
    'support threads',
    'A Connect URL with a wrong parameter is a page, not a redirect',
  ),
  'connect.state': publicly('handle-the-response', 'The state returns byte for byte as it came'),
  'connect.required': publicly('permissions', 'A permission with required: can not be left out'),
  'connect.make': publicly('redirect-to-connect', 'make skips the choice of a brand and offers vehicles of that make'),
  'connect.single-select': publicly('redirect-to-connect', 'With single_select one vehicle may be chosen'),
  'connect.single-select-vin': publicly(
    'redirect-to-connect',
    'single_select_vin offers that vehicle, whatever make is',
  ),
  'connect.registered-redirect': publicly('dashboard-config', 'A redirect URI must be one that is registered'),
  'connect.user-id': publicly('api-authentication', 'Of late user_id comes beside the code'),
  'connect.version-3': publicly('version 3', 'An application of version 3 gets user_id and no code'),
  'connect.invalid-subscription': publicly('handle-the-response', 'No subscription returns invalid_subscription'),
  'connect.vehicle-incompatible': publicly(
    'handle-the-response',
    'An incompatible vehicle returns vehicle_incompatible, with vin, make, model and year if the owner shares them',
  ),
  'connect.no-vehicles': publicly('handle-the-response', 'An account without vehicles returns no_vehicles'),
  'connect.configuration-error': publicly(
    'handle-the-response',
    'A wrong configuration returns configuration_error with status_code and error_message',
  ),
  'connect.server-error': publicly('handle-the-response', 'A failure of the service returns server_error'),
  'connect.outcome-texts': assumed('The description of no_vehicles and of server_error'),
  'connect.incomplete': assumed('A form without a choice is asked again'),

  // The owner signs in with the vehicle maker again, which the sandbox takes for done
  'reauthentication.url': publicly(
    're-auth',
    'A sign-in that failed names the address to sign in again, partially built',
  ),
  'reauthentication.done': publicly('re-auth', 'Signing in returns with vehicle_id and state, and without a code'),
  'reauthentication.mends': assumed('From then on the maker accepts the sign-in: the failures of that vehicle end'),

  // The format of refusals, which the specification omits
  'errors.oauth': publicly('SDK code', 'The token endpoint refuses with error and error_description'),
  'errors.authentication': publicly('errors', 'A missing, unknown or expired access token is 401 AUTHENTICATION'),
  'errors.permission': publicly('errors', 'A missing permission is 403 PERMISSION'),
  'errors.version': publicly('errors', 'An unknown version is RESOURCE_NOT_FOUND:VERSION'),
  'errors.compatibility': assumed('Which COMPATIBILITY code a vehicle outside a makes or geography rule gets'),
} as const satisfies Record<string, Rule>;
