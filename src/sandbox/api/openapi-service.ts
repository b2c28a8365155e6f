import * as z from 'zod';
import {
  apiError,
  apiVersion,
  batteryCapacity,
  capacityEntry,
  chargeRecord,
  chargeRecords,
  dateParameter,
  maxVehiclesPerPage,
  paging,
  selectedCapacity,
  user,
  vehicleAttributes,
  vehicleList,
} from '../../service/v2/contract.ts';
import { codeExchangeForm, oauthError, refreshForm, tokenPair } from '../../service/oauth/token-contract.ts';
import {
  type OpenApiAnswer,
  openApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
} from './openapi-document.ts';

const schemas = {
  TokenPair: tokenPair,
  CodeExchange: codeExchangeForm,
  Refresh: refreshForm,
  TokenRequest: z.union([codeExchangeForm, refreshForm]),
  OAuthError: oauthError,
  ApiError: apiError,
  CapacityEntry: capacityEntry,
  SelectedCapacity: selectedCapacity,
  BatteryCapacity: batteryCapacity,
  ChargeRecord: chargeRecord,
  ChargeRecords: chargeRecords,
  Paging: paging,
  VehicleList: vehicleList,
  VehicleAttributes: vehicleAttributes,
  User: user,
  Vin: z.looseObject({ vin: z.string() }),
  Permissions: z.looseObject({ paging, permissions: z.array(z.string()) }),
  Batch: z.object({ requests: z.array(z.object({ path: z.string() })).min(1) }),
  BatchAnswer: z.looseObject({
    responses: z.array(
      z.looseObject({
        path: z.string(),
        code: z.number().int(),
        headers: z.record(z.string(), z.string()),
        body: z.unknown(),
      }),
    ),
  }),
  Disconnected: z.looseObject({ status: z.literal('success') }),
};

/** Statuses that are publicly documented for the vehicle data endpoints. */
const apiErrors: Readonly<Record<string, OpenApiAnswer>> = Object.fromEntries(
  ['400', '401', '403', '404', '409', '429', '430', '500', '501', '502'].map((status) => [
    status,
    { schema: 'ApiError' },
  ]),
);

const common = ['data.', 'errors.', 'limits.application', 'sandbox.'];

type ReadOptions = Partial<OpenApiOperation> & Pick<OpenApiOperation, 'path' | 'id' | 'summary' | 'rule'>;

function dataOperation(answer: keyof typeof schemas, { path, parameters, rulePrefixes = [], ...rest }: ReadOptions) {
  return {
    method: 'get',
    security: 'accessToken',
    path: `/${apiVersion}${path}`,
    parameters: { ...(path.includes('{id}') && vehicleId), ...unitSystem, ...parameters },
    rulePrefixes: [...common, ...rulePrefixes],
    answers: { '200': { schema: answer }, ...apiErrors },
    ...rest,
  } satisfies OpenApiOperation;
}

const vehicleId: Readonly<Record<string, OpenApiParameter>> = {
  id: { in: 'path', schema: z.uuid(), description: 'The vehicle' },
};
const unitSystem: Readonly<Record<string, OpenApiParameter>> = {
  'SC-Unit-System': { in: 'header', schema: z.enum(['metric', 'imperial']), description: 'metric if left out' },
};

function page(limit: number): Readonly<Record<string, OpenApiParameter>> {
  const most = z.number().int().min(1).max(maxVehiclesPerPage).default(limit);
  return {
    limit: { in: 'query', schema: most, description: 'How many' },
    offset: { in: 'query', schema: z.number().int().min(0).default(0), description: 'After how many' },
  };
}

const text = z.string();
const query = (description: string, required = false): OpenApiParameter => ({
  in: 'query',
  schema: text,
  description,
  required,
});

const connectQuery = {
  client_id: query('The application', true),
  redirect_uri: query('Where the owner is sent back to', true),
  response_type: query('code', true),
  scope: query('Permissions with spaces between; required:NAME can not be left out', true),
  state: query('Comes back byte for byte'),
  approval_prompt: query('auto or force'),
  mode: query('live, test or simulated'),
  make: query('Skips the choice of a brand'),
  single_select: query('true: one vehicle'),
  single_select_vin: query('The one vehicle'),
};

const linkQuery = {
  client_id: query('The application', true),
  vehicle_id: query('The vehicle', true),
  token: query('Of the link in the answer to nominal capacity', true),
  response_type: query('vehicle_id', true),
  redirect_uri: query('Where the owner is sent back to; appended by the application', true),
};

const reauthenticationQuery = {
  response_type: query('vehicle_id', true),
  client_id: query('The application', true),
  vehicle_id: query('The vehicle', true),
  redirect_uri: query('Where the owner is sent back to; added by the application', true),
  state: query('Returned as it came; added by the application'),
};

const pageAnswers: Readonly<Record<string, OpenApiAnswer>> = {
  '200': { media: 'text/html', description: 'A page' },
  '302': { description: 'Back to the application' },
  '303': { description: 'Back to the application' },
  '400': { media: 'text/html', description: 'A page that says what is wrong; never a redirect' },
  '401': { media: 'text/html', description: 'The link has expired' },
  '403': { media: 'text/html', description: 'A request of another site' },
};

