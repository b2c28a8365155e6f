import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import { Transport } from '../../../../src/service/http/transport.ts';
import type { TransportRequest } from '../../../../src/service/http/messages.ts';
import type { RequestReport } from '../../../../src/service/model/request-report.ts';
import { patienceMs } from '../../../tools/lib/patience.ts';

/** Real HTTP servers on loopback, all closed by {@link closeServers}. */
const servers: Server[] = [];

/** Starts a server and resolves with its address, such as `http://127.0.0.1:49152`. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Answers every request with one status, body and headers. */
export function reply(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
}

export interface Recorder {
  readonly transport: Transport;
  readonly reports: RequestReport[];
}

/** A transport over the real fetch, and what it reports. */
export function recordingTransport(fetch: typeof globalThis.fetch = globalThis.fetch): Recorder {
  const reports: RequestReport[] = [];
  const onRequest = (report: RequestReport) => void reports.push(report);
  return { transport: new Transport({ fetch, userAgent: 'test/1', onRequest }), reports };
}

export function get(url: string, changes: Partial<TransportRequest> = {}): TransportRequest {
  return {
    operation: 'vehicles',
    method: 'GET',
    url,
    headers: {},
    deadlineMs: patienceMs,
    maxBytes: 1 << 20,
    ...changes,
  };
}

/** The ServiceError that a promise rejects with; fails if it is none. */
export async function failureOf(promise: Promise<unknown>): Promise<ServiceError> {
  const outcome = await promise.then(
    () => 'resolved',
    (error: unknown) => error,
  );
  if (outcome instanceof ServiceError) return outcome;
  throw new Error('expected a ServiceError', { cause: outcome });
}

/** Everything of an error that could end up in a log: its texts, its JSON, its inspection. */
export async function everythingOf(error: ServiceError): Promise<string> {
  const { inspect } = await import('node:util');
  const own = Object.fromEntries(Object.getOwnPropertyNames(error).map((name) => [name, Reflect.get(error, name)]));
  return [error.message, error.nextStep, error.stack, JSON.stringify(own), inspect(error, { depth: 10 })].join('\n');
}
