import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { ErrorType } from '../web/error-kinds.ts';
import type { ApiVersion } from '../web/sandbox-api.ts';
import { type OAuthErrorName, OAuthFailure, oauthErrors } from '../oauth/oauth-failure.ts';
import type { Fault, NamedError, SignalFailure } from './fault-schema.ts';
import type { SandboxEnv } from '../web/http.ts';

/** Whether the effect changes the real answer, so that the request must be handled first. */
export function needsRealAnswer({ truncate, wrongTypes, bytesPerSecond, addHeaders, signal }: Fault): boolean {
  return (
    signal !== undefined ||
    truncate === true ||
    wrongTypes === true ||
    bytesPerSecond !== undefined ||
    addHeaders !== undefined
  );
}

/** Formats errors as a version of the API does. */
export type ErrorForm = ApiVersion<never>['namedError'];

/**
 * The response that replaces the real one, which is in `c.res` if there is one.
 *
 * @param ownerUrl where the owner signs in again, if sign-in is what has failed
 */
export async function answerWithFault(
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
