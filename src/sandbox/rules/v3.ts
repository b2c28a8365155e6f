import { eventForms } from '../../service/webhooks/event-forms.ts';
import { assumed, publicly, reported, type Rule } from '../../service/model/basis.ts';

/** Where a rule comes from: official pages, or reports by others and previews. */
const docs = (topic: string) => `public documentation of version 3: ${topic}`;
const reports = (topic: string) => `reports on version 3: ${topic}`;

/** Version 3. A rule without an official source is never called public. */
export const version3Rules = {
  // Token endpoint
  'v3.token.lifetime': publicly(docs('token'), 'A token of the application works for 3600 seconds; no refresh token'),
  'v3.token.form': publicly(docs('token'), 'grant_type, client_id and client_secret may come as a form'),
  'v3.token.json': publicly(docs('token'), 'grant_type, client_id and client_secret may come as JSON'),
  'v3.token.basic': reported(reports('token'), 'client_id and client_secret may come as HTTP Basic'),
  'v3.token.invalid-request': publicly(docs('token'), 'Without grant_type: 400 invalid_request'),
  'v3.token.grant-type': assumed('A grant_type other than client_credentials is 400 unsupported_grant_type'),
  'v3.token.invalid-client': publicly(docs('token'), 'A wrong client is 401 invalid_client'),
  'v3.token.other-id': assumed('The Application ID, which is the client ID of version 2.0, is 401 invalid_client'),

  // Connect
  'v3.connect.application-id': publicly(
    docs('Connect'),
    'Connect takes application_id; client_id with the same UUID too',
  ),
  'v3.connect.api-client-id': reported(
    reports('Connect'),
    'Connect refuses client_…, which is for tokens, with a page',
  ),
  'v3.connect.response-type-none': publicly(docs('Connect'), 'With response_type=none there is no code'),
  'v3.connect.user-id': publicly(
    docs('Connect'),
    'The redirect has the ID of the owner: user_id; the migration guide once says userId',
  ),
  'v3.connect.external-id': reported(
    reports('Connect'),
    "external_id is the application's own ID of the owner, and returns",
  ),
  'v3.connect.no-redirect': reported(
    reports('Connect'),
    'With response_type=none the redirect URI is optional: a page ends it',
  ),

  // Every call
  'v3.invalid-path': reported(reports('errors'), 'An unknown path is 404 RESOURCE_NOT_FOUND:INVALID_PATH'),
  'v3.input': reported(reports('errors'), 'A wrong parameter or body is 400 VALIDATION:INVALID_INPUT_FORMAT'),
  'v3.bearer': reported(reports('errors'), 'A missing, unknown or expired token is 401 AUTHENTICATION:UNAUTHORIZED'),
  'v3.vehicles.not-found': reported(reports('errors'), 'A vehicle that is not connected is 404 VEHICLE_NOT_FOUND'),
  'v3.errors.list': publicly(
    docs('errors'),
    'Refusals are a list of errors, as JSON:API has it; those of older examples have no type',
  ),
  'v3.limits': assumed('Limits are those of version 2.0, and calls of both versions count together'),

  // Connections
  'v3.connections.list': publicly(
    docs('connections and vehicles'),
    'GET /connections lists the vehicles that are shared, of all owners',
  ),
  'v3.connections.one': publicly(
    docs('connections and vehicles'),
    'GET /connections/{id} says who shares which vehicle, and what is granted',
  ),
  'v3.connections.filters': reported(
    reports('connections and vehicles'),
    'Filters: userId, vehicleId, user.externalId; sc-user-id is one too',
  ),
  'v3.connections.mode': reported(
    reports('connections and vehicles'),
    'filter[vehicle.mode] is live unless the request says simulated',
  ),
  'v3.connections.page-size': reported(reports('connections and vehicles'), 'Pages of 10 connections, at most 100'),
  'v3.connections.not-found': assumed('An unknown connection is 404 CONNECTION_NOT_FOUND'),
  'v3.connections.delete': reported(reports('connections and vehicles'), 'DELETE /connections/{id} is 204'),
  'v3.connections.both-versions': assumed('A vehicle that is disconnected in one version is so in both'),
  'v3.users.delete': reported(
    reports('connections and vehicles'),
    'DELETE /users/{id} ends all connections of an owner, with 204',
  ),
  'v3.users.not-found': assumed('An owner without connections is 404 USER_NOT_FOUND'),
  'v3.vehicles.attributes': publicly(
    docs('connections and vehicles'),
    'GET /vehicles/{id} has make, model and year, and needs no sc-user-id',
  ),
  'v3.vehicles.slash': assumed('A slash at the end is accepted: the Node library sends one'),

  // Subscriptions
  'v3.subscriptions.create': publicly(
    docs('subscriptions'),
    'POST /subscriptions is 202, and subscribes a vehicle to a webhook',
  ),
  'v3.subscriptions.exists': publicly(docs('subscriptions'), 'A subscription that exists is 409'),
  'v3.subscriptions.list': publicly(
    docs('subscriptions'),
    'GET /subscriptions lists them, by user, vehicle and webhook',
  ),
  'v3.subscriptions.delete': publicly(docs('subscriptions'), 'DELETE /subscriptions/{id} is 204'),
  'v3.subscriptions.not-found': assumed('An unknown subscription is 404 SUBSCRIPTION_NOT_FOUND'),

  // Webhooks, as the management API has them
  'v3.webhooks.list': publicly(docs('webhooks'), 'GET /webhooks lists them with name, addresses, triggers and data'),
  'v3.webhooks.one': publicly(docs('webhooks'), 'GET /webhooks/{id} answers with one, and not whether it is verified'),
  'v3.webhooks.filters': publicly(docs('webhooks'), 'Filters: a part of name or callbackUri, in any case'),
  'v3.webhooks.not-found': assumed('An unknown webhook is 404 WEBHOOK_NOT_FOUND'),

  // Deliveries: what they are, and the forms of their bodies
  'v3.events.verify': publicly(
    docs('VERIFY'),
    'A challenge is to be answered with 200, JSON and its hash in 15 seconds',
  ),
  'v3.events.unsigned': reported(reports('VERIFY'), 'A challenge has no valid signature'),
  'v3.events.signature': publicly(docs('webhooks'), 'SC-Signature is the hex HMAC-SHA256 of the exact body'),
  'v3.events.attempts': publicly(
    docs('webhooks'),
    'What is not answered with 2xx is sent again 25, 75 and 175 seconds after the first attempt',
  ),
  'v3.events.state': publicly(docs('VEHICLE_STATE'), 'The change of a trigger sends all data signals of the webhook'),
  'v3.events.first-delivery': publicly(docs('VEHICLE_STATE'), 'A new subscription begins with FIRST_DELIVERY'),
  'v3.events.error': publicly(docs('VEHICLE_ERROR'), 'An error is reported when it begins and when it is over'),
  'v3.events.version': publicly(docs('webhooks'), 'Events are of version 4.0'),
  'v3.events.triggers': eventForms.triggers.root,
  'v3.events.vehicle-id': eventForms.vehicleId.none,
  'v3.events.vehicle': eventForms.vehicle.full,
  'v3.events.signal-status': eventForms.signalStatus.each,
  'v3.events.signal-times': eventForms.signalTimes.retrievedAt,
  'v3.events.meta': eventForms.meta.full,
  'v3.events.error-fields': eventForms.errorFields.message,
  'v3.events.error-signals': eventForms.errorSignals.objects,
  'v3.events.resolved': eventForms.resolved.short,
  'v3.events.verify-time': eventForms.verifyTime.iso,

  // Lists
  'v3.list.meta': reported(reports('signals'), 'The meta of a list is page or pageNumber, pageSize, totalCount'),
  'v3.list.links': reported(reports('signals'), 'The links of a list name the page before as previous or prev'),

  // Signals
  'v3.signals.list': publicly(
    docs('signals'),
    'GET /vehicles/{id}/signals answers with all stored signals of a vehicle',
  ),
  'v3.signals.one': publicly(docs('signals'), 'GET /vehicles/{id}/signals/{code} answers with one stored signal'),
  'v3.signals.single': reported(reports('signals'), 'A single signal is the answer itself, or its data'),
  'v3.signals.times': reported(reports('signals'), 'Times of a signal are seconds, milliseconds, or ISO 8601'),
  'v3.signals.user-header': publicly(docs('sc-user-id'), 'Signals need the header sc-user-id'),
  'v3.signals.user-missing': reported(reports('sc-user-id'), 'Without sc-user-id: 400 VALIDATION:MISSING_PARAMETER'),
  'v3.signals.user-other': assumed('A vehicle that is not that of the user in sc-user-id is not found'),
  'v3.signals.status': publicly(docs('signals'), 'The failure of one signal is its status, inside an answer with 200'),
  'v3.signals.permission': publicly(docs('errors'), 'A signal without its permission is PERMISSION, inside 200'),
  'v3.signals.store': reported(reports('signals'), 'Signals are stored from the first subscription of the vehicle on'),
  'v3.signals.not-stored': reported(reports('signals'), 'A single signal that is not stored is 404 SIGNAL_NOT_FOUND'),
  'v3.signals.pages': assumed('One answer has all signals of a vehicle, unless page[size] asks for fewer'),
  'v3.signals.names': assumed('Names and groups of signals that no official example shows'),
  'v3.signals.bodies': publicly(docs('signals'), 'Each signal has the code, and the body with its unit, of its page'),
  'v3.signals.units': reported(reports('signals'), 'The page of a range has no unit that is true; tires are in kPa'),
  'v3.signals.permissions': reported(
    reports('permissions'),
    'A signal needs the permission that its endpoint in version 2.0 needed',
  ),
  'v3.signals.other-permissions': assumed(
    'A 12-volt battery needs read_battery, and what is connected read_vehicle_info',
  ),
  'v3.signals.reports': assumed(
    'A vehicle reports every 15 minutes while it drives or charges, and when that begins and ends',
  ),

  // Nominal capacity
  'v3.capacity': publicly(
    docs('battery capacity'),
    'tractionbattery-nominalcapacity has source, capacity, availableCapacities, unit',
  ),
  'v3.capacity.unit': reported(reports('battery capacity'), 'The unit of a capacity is kWhr or kWh'),
  'v3.capacity.plural': reported(reports('battery capacity'), 'tractionbattery-nominalcapacities is the same signal'),
  'v3.capacity.undetermined': assumed('An undetermined capacity is null'),
  'v3.capacity.geography': assumed('A capacity outside of the United States and Europe is VEHICLE_NOT_CAPABLE'),

  // Charge records
  'v3.charges': publicly(
    docs('charge records'),
    'charge-chargerecords has values, with id, times, location and levels in percent',
  ),
  'v3.charges.ongoing': publicly(docs('charge records'), 'A charge that goes on is listed too, without its end'),
  'v3.charges.type': reported(reports('charge records'), 'A charge has connectorType or chargingType'),
  'v3.charges.window': assumed(
    'Charges are those of the last 30 days, the oldest first, of every make; public ones have a cost',
  ),
} as const satisfies Record<string, Rule>;
