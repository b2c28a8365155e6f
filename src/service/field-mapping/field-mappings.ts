import { publicHosts as hosts } from '../model/environment.ts';
import type { RecordField } from '../model/record-reading.ts';

/**
 * How certain a mapping is: A is from an official page, specification or SDK; B is official but a preview or an older
 * copy, or follows from two official statements; C is what third parties read or observed.
 */
type Grade = 'A' | 'B' | 'C';

/** Fractions of full charge, or percent. */
type Scale = '0-1' | '0-100';

/** Where a value is in one version. */
export interface Place {
  /** Method, if it isn't GET, and path after the version: `/vehicles/{id}/battery`; or an address with its host. */
  readonly path: string;
  /** The signal behind the path (version 3). */
  readonly signal?: string;
  /** The field in the body, the signal's body, the query or the header; `[]` is any item of a list. */
  readonly field?: string;
  /** The name of the field inside one charge record. */
  readonly name?: string;
  /** If the field is an object: which of its members, in order, have a field of the model. */
  readonly members?: Readonly<Partial<Record<RecordField, readonly string[]>>>;
  readonly unit?: string;
  readonly scale?: Scale;
}

/** What changes besides the place and the name. */
type Change =
  | 'scale'
  | 'unit-stated'
  | 'wrapped'
  | 'object-to-value'
  | 'text-to-object'
  | 'list-of-errors'
  | 'number-to-text'
  | 'may-be-missing'
  | 'meaning-differs'
  | 'other-id'
  | 'other-host';

type Area = 'token' | 'connect' | 'vehicles' | 'capacity' | 'charge-records' | 'signals' | 'commands' | 'errors';

/** What became of one item of version 2.0, or what version 3 adds. */
export interface FieldMapping {
  readonly id: string;
  readonly area: Area;
  /** Omitted if version 3 adds the item. */
  readonly v2?: Place;
  /** Omitted if version 3 no longer has it. */
  readonly v3?: Place;
  readonly changes?: readonly Change[];
  readonly grade: Grade;
}

/** Header of version 3 that identifies the vehicle's owner. */
export const userHeader = 'sc-user-id';

const capacityPath = '/vehicles/{id}/battery/nominal_capacity';
const recordsPath = '/vehicles/{id}/{make}/charge/records';
const v2Token = `POST ${hosts.v2.token}/oauth/token`;
const v3Token = `POST ${hosts.v3.token}/oauth2/token`;

const v2Capacity = (field?: string): Place => ({ path: capacityPath, ...(field !== undefined && { field }) });
const v2Record = (name: string): Place => ({ path: recordsPath, field: `records[].${name}`, name });

/** One signal of a vehicle, and a field of its body. */
const signal = (code: string, field?: string): Place => ({
  path: `/vehicles/{id}/signals/${code}`,
  signal: code,
  ...(field !== undefined && { field }),
});
const v3Capacity = (field?: string) => signal('tractionbattery-nominalcapacity', field);
/** @param name a literal: with a text that was put together, records take twice as long to read */
const v3Record = (name: string): Place => ({ ...signal('charge-chargerecords', `values[].${name}`), name });

type ItemId = `${Exclude<Area, 'charge-records' | 'signals'> | 'records'}.${string}`;

/** One row of the table. Its ID begins with its area; `records` stands for `charge-records`. */
function item(id: ItemId, grade: Grade, v2?: Place, v3?: Place, ...changes: readonly Change[]): FieldMapping {
  const [area = ''] = id.split('.');
  return {
    id,
    area: (area === 'records' ? 'charge-records' : area) as Area,
    ...(v2 && { v2 }),
    ...(v3 && { v3 }),
    ...(changes.length > 0 && { changes }),
    grade,
  };
}

/**
 * An endpoint for one reading whose field is now a signal of its own. This project's contract of version 2.0 omits it.
 */
const reading = (path: string, field: string, code: string, change: Partial<FieldMapping> = {}): FieldMapping => ({
  id: `${path.slice(1).replaceAll('/', '.')}.${field}`,
  area: 'signals',
  v2: { path: `/vehicles/{id}${path}`, field },
  v3: signal(code, 'value'),
  changes: ['wrapped'],
  grade: 'B',
  ...change,
});

