import { publicHosts as hosts } from '../model/public-hosts.ts';
import type { FieldMapping, Place } from './field-mapping.ts';

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

/**
 * Where everything in version 2.0 went, what was removed, and what is new: the one table for adapter, comparison, help
 * and check.
 */
export const fieldMappings: readonly FieldMapping[] = [
  // Token
  {
    id: 'token.endpoint',
    area: 'token',
    v2: { path: v2Token },
    v3: { path: v3Token },
    changes: ['other-host'],
    grade: 'A',
  },
  {
    id: 'token.grant',
    area: 'token',
    v2: { path: v2Token, field: 'grant_type=authorization_code' },
    v3: { path: v3Token, field: 'grant_type=client_credentials' },
    changes: ['meaning-differs'],
    grade: 'A',
  },
  {
    id: 'token.refresh',
    area: 'token',
    v2: { path: v2Token, field: 'grant_type=refresh_token' },
    grade: 'A',
  },
  { id: 'token.refresh-token', area: 'token', v2: { path: v2Token, field: 'refresh_token' }, grade: 'A' },
  {
    id: 'token.lifetime',
    area: 'token',
    v2: { path: v2Token, field: 'expires_in', unit: '7200 s' },
    v3: { path: v3Token, field: 'expires_in', unit: '3600 s' },
    grade: 'A',
  },
  {
    id: 'token.client-id',
    area: 'token',
    v2: { path: v2Token, field: 'client_id', unit: 'UUID' },
    v3: { path: v3Token, field: 'client_id', unit: 'client_…' },
    changes: ['other-id'],
    grade: 'C',
  },

  // Connect
  {
    id: 'connect.client-id',
    area: 'connect',
    v2: { path: `${hosts.connect}/oauth/authorize`, field: 'client_id', unit: 'UUID' },
    v3: { path: `${hosts.connect}/oauth/authorize`, field: 'application_id', unit: 'UUID' },
    grade: 'B',
  },
  {
    id: 'connect.code',
    area: 'connect',
    v2: { path: 'redirect URI', field: 'code' },
    v3: { path: 'redirect URI', field: 'user_id' },
    changes: ['meaning-differs'],
    grade: 'A',
  },
  {
    id: 'connect.external-id',
    area: 'connect',
    v3: { path: `${hosts.connect}/oauth/authorize`, field: 'external_id' },
    grade: 'A',
  },

  // Vehicles
  {
    id: 'vehicles.host',
    area: 'vehicles',
    v2: { path: `${hosts.v2.data}/v2.0` },
    v3: { path: `${hosts.v3.data}/v3` },
    changes: ['other-host'],
    grade: 'A',
  },
  {
    id: 'vehicles.user-header',
    area: 'vehicles',
    v3: { path: '/vehicles/{id}/signals', field: userHeader },
    grade: 'A',
  },
  {
    id: 'vehicles.list',
    area: 'vehicles',
    v2: { path: '/vehicles', field: 'vehicles[]' },
    v3: { path: '/connections', field: 'data[].relationships.vehicle.data.id' },
    changes: ['wrapped'],
    grade: 'A',
  },
  {
    id: 'vehicles.attributes',
    area: 'vehicles',
    v2: { path: '/vehicles/{id}' },
    v3: { path: '/vehicles/{id}', field: 'data.attributes' },
    changes: ['wrapped'],
    grade: 'A',
  },
  {
    id: 'vehicles.permissions',
    area: 'vehicles',
    v2: { path: '/vehicles/{id}/permissions', field: 'permissions[]' },
    v3: { path: '/connections/{connectionId}', field: 'data.attributes.permissions[]' },
    changes: ['other-id', 'wrapped'],
    grade: 'A',
  },
  {
    id: 'vehicles.user',
    area: 'vehicles',
    v2: { path: '/user', field: 'id' },
    v3: { path: 'redirect URI', field: 'user_id' },
    grade: 'A',
  },
  {
    id: 'vehicles.disconnect',
    area: 'vehicles',
    v2: { path: 'DELETE /vehicles/{id}/application' },
    v3: { path: 'DELETE /connections/{connectionId}' },
    changes: ['other-id'],
    grade: 'A',
  },
  { id: 'vehicles.batch', area: 'vehicles', v2: { path: 'POST /vehicles/{id}/batch' }, grade: 'A' },

  // Nominal capacity
  {
    id: 'capacity.endpoint',
    area: 'capacity',
    v2: v2Capacity(),
    v3: v3Capacity(),
    changes: ['wrapped'],
    grade: 'A',
  },
  {
    id: 'capacity.nominal',
    area: 'capacity',
    v2: v2Capacity('capacity.nominal'),
    v3: v3Capacity('capacity'),
    changes: ['object-to-value', 'may-be-missing'],
    grade: 'A',
  },
  {
    id: 'capacity.source',
    area: 'capacity',
    v2: v2Capacity('capacity.source'),
    v3: v3Capacity('source'),
    changes: ['may-be-missing'],
    grade: 'A',
  },
  {
    id: 'capacity.available',
    area: 'capacity',
    v2: v2Capacity('availableCapacities[]'),
    v3: v3Capacity('availableCapacities[]'),
    changes: ['may-be-missing'],
    grade: 'A',
  },
  { id: 'capacity.url', area: 'capacity', v2: v2Capacity('url'), grade: 'A' },
  { id: 'capacity.unit', area: 'capacity', v3: { ...v3Capacity('unit'), unit: 'kWh' }, grade: 'A' },

  // Charge records
  {
    id: 'records.endpoint',
    area: 'charge-records',
    v2: { path: recordsPath, field: 'records[]' },
    v3: signal('charge-chargerecords', 'values[]'),
    changes: ['wrapped'],
    grade: 'A',
  },
  ...['startDate', 'endDate'].map((field): FieldMapping => ({
    id: `records.${field}`,
    area: 'charge-records',
    v2: { path: recordsPath, field },
    grade: 'A',
  })),
  {
    id: 'records.start',
    area: 'charge-records',
    v2: v2Record('chargeStart'),
    v3: v3Record('startTime'),
    changes: ['may-be-missing'],
    grade: 'A',
  },
  {
    id: 'records.end',
    area: 'charge-records',
    v2: v2Record('chargeEnd'),
    v3: v3Record('endTime'),
    changes: ['may-be-missing'],
    grade: 'A',
  },
  {
    id: 'records.location',
    area: 'charge-records',
    v2: v2Record('location'),
    v3: {
      ...v3Record('location'),
      members: { location: ['name', 'address'], latitude: ['latitude'], longitude: ['longitude'] },
    },
    changes: ['text-to-object', 'may-be-missing'],
    grade: 'A',
  },
  {
    id: 'records.energy',
    area: 'charge-records',
    v2: v2Record('energy'),
    v3: { ...v3Record('energyAdded'), unit: 'kWh' },
    changes: ['unit-stated', 'may-be-missing'],
    grade: 'A',
  },
  {
    id: 'records.public',
    area: 'charge-records',
    v2: v2Record('isPublic'),
    v3: v3Record('isPublicCharger'),
    changes: ['may-be-missing'],
    grade: 'A',
  },
  ...[
    ['records.start-level', 'startPercentRemaining', 'startStateOfCharge'] as const,
    ['records.end-level', 'endPercentRemaining', 'endStateOfCharge'] as const,
  ].map(([id, older, newer]): FieldMapping => ({
    id,
    area: 'charge-records',
    v2: { ...v2Record(older), scale: '0-1' },
    v3: { ...v3Record(newer), unit: 'percent', scale: '0-100' },
    changes: ['scale', 'may-be-missing'],
    grade: 'A',
  })),
  {
    id: 'records.type',
    area: 'charge-records',
    v2: v2Record('chargingType'),
    v3: v3Record('connectorType'),
    changes: ['meaning-differs', 'may-be-missing'],
    grade: 'A',
  },
  {
    id: 'records.type-newer',
    area: 'charge-records',
    v2: v2Record('chargingType'),
    v3: v3Record('chargingType'),
    changes: ['may-be-missing'],
    grade: 'C',
  },
  { id: 'records.id', area: 'charge-records', v3: v3Record('id'), grade: 'A' },
  {
    id: 'records.cost',
    area: 'charge-records',
    v3: { ...v3Record('cost'), members: { cost: ['energyAmount', 'otherAmount'], currency: ['currency'] } },
    grade: 'A',
  },

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
  {
    id: 'commands.charge',
    area: 'commands',
    v2: { path: 'POST /vehicles/{id}/charge', field: 'action' },
    v3: { path: 'POST /vehicles/{id}/commands/charge/start' },
    grade: 'C',
  },
  {
    id: 'commands.charge-limit',
    area: 'commands',
    v2: { path: 'POST /vehicles/{id}/charge/limit', field: 'limit', scale: '0-1' },
    v3: {
      path: 'POST /vehicles/{id}/commands/charge/set-limit',
      field: 'data.attributes.percent',
      unit: 'percent',
      scale: '0-100',
    },
    changes: ['scale', 'wrapped'],
    grade: 'C',
  },
  {
    id: 'commands.security',
    area: 'commands',
    v2: { path: 'POST /vehicles/{id}/security', field: 'action' },
    v3: { path: 'POST /vehicles/{id}/commands/security/lock' },
    grade: 'C',
  },

  // Errors
  {
    id: 'errors.list',
    area: 'errors',
    v2: { path: 'error', field: 'type' },
    v3: { path: 'error', field: 'errors[].type' },
    changes: ['list-of-errors', 'may-be-missing'],
    grade: 'C',
  },
  {
    id: 'errors.code',
    area: 'errors',
    v2: { path: 'error', field: 'code' },
    v3: { path: 'error', field: 'errors[].code' },
    changes: ['list-of-errors'],
    grade: 'A',
  },
  {
    id: 'errors.description',
    area: 'errors',
    v2: { path: 'error', field: 'description' },
    v3: { path: 'error', field: 'errors[].detail' },
    changes: ['list-of-errors'],
    grade: 'A',
  },
  {
    id: 'errors.documentation',
    area: 'errors',
    v2: { path: 'error', field: 'docURL' },
    v3: { path: 'error', field: 'errors[].links.about' },
    changes: ['list-of-errors'],
    grade: 'A',
  },
  {
    id: 'errors.status',
    area: 'errors',
    v2: { path: 'error', field: 'statusCode' },
    v3: { path: 'error', field: 'errors[].status' },
    changes: ['list-of-errors', 'number-to-text'],
    grade: 'A',
  },
  {
    id: 'errors.request-id',
    area: 'errors',
    v2: { path: 'error', field: 'requestId' },
    v3: { path: 'error', field: 'errors[].meta.debug.requestId' },
    changes: ['list-of-errors', 'may-be-missing'],
    grade: 'C',
  },
];