const operations: readonly OpenApiOperation[] = [
  {
    method: 'post',
    path: '/oauth/token',
    id: 'token',
    summary: 'Exchange an authorization code, or a refresh token, for a token pair',
    rule: 'token.pair',
    rulePrefixes: ['token.', 'errors.oauth', 'sandbox.'],
    security: 'client',
    body: { schema: 'TokenRequest', media: 'application/x-www-form-urlencoded' },
    answers: { '200': { schema: 'TokenPair' }, '400': { schema: 'OAuthError' }, '401': { schema: 'OAuthError' } },
  },
  dataOperation('BatteryCapacity', {
    path: '/vehicles/{id}/battery/nominal_capacity',
    id: 'nominalCapacity',
    summary: 'Battery nominal capacity in kWh; permission read_battery',
    rule: 'capacity.determined',
    rulePrefixes: ['capacity.', 'limits.'],
  }),
  dataOperation('ChargeRecords', {
    path: '/vehicles/{id}/{make}/charge/records',
    id: 'chargeRecords',
    summary: 'Charge records; permission read_charge_records',
    rule: 'records.list',
    rulePrefixes: ['records.', 'limits.'],
    parameters: {
      make: { in: 'path', schema: text, description: 'The make of the vehicle, in lower case' },
      startDate: { in: 'query', schema: dateParameter, description: 'Day of the first record' },
      endDate: { in: 'query', schema: dateParameter, description: 'Day of the last record' },
    },
  }),
  dataOperation('User', { path: '/user', id: 'user', summary: 'The owner', rule: 'user.id' }),
  dataOperation('VehicleList', {
    path: '/vehicles',
    id: 'vehicles',
    summary: 'Ids of the vehicles',
    rule: 'vehicles.list',
    parameters: page(10),
  }),
  dataOperation('VehicleAttributes', {
    path: '/vehicles/{id}',
    id: 'vehicle',
    summary: 'Make, model and year; permission read_vehicle_info',
    rule: 'vehicles.attributes',
    rulePrefixes: ['limits.'],
  }),
  dataOperation('Vin', {
    path: '/vehicles/{id}/vin',
    id: 'vin',
    summary: 'The VIN; permission read_vin',
    rule: 'vehicles.vin',
    rulePrefixes: ['limits.'],
  }),
  dataOperation('Permissions', {
    path: '/vehicles/{id}/permissions',
    id: 'permissions',
    summary: 'What the owner granted',
    rule: 'vehicles.permissions',
    parameters: page(25),
  }),
  dataOperation('BatchAnswer', {
    method: 'post',
    path: '/vehicles/{id}/batch',
    id: 'batch',
    summary: 'Several reads of a vehicle at once',
    rule: 'vehicles.batch',
    rulePrefixes: ['limits.'],
    body: { schema: 'Batch' },
  }),
  dataOperation('Disconnected', {
    method: 'delete',
    path: '/vehicles/{id}/application',
    id: 'disconnect',
    summary: 'Disconnect the vehicle from the application',
    rule: 'vehicles.disconnect',
    rulePrefixes: ['vehicles.disconnected'],
  }),
  {
    method: 'get',
    path: '/oauth/authorize',
    id: 'connect',
    summary: 'Connect, where the owner allows or denies',
    rule: 'connect.page',
    rulePrefixes: ['connect.', 'sandbox.'],
    parameters: connectQuery,
    answers: pageAnswers,
  },
  {
    method: 'post',
    path: '/oauth/authorize',
    id: 'connectAnswer',
    summary: 'A step of the owner in Connect',
    rule: 'connect.page',
    rulePrefixes: ['connect.', 'sandbox.'],
    parameters: connectQuery,
    answers: pageAnswers,
  },
  {
    method: 'get',
    path: '/battery-capacity',
    id: 'chooseCapacity',
    summary: 'Where the owner says which capacity the vehicle has',
    rule: 'capacity.link',
    rulePrefixes: ['capacity.', 'sandbox.'],
    parameters: linkQuery,
    answers: pageAnswers,
  },
  {
    method: 'post',
    path: '/battery-capacity',
    id: 'capacityChosen',
    summary: 'The choice of the owner',
    rule: 'capacity.choice',
    rulePrefixes: ['capacity.', 'sandbox.'],
    parameters: linkQuery,
    answers: pageAnswers,
  },
  {
    method: 'get',
    path: '/oauth/reauthenticate',
    id: 'reauthenticate',
    summary: 'Where the owner signs in to the vehicle maker again',
    rule: 'reauthentication.page',
    rulePrefixes: ['reauthentication.', 'sandbox.'],
    parameters: reauthenticationQuery,
    answers: pageAnswers,
  },
  {
    method: 'post',
    path: '/oauth/reauthenticate',
    id: 'reauthenticated',
    summary: 'What the owner did there',
    rule: 'reauthentication.done',
    rulePrefixes: ['reauthentication.', 'sandbox.'],
    parameters: reauthenticationQuery,
    answers: pageAnswers,
  },
];

/** The service as OpenAPI 3.1. `server` is the sandbox's address. */
export function serviceDocument(server: string, version: string) {
  return openApiDocument({
    title: 'Vehicle token and data service',
    version,
    description:
      'The service as the sandbox plays it. x-basis says whether an operation is in the document, public knowledge or assumed; x-rules lists the rules that it keeps.',
    server,
    schemas,
    operations,
    securitySchemes: {
      client: { type: 'http', scheme: 'basic', description: 'client_id and client_secret of the application' },
      accessToken: { type: 'http', scheme: 'bearer', description: 'The access token, valid for 7200 seconds' },
    },
  });
}
