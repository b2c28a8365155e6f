import * as z from 'zod';
import { codesOf, errorTypes, type ErrorType, version3Codes } from '../web/error-kinds.ts';
import { oauthErrorNames, oauthErrors } from '../oauth/oauth-failure.ts';
import { operations } from '../rules/operations.ts';

/** A documented error by its name: type and code of vehicle data, or the `error` of the token endpoint. */
const namedError = z
  .strictObject({
    type: z.enum([...errorTypes, ...oauthErrorNames]),
    code: z.string().nullable().optional().describe('By default, the type’s first'),
    retryAfter: z.number().int().min(0).optional().describe('Seconds, as the header Retry-After'),
  })
  .superRefine(({ type, code }, context) => {
    if (code === undefined) return;
    const codes = type in oauthErrors ? [] : [...codesOf(type as ErrorType), ...version3Codes(type as ErrorType)];
    if (codes.includes(code)) return;
    const named = codes.map((each) => each ?? 'null').join(', ') || 'no code';
    context.addIssue({ code: 'custom', path: ['code'], message: `${type} comes with ${named}` });
  });
export type NamedError = z.output<typeof namedError>;

/** The failure of one signal of version 3, inside a successful response. */
const signalFailure = z.strictObject({
  code: z.string().min(1).describe('Of the signal'),
  status: z.enum(['ERROR', 'UNAVAILABLE']).default('ERROR'),
  error: z
    .strictObject({ type: z.enum(errorTypes), code: z.string().nullable().optional() })
    .default({ type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' }),
});
export type SignalFailure = z.output<typeof signalFailure>;

/** What goes wrong with the delivery of an event to a webhook; `delayMs` makes it late. */
const deliveryFaults = [
  'duplicate',
  'tampered',
  'wrong-signature',
  'no-signature',
  'base64-signature',
  'older-token',
  'stale-body',
  'null-code',
  'unknown-vehicle',
  'unknown-type',
  'odd-json',
  'large',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

const effects = [
  'error',
  'signal',
  'status',
  'drop',
  'truncate',
  'html',
  'wrongTypes',
  'bytesPerSecond',
  'redirect',
  'delayMs',
  'hugeBytes',
  'addHeaders',
  'delivery',
] as const;

/** One thing that goes wrong. Exactly one of {@link effects} defines what. */
export const faultSchema = z
  .strictObject({
    operation: z
      .enum([...operations, 'any', 'delivery'])
      .describe("any: every endpoint, but not the owner's pages; delivery: events to webhooks"),
    vehicleId: z.string().min(1).optional().describe('Only those of this vehicle'),
    times: z
      .union([z.number().int().positive(), z.literal('always')])
      .default(1)
      .describe('How many it hits: a number, or always'),
    when: z.enum(['before', 'after']).default('before').describe('after: it takes effect, then its answer goes wrong'),
    error: namedError.optional().describe('A documented error, by its name'),
    signal: signalFailure.optional().describe('The real answer, in which one signal has failed'),
    status: z.number().int().min(200).max(599).optional().describe('Answers with this status, body, headers'),
    body: z.unknown().optional().describe('With status: text as it is, anything else as JSON'),
    headers: z.record(z.string(), z.string()).optional().describe('With status'),
    contentType: z.string().optional().describe('With status'),
    drop: z.literal(true).optional().describe('Closes the connection without an answer'),
    truncate: z.literal(true).optional().describe('Half of the real answer, then the connection closes'),
    html: z.literal(true).optional().describe('A page with status 200, as a captive portal'),
    wrongTypes: z.literal(true).optional().describe('The real answer as valid JSON with the wrong types'),
    bytesPerSecond: z.number().int().positive().optional().describe('The real answer, that slowly'),
    redirect: z.string().optional().describe('307 with this Location'),
    delayMs: z
      .number()
      .int()
      .min(0)
      .max(600_000)
      .optional()
      .describe("The real answer that much later; a delivery by the sandbox's clock"),
    hugeBytes: z.number().int().positive().max(10_000_000_000).optional().describe('JSON of at least that size'),
    addHeaders: z.record(z.string(), z.string()).optional().describe('Added to the real answer'),
    delivery: z.enum(deliveryFaults).optional().describe('What is wrong with an event, or with its signature'),
  })
  .refine((fault) => effects.filter((effect) => fault[effect] !== undefined).length === 1, {
    error: `exactly one of ${effects.join(', ')} is required`,
  })
  .refine(
    ({ operation, delivery, delayMs }) =>
      operation === 'delivery' ? (delivery ?? delayMs) !== undefined : delivery === undefined,
    { error: 'delivery goes with the operation delivery, which otherwise has only delayMs' },
  )
  .superRefine(({ headers, addHeaders, contentType, redirect }, context) => {
    const all = { ...headers, ...addHeaders, ...(contentType !== undefined && { 'Content-Type': contentType }) };
    for (const [name, value] of Object.entries(all)) checkHeader(name, value, ['headers', name]);
    if (redirect !== undefined) checkHeader('Location', redirect, ['redirect']);

    function checkHeader(name: string, value: string, path: string[]): void {
      try {
        new Headers([[name, value]]);
      } catch {
        context.addIssue({ code: 'custom', path, message: 'is not possible as a header' });
      }
    }
  });
export type FaultInput = z.input<typeof faultSchema>;
export type Fault = z.output<typeof faultSchema>;
