import * as z from 'zod';
import { apiErrors, apiVersion, oneSignal, signal, signalList } from '../../service/v3/contract.ts';
import type { DescribedAnswer, DescribedOperation } from '../web/openapi-document.ts';

export const schemas = {
  Version3Errors: apiErrors,
  Signal: signal,
  OneSignal: oneSignal,
  SignalList: signalList,
};

const errors: Readonly<Record<string, DescribedAnswer>> = Object.fromEntries(
  [400, 401, 403, 404, 429, 430, 500].map((status) => [status, { schema: apiErrors }]),
);
const id = z.object({ id: z.string().describe('The vehicle') });
const headers = z.object({ 'sc-user-id': z.string().describe('The owner, as Connect returned it: user_id') });
const page = z.object({
  'page[number]': z.coerce.number().int().min(1).max(100).optional().describe('Which page, from 1'),
  'page[size]': z.coerce.number().int().min(1).max(100).optional().describe('How many a page; all without it'),
});
const ofSignals = {
  method: 'GET',
  security: 'applicationToken',
  headers,
  rulePrefixes: ['v3.signals.', 'v3.capacity', 'v3.charges', 'v3.bearer', 'v3.limits', 'v3.vehicles.', 'sandbox.'],
} as const;

export const signalsOperation: DescribedOperation = {
  ...ofSignals,
  path: `/${apiVersion}/vehicles/:id/signals`,
  id: 'signals',
  summary: 'All stored signals of a vehicle',
  rule: 'v3.signals.list',
  rulePrefixes: [...ofSignals.rulePrefixes, 'v3.list.'],
  params: id,
  query: page,
  answers: { '200': { schema: signalList }, ...errors },
};

export const signalOperation: DescribedOperation = {
  ...ofSignals,
  path: `/${apiVersion}/vehicles/:id/signals/:code`,
  id: 'signal',
  summary: 'One stored signal of a vehicle',
  rule: 'v3.signals.one',
  params: id.extend({ code: z.string().describe('The signal, for example charge-chargerecords') }),
  answers: { '200': { schema: oneSignal }, ...errors },
};

/** Every endpoint of version 3. */
export const operations: readonly DescribedOperation[] = [signalsOperation, signalOperation];
