import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Emitter } from '../../common/event.ts';
import { type ErrorType, isSignInFailure } from '../web/error-kinds.ts';
import { type OAuthErrorName, OAuthFailure, oauthErrors } from '../oauth/oauth-failure.ts';
import type { Operation } from '../rules/operations.ts';
import { rulesOf } from '../rules/rules.ts';
import type { SandboxEnv } from '../web/http.ts';
import type { ApiVersion } from '../web/openapi.ts';
import { type Fault, type FaultInput, faultSchema, type NamedError, type SignalFailure } from './fault-schema.ts';

/** A fault that is waiting for requests. */
export interface PlannedFault {
  readonly id: number;
  readonly fault: Fault;
  /** How many more requests it affects. */
  readonly left: number | 'always';
}

/** Pages that people use: a fault for `any` operation does not affect them. */
const pages: readonly Operation[] = ['connect', 'capacity-page'];

/** Makes requests fail as planned. The first fault that matches a request is used. */
export class Faults {
  #planned: PlannedFault[] = [];
  #lastId = 0;
  #removals = 0;
  readonly #changed = new Emitter<void>();
  /** Fires when {@link list} has changed. */
  readonly onDidChange = this.#changed.event;

  /** How often faults were removed before they were used up: what their responses said no longer applies. */
  get removals(): number {
    return this.#removals;
  }

  /** Oldest first. */
  get list(): readonly PlannedFault[] {
    return this.#planned;
  }

  /** Throws a ZodError if the input is not a valid fault. */
  add(input: FaultInput): PlannedFault {
    const fault = faultSchema.parse(input);
    const planned = { id: ++this.#lastId, fault, left: fault.times };
    this.#planned.push(planned);
    this.#changed.fire();
    return planned;
  }

  /** False if no fault has this ID. */
  remove(id: number): boolean {
    const found = this.#planned.some((each) => each.id === id);
    this.#planned = this.#planned.filter((each) => each.id !== id);
    if (found) {
      this.#removals += 1;
      this.#changed.fire();
    }
    return found;
  }

  clear(): void {
    this.#planned = [];
    this.#removals += 1;
    this.#changed.fire();
  }

  /** Ends the sign-in failures of a vehicle, because its owner has signed in to its maker again. */
  endSignInFaults(vehicleId: string): void {
    const left = this.#planned.filter(
      ({ fault }) => !(isSignInFault(fault) && (fault.vehicleId ?? vehicleId) === vehicleId),
    );
    if (left.length === this.#planned.length) return;
    this.#planned = left;
    this.#changed.fire();
  }

  /**
   * Middleware that runs before the actual handler of an operation.
   *
   * @param errorForm how the version of the API formats an error
   * @param signInUrl where the owner of a vehicle signs in again
   */
  around(operation: Operation, errorForm: ErrorForm, signInUrl: (vehicleId: string) => string) {
    return createMiddleware<SandboxEnv>(async (c, next) => {
      c.set('operation', operation);
      c.set('rules', rulesOf(operation));
      const vehicleId = /\/vehicles\/([^/]+)/.exec(c.req.path)?.[1];
      const planned = this.#take(
        (fault) =>
          (fault.operation === operation || (fault.operation === 'any' && !pages.includes(operation))) &&
          (fault.vehicleId === undefined || fault.vehicleId === vehicleId),
      );
      if (!planned) return next();
      const { id, fault } = planned;
      c.set('fault', id);
      if (fault.when === 'after' || needsRealAnswer(fault)) await next();
      if (fault.delayMs !== undefined) {
        await delay(fault.delayMs);
        return fault.when === 'after' ? undefined : next();
      }
      const ownerUrl = vehicleId !== undefined && isSignInFault(fault) ? signInUrl(vehicleId) : undefined;
      const answer = await answerWithFault(c, fault, errorForm, ownerUrl);
      c.set('rules', ownerUrl === undefined ? ['sandbox.fault'] : ['sandbox.fault', 'reauthentication.url']);
      // Clear it first, because Hono merges the real answer's headers into one that replaces it.
      c.res = undefined;
      c.res = answer;
      return undefined;
    });
  }

  /** The first planned fault that concerns an event, which is then used. */
  takeForEvent(vehicleId: string | null, concerns: (fault: Fault) => boolean): PlannedFault | undefined {
    return this.#take(
      (fault) => fault.operation === 'delivery' && (fault.vehicleId ?? vehicleId) === vehicleId && concerns(fault),
    );
  }

  #take(concerns: (fault: Fault) => boolean): PlannedFault | undefined {
    const found = this.#planned.find(({ fault }) => concerns(fault));
    if (!found || found.left === 'always') return found;
    const left = found.left - 1;
    this.#planned = this.#planned.flatMap((each) => (each !== found ? [each] : left > 0 ? [{ ...found, left }] : []));
    this.#changed.fire();
    return found;
  }
}

function isSignInFault({ error }: Fault): boolean {
  return error !== undefined && isSignInFailure(error.type, error.code);
}

/** Whether the effect changes the real answer, so that the request must be handled first. */
function needsRealAnswer({ truncate, wrongTypes, bytesPerSecond, addHeaders, signal }: Fault): boolean {
  return (
    signal !== undefined ||
    truncate === true ||
    wrongTypes === true ||
    bytesPerSecond !== undefined ||
    addHeaders !== undefined
  );
}

/** Formats errors as a version of the API does. */
type ErrorForm = ApiVersion['namedError'];