/** A field of an error, which version 3 sends in a list. */
const error = (name: string, grade: Grade, older: string, newer: string, ...changes: readonly Change[]) =>
  item(
    `errors.${name}`,
    grade,
    { path: 'error', field: older },
    { path: 'error', field: `errors[].${newer}` },
    'list-of-errors',
    ...changes,
  );

/**
 * Where everything in version 2.0 went, what was removed, and what is new: the one table for adapter, comparison, help
 * and check.
 */
export const fieldMappings: readonly FieldMapping[] = [
  // Token
  item('token.endpoint', 'A', { path: v2Token }, { path: v3Token }, 'other-host'),
  item(
    'token.grant',
    'A',
    { path: v2Token, field: 'grant_type=authorization_code' },
    { path: v3Token, field: 'grant_type=client_credentials' },
    'meaning-differs',
  ),
  item('token.refresh', 'A', { path: v2Token, field: 'grant_type=refresh_token' }),
  item('token.refresh-token', 'A', { path: v2Token, field: 'refresh_token' }),
  item(
    'token.lifetime',
    'A',
    { path: v2Token, field: 'expires_in', unit: '7200 s' },
    { path: v3Token, field: 'expires_in', unit: '3600 s' },
  ),
  item(
    'token.client-id',
    'C',
    { path: v2Token, field: 'client_id', unit: 'UUID' },
    { path: v3Token, field: 'client_id', unit: 'client_…' },
    'other-id',
  ),

  // Connect
  item(
    'connect.client-id',
    'B',
    { path: `${hosts.connect}/oauth/authorize`, field: 'client_id', unit: 'UUID' },
    { path: `${hosts.connect}/oauth/authorize`, field: 'application_id', unit: 'UUID' },
  ),
  item(
    'connect.code',
    'A',
    { path: 'redirect URI', field: 'code' },
    { path: 'redirect URI', field: 'user_id' },
    'meaning-differs',
  ),
  item('connect.external-id', 'A', undefined, { path: `${hosts.connect}/oauth/authorize`, field: 'external_id' }),

  // Vehicles
  item('vehicles.host', 'A', { path: `${hosts.v2.data}/v2.0` }, { path: `${hosts.v3.data}/v3` }, 'other-host'),
  item('vehicles.user-header', 'A', undefined, { path: '/vehicles/{id}/signals', field: userHeader }),
  item(
    'vehicles.list',
    'A',
    { path: '/vehicles', field: 'vehicles[]' },
    { path: '/connections', field: 'data[].relationships.vehicle.data.id' },
    'wrapped',
  ),
  item(
    'vehicles.attributes',
    'A',
    { path: '/vehicles/{id}' },
    { path: '/vehicles/{id}', field: 'data.attributes' },
    'wrapped',
  ),
  item(
    'vehicles.permissions',
    'A',
    { path: '/vehicles/{id}/permissions', field: 'permissions[]' },
    { path: '/connections/{connectionId}', field: 'data.attributes.permissions[]' },
    'other-id',
    'wrapped',
  ),
  item('vehicles.user', 'A', { path: '/user', field: 'id' }, { path: 'redirect URI', field: 'user_id' }),
  item(
    'vehicles.disconnect',
    'A',
    { path: 'DELETE /vehicles/{id}/application' },
    { path: 'DELETE /connections/{connectionId}' },
    'other-id',
  ),
  item('vehicles.batch', 'A', { path: 'POST /vehicles/{id}/batch' }),

  // Nominal capacity
  item('capacity.endpoint', 'A', v2Capacity(), v3Capacity(), 'wrapped'),
  item(
    'capacity.nominal',
    'A',
    v2Capacity('capacity.nominal'),
    v3Capacity('capacity'),
    'object-to-value',
    'may-be-missing',
  ),
  item('capacity.source', 'A', v2Capacity('capacity.source'), v3Capacity('source'), 'may-be-missing'),
  item(
    'capacity.available',
    'A',
    v2Capacity('availableCapacities[]'),
    v3Capacity('availableCapacities[]'),
    'may-be-missing',
  ),
  item('capacity.url', 'A', v2Capacity('url')),
  item('capacity.unit', 'A', undefined, { ...v3Capacity('unit'), unit: 'kWh' }),

  // Charge records
  item(
    'records.endpoint',
    'A',
    { path: recordsPath, field: 'records[]' },
    signal('charge-chargerecords', 'values[]'),
    'wrapped',
  ),
  ...['startDate', 'endDate'].map((field) => item(`records.${field}`, 'A', { path: recordsPath, field })),
  item('records.start', 'A', v2Record('chargeStart'), v3Record('startTime'), 'may-be-missing'),
  item('records.end', 'A', v2Record('chargeEnd'), v3Record('endTime'), 'may-be-missing'),
  item(
    'records.location',
    'A',
    v2Record('location'),
    {
      ...v3Record('location'),
      members: { location: ['name', 'address'], latitude: ['latitude'], longitude: ['longitude'] },
    },
    'text-to-object',
    'may-be-missing',
  ),
  item(
    'records.energy',
    'A',
    v2Record('energy'),
    { ...v3Record('energyAdded'), unit: 'kWh' },
    'unit-stated',
    'may-be-missing',
  ),
  item('records.public', 'A', v2Record('isPublic'), v3Record('isPublicCharger'), 'may-be-missing'),
  ...[
    ['records.start-level', 'startPercentRemaining', 'startStateOfCharge'] as const,
    ['records.end-level', 'endPercentRemaining', 'endStateOfCharge'] as const,
  ].map(([id, older, newer]) =>
    item(
      id,
      'A',
      { ...v2Record(older), scale: '0-1' },
      { ...v3Record(newer), unit: 'percent', scale: '0-100' },
      'scale',
      'may-be-missing',
    ),
  ),
  item('records.type', 'A', v2Record('chargingType'), v3Record('connectorType'), 'meaning-differs', 'may-be-missing'),
  item('records.type-newer', 'C', v2Record('chargingType'), v3Record('chargingType'), 'may-be-missing'),
  item('records.id', 'A', undefined, v3Record('id')),
  item('records.cost', 'A', undefined, {
    ...v3Record('cost'),
    members: { cost: ['energyAmount', 'otherAmount'], currency: ['currency'] },
  }),

  // Other readings: public endpoints of version 2.0 whose signals are in the public reference.
  reading('/battery', 'percentRemaining', 'tractionbattery-stateofcharge', {
    v2: { path: '/vehicles/{id}/battery', field: 'percentRemaining', scale: '0-1' },
    v3: { ...signal('tractionbattery-stateofcharge', 'value'), unit: 'percent', scale: '0-100' },
    changes: ['wrapped', 'scale'],
  }),
  reading('/battery', 'range', 'tractionbattery-range'),
  reading('/charge', 'isPluggedIn', 'charge-ischargingcableconnected'),
  reading('/charge', 'state', 'charge-detailedchargingstatus'),
  reading('/charge/limit', 'limit', 'charge-chargelimits', {
    v2: { path: '/vehicles/{id}/charge/limit', field: 'limit', scale: '0-1' },
    v3: { ...signal('charge-chargelimits', 'values[].limit'), unit: 'percent', scale: '0-100' },
    changes: ['wrapped', 'scale'],
  }),
  reading('/vin', 'vin', 'vehicleidentification-vin'),

  // Commands
  item(
    'commands.charge',
    'C',
    { path: 'POST /vehicles/{id}/charge', field: 'action' },
    { path: 'POST /vehicles/{id}/commands/charge/start' },
  ),
  item(
    'commands.charge-limit',
    'C',
    { path: 'POST /vehicles/{id}/charge/limit', field: 'limit', scale: '0-1' },
    {
      path: 'POST /vehicles/{id}/commands/charge/set-limit',
      field: 'data.attributes.percent',
      unit: 'percent',
      scale: '0-100',
    },
    'scale',
    'wrapped',
  ),
  item(
    'commands.security',
    'C',
    { path: 'POST /vehicles/{id}/security', field: 'action' },
    { path: 'POST /vehicles/{id}/commands/security/lock' },
  ),

  // Errors
  error('list', 'C', 'type', 'type', 'may-be-missing'),
  error('code', 'A', 'code', 'code'),
  error('description', 'A', 'description', 'detail'),
  error('documentation', 'A', 'docURL', 'links.about'),
  error('status', 'A', 'statusCode', 'status', 'number-to-text'),
  error('request-id', 'C', 'requestId', 'meta.debug.requestId', 'may-be-missing'),
];
