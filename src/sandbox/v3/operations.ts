import * as z from 'zod';
import {
  apiErrors,
  apiVersion,
  applicationToken,
  connectionList,
  oneConnection,
  oneSignal,
  oneVehicle,
  signalList,
} from '../../service/v3/contract.ts';
import { oauthError } from '../../service/oauth/token-contract.ts';
import type { DescribedAnswer, DescribedOperation } from '../web/openapi.ts';

const clientCredentials = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string().optional().describe('The API client ID; without it, HTTP Basic says it'),
  client_secret: z.string().optional(),
});
const text = z.string().min(1);
export const subscriptionRequest = z.object({
  data: z.object({ attributes: z.object({ webhookId: text, userId: text, vehicleId: text }) }),
});
const subscriptionAccepted = z.looseObject({ meta: z.looseObject({ message: z.string() }) });
const webhookAttributes = z.looseObject({
  name: z.string(),
  callbackUri: z.string().nullable().describe("null: the sandbox's own webhook, which only fills the store of signals"),
  errorCallbackUri: z.string().nullable(),
  isEnabled: z.boolean(),
  autoSubscribe: z.boolean(),
  triggers: z.array(z.string()),
  data: z.array(z.string()),
});
const webhook = z.looseObject({ id: z.string(), type: z.literal('webhook'), attributes: webhookAttributes });
const oneWebhook = z.looseObject({ data: webhook });
const webhookList = z.looseObject({ data: z.array(webhook) });
const subscriptionList = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

const errors: Readonly<Record<string, DescribedAnswer>> = Object.fromEntries(
  [400, 401, 403, 404, 429, 430, 500].map((status) => [status, { schema: apiErrors }]),
);
const id = z.object({ id: z.string() });
const headers = z.object({ 'sc-user-id': z.string().describe('The owner, as Connect returned it: user_id') });
const wholeNumber = z.coerce.number().int().min(1);
const page = (size: number) => ({
  'page[number]': wholeNumber.default(1).describe('Which page, from 1'),
  'page[size]': wholeNumber.max(100).default(size).describe('How many a page'),
});
/** The part of every list to send. */
export interface PageQuery {
  readonly 'page[number]': number;
  readonly 'page[size]': number;
}
const filter = (description: string) => z.string().optional().describe(description);

/** Public: the parameters; reported: their values. */
export const connectionsQuery = z.object({
  'filter[userId]': filter('Of this owner'),
  'filter[vehicleId]': filter('Of this vehicle'),
  'filter[vehicle.mode]': z.enum(['live', 'simulated']).default('live').describe('live, or simulated vehicles'),
  'filter[user.externalId]': filter('Of the owner whom the application calls so'),
  ...page(10),
});
export const subscriptionsQuery = z.object({
  'filter[userId]': filter('Of this owner'),
  'filter[vehicleId]': filter('Of this vehicle'),
  'filter[webhookId]': filter('Of this webhook'),
  ...page(25),
});
export const webhooksQuery = z.object({
  'filter[name]': filter('A part of the name, in any case'),
  'filter[callbackUri]': filter('A part of the address, in any case'),
  ...page(50),
});

export const tokenOperation: DescribedOperation = {
  method: 'POST',
  path: '/oauth2/token',
  id: 'v3-token',
  operation: 'v3-token',
  summary: 'A token of the application, for version 3: no refresh token, ask again',
  security: 'client',
  body: clientCredentials,
  bodyMedia: 'application/x-www-form-urlencoded',
  answers: { '200': { schema: applicationToken }, '400': { schema: oauthError }, '401': { schema: oauthError } },
};

/** Without an answer, it is 204. */
function endpoint(
  operation: DescribedOperation['operation'],
  path: string,
  summary: string,
  answer: z.ZodType | undefined,
  others: Partial<DescribedOperation> = {},
): DescribedOperation {
  return {
    method: answer ? 'GET' : 'DELETE',
    path: `/${apiVersion}${path}`,
    id: operation,
    operation,
    summary,
    security: 'applicationToken',
    ...(path.includes(':id') && { params: id }),
    ...others,
    answers: { ...(others.answers ?? (answer ? { '200': { schema: answer } } : { '204': {} })), ...errors },
  };
}

/** Every endpoint of version 3 that requires the application's token. */
export const apiOperations = {
  connections: endpoint(
    'connections',
    '/connections',
    'Vehicles that their owners share with the application',
    connectionList,
    { query: connectionsQuery, headers: headers.partial() },
  ),
  connection: endpoint(
    'connection',
    '/connections/:id',
    'One connection: who shares which vehicle, with which permissions',
    oneConnection,
  ),
  disconnect: endpoint(
    'delete-connection',
    '/connections/:id',
    'Disconnect the vehicle from the application',
    undefined,
  ),
  deleteUser: endpoint('delete-user', '/users/:id', 'Disconnect all vehicles of an owner', undefined),
  vehicle: endpoint('v3-vehicle', '/vehicles/:id', 'Make, model and year; without sc-user-id', oneVehicle, {
    slash: true,
  }),
  signals: endpoint('signals', '/vehicles/:id/signals', 'All stored signals of a vehicle', signalList, {
    headers,
    query: z.object(page(100)).partial(),
  }),
  signal: endpoint('signal', '/vehicles/:id/signals/:code', 'One stored signal of a vehicle', oneSignal, {
    headers,
    params: id.extend({ code: z.string().describe('The signal, for example charge-chargerecords') }),
  }),
  subscribe: endpoint(
    'subscribe',
    '/subscriptions',
    'Subscribe a vehicle to a webhook: from then on its signals are stored',
    undefined,
    {
      method: 'POST',
      body: subscriptionRequest,
      answers: { '202': { schema: subscriptionAccepted }, '409': { schema: apiErrors } },
    },
  ),
  subscriptions: endpoint(
    'subscriptions',
    '/subscriptions',
    'Subscriptions of vehicles to webhooks',
    subscriptionList,
    {
      query: subscriptionsQuery,
    },
  ),
  unsubscribe: endpoint('unsubscribe', '/subscriptions/:id', 'End a subscription', undefined),
  webhooks: endpoint(
    'webhooks',
    '/webhooks',
    'Webhooks of the application; whether they are verified is not said',
    webhookList,
    { query: webhooksQuery },
  ),
  webhook: endpoint('webhook', '/webhooks/:id', 'One webhook', oneWebhook),
};