/**
 * The response that replaces the real one, which is in `c.res` if there is one.
 *
 * @param ownerUrl where the owner signs in again, if sign-in is what has failed
 */
async function answerWithFault(
  c: Context<SandboxEnv>,
  fault: Fault,
  errorForm: ErrorForm,
  ownerUrl: string | undefined,
): Promise<Response> {
  if (fault.error !== undefined) return namedAnswer(c, fault.error, errorForm, ownerUrl);
  if (fault.redirect !== undefined) return new Response(null, { status: 307, headers: { Location: fault.redirect } });
  if (fault.hugeBytes !== undefined) return hugeAnswer(fault.hugeBytes);
  if (fault.status !== undefined) return cannedAnswer(fault.status, fault);
  if (fault.html) return new Response(portal, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  if (fault.addHeaders !== undefined) return withHeaders(c.res, fault.addHeaders);
  if (fault.signal !== undefined) return withFailedSignal(c.res, fault.signal);
  if (fault.wrongTypes) return wrongTypedAnswer(c.res);
  if (fault.bytesPerSecond !== undefined) return slowAnswer(c.res, fault.bytesPerSecond);
  if (fault.truncate) {
    await sendHalf(c.env.outgoing, c.res);
  } else {
    c.env.incoming.socket.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

const portal = '<!doctype html><title>Guest Wi-Fi</title><h1>Welcome</h1><p>Please log in to use the network.</p>';

function namedAnswer(
  c: Context<SandboxEnv>,
  { type, code, retryAfter }: NamedError,
  errorForm: ErrorForm,
  ownerUrl: string | undefined,
): Response {
  const headers = {
    'Content-Type': 'application/json',
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  };
  if (type in oauthErrors) {
    const failure = new OAuthFailure(type as OAuthErrorName, `The sandbox was told to answer with ${type}.`, [
      'sandbox.fault',
    ]);
    return new Response(JSON.stringify(failure.body()), { status: failure.status, headers });
  }
  const about = { requestId: c.get('requestId'), v3Errors: c.get('v3Errors') };
  const { status, body } = errorForm({ type: type as ErrorType, code, ownerUrl, ...about });
  return new Response(JSON.stringify(body), { status, headers });
}

function cannedAnswer(status: number, { body, headers, contentType = 'application/json' }: Fault): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const empty = body === undefined || status === 204 || status === 205 || status === 304;
  return new Response(empty ? null : text, { status, headers: { 'Content-Type': contentType, ...headers } });
}

/** Valid JSON, so that its size is the only problem. */
function hugeAnswer(bytes: number): Response {
  return new Response(ReadableStream.from(hugeBody(bytes)), { headers: { 'Content-Type': 'application/json' } });
}

function* hugeBody(bytes: number): Generator<Uint8Array> {
  const chunk = new Uint8Array(64 * 1024).fill(0x20);
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield new TextEncoder().encode('{}');
}

function withHeaders({ status, headers, body }: Response, added: Readonly<Record<string, string>>): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(added)) all.set(name, value);
  return new Response(body, { status, headers: all });
}

/** Finds a signal with the code wherever it is: in a list, alone, or in `data`. */
async function withFailedSignal(answer: Response, { code, status, error }: SignalFailure): Promise<Response> {
  const { status: httpStatus, headers } = answer;
  const text = await answer.text();
  if (!headers.get('Content-Type')?.startsWith('application/json'))
    return new Response(text || null, { status: httpStatus, headers });
  const body: unknown = JSON.parse(text, (key, value: unknown) => {
    if (key !== 'attributes' || typeof value !== 'object' || value === null) return value;
    if (Reflect.get(value, 'code') !== code) return value;
    const { body: _body, ...others } = value as Record<string, unknown>;
    return { ...others, status: { value: status, error } };
  });
  return new Response(JSON.stringify(body), { status: httpStatus, headers });
}

/** Keeps objects and lists, so that a client encounters the wrong types where it reads the values. */
async function wrongTypedAnswer(answer: Response): Promise<Response> {
  const { status, headers } = answer;
  const text = await answer.text();
  // An HTML page or an empty body has no types to change.
  if (!headers.get('Content-Type')?.startsWith('application/json'))
    return new Response(text || null, { status, headers });
  const body: unknown = JSON.parse(text, (_key, value: unknown) => otherType(value));
  return new Response(JSON.stringify(body), { status, headers });
}

function otherType(value: unknown): unknown {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'object' && value !== null) return value;
  return String(value);
}

function slowAnswer({ status, headers, body }: Response, bytesPerSecond: number): Response {
  return new Response(body && ReadableStream.from(drip(body, bytesPerSecond)), { status, headers });
}

/** At most ten pieces a second. */
async function* drip(body: ReadableStream<Uint8Array>, bytesPerSecond: number): AsyncGenerator<Uint8Array> {
  const pieceLength = Math.ceil(bytesPerSecond / 10);
  for await (const chunk of body) {
    for (let start = 0; start < chunk.length; start += pieceLength) {
      const piece = chunk.subarray(start, start + pieceLength);
      await delay((piece.length / bytesPerSecond) * 1000);
      yield piece;
    }
  }
}

async function sendHalf(outgoing: SandboxEnv['Bindings']['outgoing'], answer: Response): Promise<void> {
  const body: ReadableStream<Uint8Array> | null = answer.body;
  const first = await body?.getReader().read();
  const bytes = first?.value ?? new Uint8Array();
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  await new Promise((resolve) => outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), resolve));
  outgoing.destroy();
}
