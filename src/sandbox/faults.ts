import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import type { SandboxEnv } from './http.ts';

export const faultOperations = [
  'token',
  'user',
  'vehicles',
  'vehicle',
  'vin',
  'permissions',
  'capacity',
  'records',
  'batch',
  'disconnect',
] as const;
export type FaultOperation = (typeof faultOperations)[number];

const effects = ['status', 'drop', 'truncate', 'redirect', 'delayMs', 'hugeBytes'] as const;

/** One thing to go wrong. Exactly one of {@link effects} says what. */
export const faultSchema = z
  .strictObject({
    operation: z.enum([...faultOperations, 'any']),
    times: z.union([z.number().int().positive(), z.literal('always')]).default(1),
    /** `after`: the request takes effect, then its answer goes wrong: a rotated token is lost on the way, say. */
    when: z.enum(['before', 'after']).default('before'),
    /** Answers with this status, and `body` (text as it is, anything else as JSON), `headers`, `contentType`. */
    status: z.number().int().min(200).max(599).optional(),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    contentType: z.string().optional(),
    /** Closes the connection without an answer. */
    drop: z.literal(true).optional(),
    /** Sends the first half of the (first chunk of the) real answer, then closes the connection. */
    truncate: z.literal(true).optional(),
    /** Answers 307 with this Location. */
    redirect: z.string().optional(),
    /** The real answer, this much later. */
    delayMs: z.number().int().min(0).max(600_000).optional(),
    /** A JSON answer of at least this many bytes. */
    hugeBytes: z.number().int().positive().optional(),
  })
  .refine((fault) => effects.filter((effect) => fault[effect] !== undefined).length === 1, {
    error: `exactly one of ${effects.join(', ')} is required`,
  });
export type FaultInput = z.input<typeof faultSchema>;
type Fault = z.output<typeof faultSchema>;

/** Makes requests go wrong on demand. The first fault that fits a request is used. */
export class Faults {
  #queue: { readonly fault: Fault; left: number }[] = [];

  add(fault: FaultInput): void {
    const checked = faultSchema.parse(fault);
    this.#queue.push({ fault: checked, left: checked.times === 'always' ? Infinity : checked.times });
  }

  clear(): void {
    this.#queue = [];
  }

  /** Stands around a route's real handling. */
  around(operation: FaultOperation) {
    return createMiddleware<SandboxEnv>(async (c, next) => {
      const fault = this.#take(operation);
      if (!fault) return next();
      if (fault.when === 'after' || fault.truncate) await next();
      if (fault.delayMs !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
        return fault.when === 'after' ? undefined : next();
      }
      const spoilt = await spoil(c, fault);
      c.set('rules', ['sandbox.fault']);
      // Cleared first, for Hono merges the real answer's headers into one that replaces it.
      c.res = undefined;
      c.res = spoilt;
      return undefined;
    });
  }

  #take(operation: FaultOperation): Fault | undefined {
    const entry = this.#queue.find(({ fault }) => fault.operation === operation || fault.operation === 'any');
    if (entry && --entry.left === 0) this.#queue = this.#queue.filter((other) => other !== entry);
    return entry?.fault;
  }
}

async function spoil(c: Context<SandboxEnv>, fault: Fault): Promise<Response> {
  if (fault.redirect !== undefined) return new Response(null, { status: 307, headers: { Location: fault.redirect } });
  if (fault.hugeBytes !== undefined) return hugeAnswer(fault.hugeBytes);
  if (fault.status !== undefined) return cannedAnswer(fault.status, fault);
  if (fault.truncate) {
    await sendHalf(c.env.outgoing, c.res);
  } else {
    c.env.incoming.socket.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

function cannedAnswer(status: number, { body, headers, contentType = 'application/json' }: Fault): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const empty = body === undefined || status === 204 || status === 304;
  return new Response(empty ? null : text, { status, headers: { 'Content-Type': contentType, ...headers } });
}

/** Valid JSON, so that nothing but its size is wrong with it. */
function hugeAnswer(bytes: number): Response {
  const chunk = new Uint8Array(64 * 1024).fill(0x20);
  let left = bytes;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left <= 0) {
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
        return;
      }
      controller.enqueue(chunk);
      left -= chunk.length;
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}

async function sendHalf(outgoing: SandboxEnv['Bindings']['outgoing'], answer: Response): Promise<void> {
  const body: ReadableStream<Uint8Array> | null = answer.body;
  const first = await body?.getReader().read();
  const bytes = first?.value ?? new Uint8Array();
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  await new Promise((resolve) => outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), resolve));
  outgoing.destroy();
}
