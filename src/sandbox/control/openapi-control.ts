import * as z from 'zod';
import { apiError, chargeRecord } from '../../service/v2/contract.ts';
import { clockChange, clockReading, clockSettings } from '../world/clock-settings.ts';
import { leaseSchema } from './control-process.ts';
import { sinceQuery } from './control-traffic.ts';
import { vehiclesQuery } from './control-view.ts';
import { faultOperations, faultSchema } from '../faults/fault-schema.ts';
import { openApiDocument, type OpenApiAnswer, type OpenApiOperation } from '../api/openapi-document.ts';
import { chargeRequest } from '../world/simulated-charge.ts';
import { stateSchema } from '../world/store.ts';

const plannedFault = z.looseObject({
  id: z.number().int(),
  left: z.union([z.number().int(), z.literal('always')]),
  operation: z.string(),
});

const journalEntry = z.strictObject({
  id: z.number().int(),
  at: z.iso.datetime(),
  method: z.string(),
  path: z.string(),
  status: z.number().int().nullable(),
  complete: z.boolean(),
  durationMs: z.number(),
  operation: z.enum(faultOperations).nullable(),
  requestId: z.string(),
  rules: z.array(z.string()),
  fault: z.number().int().nullable(),
});

const vehicleSummary = z.looseObject({
  id: z.string(),
  owner: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.number(),
  region: z.string(),
  capacity: z.strictObject({
    case: z.enum(['determined', 'undetermined', 'selected', 'unavailable']),
    nominal: z.number().nullable(),
    source: z.string().nullable(),
  }),
  records: z.number().int().nullable(),
});

const schemas = {
  ApiError: apiError,
  Clock: clockReading,
  ClockChange: clockChange,
  ClockSettings: clockSettings,
  Fault: faultSchema,
  PlannedFault: plannedFault,
  Faults: z.strictObject({ faults: z.array(plannedFault) }),
  JournalEntry: journalEntry,
  Requests: z.strictObject({ requests: z.array(journalEntry) }),
  ChargeRequest: chargeRequest,
  ChargeRecord: chargeRecord,
  Lease: leaseSchema,
  Leases: z.strictObject({ leases: z.number().int() }),
  Stopping: z.strictObject({ stopping: z.literal(true) }),
  State: stateSchema,
  AnyObject: z.looseObject({}),
  Sandbox: clockReading.extend({
    authUrl: z.string(),
    baseUrl: z.string(),
    connectUrl: z.string(),
    clientId: z.string(),
    clientSecret: z.string(),
    controlUrl: z.string(),
    version: z.string(),
    pid: z.number().int(),
    leases: z.number().int(),
    vehicleCount: z.number().int(),
    vehicles: z.array(vehicleSummary),
  }),
};

const refused: Readonly<Record<string, OpenApiAnswer>> = {
  '400': { schema: 'ApiError', description: 'The body or the query is wrong; detail names each field' },
  '403': { media: 'text/html', description: 'A request of another site' },
};

type Control = Pick<OpenApiOperation, 'method' | 'path' | 'id' | 'summary'> &
  Partial<Pick<OpenApiOperation, 'body' | 'answers' | 'parameters'>>;

const control = ({ answers = {}, ...operation }: Control): OpenApiOperation => ({
  ...operation,
  rule: 'sandbox.control',
  rulePrefixes: ['sandbox.'],
  answers: { ...answers, ...refused },
});

const empty: Readonly<Record<string, OpenApiAnswer>> = { '204': { description: 'Done' } };
const json = (schema: keyof typeof schemas): Readonly<Record<string, OpenApiAnswer>> => ({ '200': { schema } });
const since: OpenApiOperation['parameters'] = {
  since: { in: 'query', schema: sinceQuery.shape.since, description: 'Only entries after the one with this id' },
};
const pathId = (schema: z.ZodType): OpenApiOperation['parameters'] => ({
  id: { in: 'path', schema, description: 'Which one' },
});

