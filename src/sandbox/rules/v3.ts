import { assumed, publicly, reported, type Rule } from './basis.ts';

/** A section of the collected facts on version 3. */
const facts = (section: number) => `facts on version 3, section ${section}`;

/** Version 3. Nothing that was found nowhere is public. */
export const version3Rules = {
  // Every call
  'v3.bearer': reported(facts(9), 'A missing, unknown or expired token is 401 AUTHENTICATION:UNAUTHORIZED'),
  'v3.vehicles.not-found': reported(facts(9), 'A vehicle that is not connected is 404 VEHICLE_NOT_FOUND'),
  'v3.limits': assumed('Limits are those of version 2.0, and calls of both versions count together'),

  // Lists
  'v3.list.meta': reported(facts(6), 'The meta of a list is page or pageNumber, pageSize, totalCount', 'listMeta'),
  'v3.list.links': reported(facts(6), 'The links of a list name the page before as previous or prev', 'listLinks'),

  // Signals
  'v3.signals.list': publicly(facts(6), 'GET /vehicles/{id}/signals answers with all stored signals of a vehicle'),
  'v3.signals.one': publicly(facts(6), 'GET /vehicles/{id}/signals/{code} answers with one stored signal'),
  'v3.signals.single': reported(facts(6), 'A single signal is the answer itself, or its data', 'singleSignal'),
  'v3.signals.times': reported(facts(6), 'Times of a signal are seconds, milliseconds, or ISO 8601', 'timestamps'),
  'v3.signals.user-header': publicly(facts(3), 'Signals need the header sc-user-id'),
  'v3.signals.user-missing': reported(facts(3), 'Without sc-user-id: 400 VALIDATION:MISSING_PARAMETER'),
  'v3.signals.user-other': assumed('A vehicle that is not that of the user in sc-user-id is not found'),
  'v3.signals.status': publicly(facts(6), 'The failure of one signal is its status, inside an answer with 200'),
  'v3.signals.permission': publicly(facts(9), 'A signal without its permission is PERMISSION, inside 200'),
  'v3.signals.store': reported(facts(6), 'Signals are stored from the first subscription of the vehicle on'),
  'v3.signals.not-stored': reported(facts(6), 'A single signal that is not stored is 404 SIGNAL_NOT_FOUND'),
  'v3.signals.pages': assumed('One answer has all signals of a vehicle, unless page[size] asks for fewer'),
  'v3.signals.names': assumed('Names and groups of signals that no official example shows'),

  // Nominal capacity
  'v3.capacity': publicly(facts(7), 'tractionbattery-nominalcapacity has source, capacity, availableCapacities, unit'),
  'v3.capacity.unit': reported(facts(7), 'The unit of a capacity is kWhr or kWh', 'energyUnit'),
  'v3.capacity.plural': reported(facts(7), 'tractionbattery-nominalcapacities is the same signal'),
  'v3.capacity.undetermined': assumed('An undetermined capacity is null, or makes the signal fail', 'undetermined'),
  'v3.capacity.geography': assumed('A capacity outside of the United States and Europe is VEHICLE_NOT_CAPABLE'),

  // Charge records
  'v3.charges': publicly(facts(7), 'charge-chargerecords has values, with id, times, location and levels in percent'),
  'v3.charges.ongoing': publicly(facts(7), 'A charge that goes on is listed too, without its end'),
  'v3.charges.type': reported(facts(7), 'A charge has connectorType or chargingType', 'chargeType'),
  'v3.charges.window': assumed('Charges are those of the last 30 days, the oldest first, of every make'),
} as const satisfies Record<string, Rule>;
