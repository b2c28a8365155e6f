import * as z from 'zod';
import {
  apiErrors,
  apiVersion,
  applicationToken,
  connection,
  connectionList,
  oneConnection,
  oneSignal,
  oneVehicle,
  signal,
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

export const schemas = {
  ClientCredentials: clientCredentials,
  ApplicationToken: applicationToken,
  Version3Errors: apiErrors,
  Connection: connection,
  ConnectionList: connectionList,
  OneConnection: oneConnection,
  OneVehicle: oneVehicle,
  Signal: signal,
  OneSignal: oneSignal,
  SignalList: signalList,
  SubscriptionRequest: subscriptionRequest,
  SubscriptionAccepted: subscriptionAccepted,
  SubscriptionList: subscriptionList,
  Webhook: webhook,
  OneWebhook: oneWebhook,
  WebhookList: webhookList,
};

const errors: Readonly<Record<string, DescribedAnswer>> = Object.fromEntries(
  [400, 401, 403, 404, 429, 430, 500].map((status) => [status, { schema: apiErrors }]),
);
const idOf = (description: string) => z.object({ id: z.string().describe(description) });
const headers = z.object({ 'sc-user-id': z.string().describe('The owner, as Connect returned it: user_id') });
const wholeNumber = z.coerce.number().int().min(1);
const page = (size: number) => ({
  'page[number]': wholeNumber.default(1).describe('Which page, from 1'),
  'page[size]': wholeNumber.max(100).default(size).describe('How many a page'),
});
const filter = (description: string) => z.string().optional().describe(description);

function operation(
  given: Pick<DescribedOperation, 'operation' | 'path' | 'summary'> & Partial<DescribedOperation>,
): DescribedOperation {
  return {
    method: 'GET',
    id: given.operation,
    security: 'applicationToken',
    ...given,
    path: `/${apiVersion}${given.path}`,
    answers: { ...given.answers, ...errors },
  };
}

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

/** Public: the parameters; reported: their values. */
export const connectionsQuery = z.object({
  'filter[userId]': filter('Of this owner'),
  'filter[vehicleId]': filter('Of this vehicle'),
  'filter[vehicle.mode]': z.enum(['live', 'simulated']).default('live').describe('live, or simulated vehicles'),
  'filter[user.externalId]': filter('Of the owner whom the application calls so'),
  ...page(10),
});
export const connectionsOperation = operation({
  path: '/connections',
  operation: 'connections',
  summary: 'Vehicles that their owners share with the application',
  query: connectionsQuery,
  headers: headers.partial(),
  answers: { '200': { schema: connectionList } },
});
export const connectionOperation = operation({
  path: '/connections/:id',
  operation: 'connection',
  summary: 'One connection: who shares which vehicle, with which permissions',
  params: idOf('The connection'),
  answers: { '200': { schema: oneConnection } },
});
export const disconnectOperation = operation({
  method: 'DELETE',
  path: '/connections/:id',
  operation: 'delete-connection',
  summary: 'Disconnect the vehicle from the application',
  params: idOf('The connection'),
  answers: { '204': {} },
});
export const deleteUserOperation = operation({
  method: 'DELETE',
  path: '/users/:id',
  operation: 'delete-user',
  summary: 'Disconnect all vehicles of an owner',
  params: idOf('The owner'),
  answers: { '204': {} },
});
export const vehicleOperation = operation({
  path: '/vehicles/:id',
  operation: 'v3-vehicle',
  slash: true,
  summary: 'Make, model and year; without sc-user-id',
  params: idOf('The vehicle'),
  answers: { '200': { schema: oneVehicle } },
});

export const signalsOperation = operation({
  path: '/vehicles/:id/signals',
  operation: 'signals',
  summary: 'All stored signals of a vehicle',
  params: idOf('The vehicle'),
  headers,
  query: z.object({ ...page(100) }).partial(),
  answers: { '200': { schema: signalList } },
});
export const signalOperation = operation({
  path: '/vehicles/:id/signals/:code',
  operation: 'signal',
  summary: 'One stored signal of a vehicle',
  params: idOf('The vehicle').extend({ code: z.string().describe('The signal, for example charge-chargerecords') }),
  headers,
  answers: { '200': { schema: oneSignal } },
});

export const subscribeOperation = operation({
  method: 'POST',
  path: '/subscriptions',
  operation: 'subscribe',
  summary: 'Subscribe a vehicle to a webhook: from then on its signals are stored',
  body: subscriptionRequest,
  answers: { '202': { schema: subscriptionAccepted }, '409': { schema: apiErrors } },
});
export const subscriptionsQuery = z.object({
  'filter[userId]': filter('Of this owner'),
  'filter[vehicleId]': filter('Of this vehicle'),
  'filter[webhookId]': filter('Of this webhook'),
  ...page(25),
});
export const subscriptionsOperation = operation({
  path: '/subscriptions',
  operation: 'subscriptions',
  summary: 'Subscriptions of vehicles to webhooks',
  query: subscriptionsQuery,
  answers: { '200': { schema: subscriptionList } },
});
export const unsubscribeOperation = operation({
  method: 'DELETE',
  path: '/subscriptions/:id',
  operation: 'unsubscribe',
  summary: 'End a subscription',
  params: idOf('The subscription'),
  answers: { '204': {} },
});

export const webhooksQuery = z.object({
  'filter[name]': filter('A part of the name, in any case'),
  'filter[callbackUri]': filter('A part of the address, in any case'),
  ...page(50),
});
export const webhooksOperation = operation({
  path: '/webhooks',
  operation: 'webhooks',
  summary: 'Webhooks of the application; whether they are verified is not said',
  query: webhooksQuery,
  answers: { '200': { schema: webhookList } },
});
export const webhookOperation = operation({
  path: '/webhooks/:id',
  operation: 'webhook',
  summary: 'One webhook',
  params: idOf('The webhook'),
  answers: { '200': { schema: oneWebhook } },
});

/** Every endpoint of version 3 that requires the application's token. */
export const apiOperations: readonly DescribedOperation[] = [
  connectionsOperation,
  connectionOperation,
  disconnectOperation,
  deleteUserOperation,
  vehicleOperation,
  signalsOperation,
  signalOperation,
  subscribeOperation,
  subscriptionsOperation,
  unsubscribeOperation,
  webhooksOperation,
  webhookOperation,
];