const operations: readonly OpenApiOperation[] = [
  control({
    method: 'get',
    path: '/sandbox/',
    id: 'show',
    summary: 'Addresses, time, vehicles',
    parameters: {
      vehicles: { in: 'query', schema: vehiclesQuery.shape.vehicles, description: 'At most so many vehicles' },
    },
    answers: json('Sandbox'),
  }),
  control({ method: 'get', path: '/sandbox/clock', id: 'readClock', summary: 'The time', answers: json('Clock') }),
  control({
    method: 'post',
    path: '/sandbox/clock',
    id: 'turnClock',
    summary: 'Advance, set, freeze or speed up the clock; every expiry follows it',
    body: { schema: 'ClockChange' },
    answers: json('Clock'),
  }),
  control({
    method: 'get',
    path: '/sandbox/faults',
    id: 'listFaults',
    summary: 'Faults that wait',
    answers: json('Faults'),
  }),
  control({
    method: 'post',
    path: '/sandbox/faults',
    id: 'addFault',
    summary: 'Make requests go wrong: once, n times or always',
    body: { schema: 'Fault' },
    answers: { '201': { schema: 'PlannedFault' } },
  }),
  control({
    method: 'delete',
    path: '/sandbox/faults',
    id: 'clearFaults',
    summary: 'Remove all faults',
    answers: empty,
  }),
  control({
    method: 'delete',
    path: '/sandbox/faults/{id}',
    id: 'removeFault',
    summary: 'Remove one fault',
    parameters: pathId(z.number().int()),
    answers: { ...empty, '404': { schema: 'ApiError' } },
  }),
  control({
    method: 'get',
    path: '/sandbox/requests',
    id: 'listRequests',
    summary: 'The last requests of applications and owners, without secrets',
    parameters: since,
    answers: json('Requests'),
  }),
  control({ method: 'delete', path: '/sandbox/requests', id: 'clearRequests', summary: 'Forget them', answers: empty }),
  control({
    method: 'get',
    path: '/sandbox/events',
    id: 'watch',
    summary: 'Server-Sent Events: request (an entry of the journal), clock, faults, state',
    parameters: since,
    answers: { '200': { media: 'text/event-stream' } },
  }),
  control({
    method: 'post',
    path: '/sandbox/charges',
    id: 'simulateCharge',
    summary: 'Add a charge that has just ended',
    body: { schema: 'ChargeRequest' },
    answers: { '201': { schema: 'ChargeRecord' } },
  }),
  control({
    method: 'get',
    path: '/sandbox/state',
    id: 'saveState',
    summary: 'Everything that outlives a restart, live tokens included: keep it as you keep those',
    answers: json('State'),
  }),
  control({
    method: 'put',
    path: '/sandbox/state',
    id: 'loadState',
    summary: 'Put a saved state in the place of this one',
    body: { schema: 'State' },
    answers: json('Clock'),
  }),
  control({
    method: 'post',
    path: '/sandbox/reset',
    id: 'reset',
    summary: 'Forget everything but the scenario; the clock may begin elsewhere',
    body: { schema: 'ClockSettings', optional: true },
    answers: json('Clock'),
  }),
  control({
    method: 'post',
    path: '/sandbox/lease',
    id: 'takeLease',
    summary: 'Take or renew a lease, which keeps the sandbox running; renew every third of its time',
    body: { schema: 'Lease' },
    answers: json('Leases'),
  }),
  control({
    method: 'delete',
    path: '/sandbox/lease/{id}',
    id: 'giveLeaseBack',
    summary: 'Give a lease back',
    parameters: pathId(z.string()),
    answers: json('Leases'),
  }),
  control({
    method: 'post',
    path: '/sandbox/stop',
    id: 'stop',
    summary: 'Save the state and end',
    answers: { '202': { schema: 'Stopping' } },
  }),
  ...[
    ['/sandbox/openapi.json', 'controlDocument', 'This document'],
    ['/sandbox/service.openapi.json', 'serviceDocument', 'The service as OpenAPI 3.1'],
    ['/sandbox/scenario.schema.json', 'scenarioSchema', 'JSON Schema of scenario files'],
  ].map(([path = '', id = '', summary = '']) =>
    control({ method: 'get', path, id, summary, answers: json('AnyObject') }),
  ),
];

/** The control paths as OpenAPI 3.1. `server` is the sandbox's address. */
export function controlDocument(server: string, version: string) {
  return openApiDocument({
    title: 'Vehicle data sandbox: control',
    version,
    description:
      'Clock, faults, traffic, data and state of the sandbox. Programs on this machine may call it; pages of other sites may not.',
    server,
    schemas,
    operations,
  });
}
