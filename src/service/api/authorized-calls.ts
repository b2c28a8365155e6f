import { t } from '../../common/translate.ts';
import { endpointAddress } from '../http/addresses.ts';
import { limits, type StreamedResponse, type TextResponse, type TransportRequest } from '../http/messages.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { isJson, type JsonObject, jsonObject, unreadable } from '../http/response-errors.ts';
import type { Transport } from '../http/transport.ts';
import { pathSegment } from '../model/arguments.ts';
import { ServiceError } from '../model/errors.ts';
import type { Operation, RepeatableRequest, RequestContext } from '../model/request-report.ts';
import type { VehicleDataSession, VehicleResource } from '../model/vehicle-data.ts';
import type { ApiVersion, ServiceEnvironment } from '../model/environment.ts';
import type { ChargeRecordsQuery, Permission } from '../model/vehicles.ts';

/**
 * One vehicle data endpoint: its name, its path after the version, and the permission that the owner must have granted.
 */
export interface Endpoint {
  readonly operation: Operation;
  /** GET if omitted. */
  readonly method?: 'GET' | 'DELETE';
  readonly path: string;
  readonly permission?: Permission;
  /** Whether the service answers from stored data, without contacting a car or its maker. */
  readonly isStored?: boolean;
}

/** The path of a vehicle, in both versions. Throws ServiceError (`input`). */
export function vehiclePath(id: string): string {
  return `/vehicles/${pathSegment('vehicle ID', id)}`;
}

/** The vehicle ID in a path, if it has one. */
function vehicleIn(path: string): string | undefined {
  return /^\/vehicles\/([^/?]+)/.exec(path)?.[1];
}

export interface ApiContext {
  readonly operation?: Operation | undefined;
  /** The permission that the endpoint needs, for the next step after a 403. */
  readonly permission?: Permission | undefined;
  /** The environment of the request, because the next step may depend on it. */
  readonly environment?: Pick<ServiceEnvironment, 'canSubscribe'> | undefined;
  readonly secrets: readonly string[];
}

/**
 * The client of one version: calls of its endpoints with a session's access token. Every rejection is a ServiceError.
 *
 * Nothing is sent twice, with one exception: after a 401, the request is repeated once with another token. The service
 * charges per vehicle, wakes cars and throttles (public), so the decision to retry is up to whoever sees the error; and
 * a request that a limit is known to refuse is not sent at all.
 */
export abstract class AuthorizedCalls {
  /** First segment of every path. */
  protected abstract readonly version: `v${ApiVersion}`;
  /** Whether requests about a vehicle cost money. */
  protected readonly isMetered: boolean = false;
  protected readonly session: VehicleDataSession;
  readonly #transport: Transport;
  readonly #rateLimiter: RateLimiter;

  constructor(session: VehicleDataSession, transport: Transport, rateLimiter: RateLimiter) {
    this.session = session;
    this.#transport = transport;
    this.#rateLimiter = rateLimiter;
  }

  /** Converts a refusal to a ServiceError. */
  protected abstract failure(response: TextResponse, context: ApiContext): ServiceError;

  /** Where the service answers with each resource. */
  protected abstract readonly endpoints: Readonly<
    Record<'vehicle' | 'capacity' | 'permissions', (vehicleId: string) => Endpoint | Promise<Endpoint>>
  > & { readonly records: (query: ChargeRecordsQuery) => Endpoint };

  protected endpointOf(resource: VehicleResource): Endpoint | Promise<Endpoint> {
    const { kind, vehicleId } = resource;
    return kind === 'records' ? this.endpoints.records(resource) : this.endpoints[kind](vehicleId);
  }

  /** Headers of every request in addition to the access token. */
  protected headers(): Promise<Readonly<Record<string, string>>> {
    return Promise.resolve({});
  }

  async rawJson(resource: VehicleResource, signal?: AbortSignal): Promise<string> {
    return this.json(await this.endpointOf(resource), signal, ({ text }) => text);
  }

  async repeat(
    { operation, path }: Pick<RepeatableRequest, 'operation' | 'path'>,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.drain({ operation, path }, signal);
  }

  /** Returns the result of `read` for a successful response that is a JSON object. */
  json<T>(
    endpoint: Endpoint,
    signal: AbortSignal | undefined,
    read: (response: TextResponse, json: JsonObject, context: ApiContext) => T,
  ): Promise<T> {
    return this.#call(endpoint, signal, async (ask, environment) => {
      const limit = endpoint.isStored ? limits.stored : limits.data;
      const { response, token } = await ask((request) => this.#transport.send({ ...request, ...limit, signal }));
      const context = contextOf(endpoint, environment, token);
      const json = jsonObject(response.text);
      if (!json || !succeeded(response)) throw this.#refused(response, context);
      return read(response, json, context);
    });
  }

  /** A response whose body has not been read, if it is `wanted`: by default JSON, or of a type that is not stated. */
  stream(
    endpoint: Endpoint,
    signal: AbortSignal | undefined,
    wanted: (response: StreamedResponse) => boolean = isData,
  ): Promise<StreamedResponse> {
    return this.#call(endpoint, signal, async (ask, environment) => {
      const { response, token } = await ask(async (request) => {
        const response = await this.#transport.stream({ ...request, ...limits.records, signal });
        return wanted(response) ? response : errorText(response);
      });
      if ('text' in response) throw this.#refused(response, contextOf(endpoint, environment, token));
      return response;
    });
  }

  /** Reads a successful response to its end and ignores its content. */
  async drain(endpoint: Endpoint, signal: AbortSignal | undefined): Promise<void> {
    const { body } = await this.stream(endpoint, signal, succeeded);
    for await (const _ of body) continue;
  }

  /** One call of the client: `work` sends requests, and an error that it throws is reported as the end of the call. */
  async #call<T>(
    endpoint: Endpoint,
    signal: AbortSignal | undefined,
    work: (ask: Ask, environment: ServiceEnvironment) => Promise<T>,
  ): Promise<T> {
    const environment = await this.session.environment();
    const { baseUrl, clientId } = environment;
    const { limitClock } = this.session;
    const scope = { application: `${clientId} ${baseUrl}`, vehicle: vehicleIn(endpoint.path), limitClock };
    const release = await this.#rateLimiter.acquire(scope, signal);
    const call = {};
    try {
      const result = await work((send) => this.#authorized(endpoint, call, send), environment);
      await release();
      return result;
    } catch (error) {
      await release(error instanceof ServiceError ? error : undefined);
      if (error instanceof ServiceError) {
        this.#transport.reportDecision({ call, kind: 'gave-up', why: `${error.message} ${error.nextStep}`, error });
      }
      throw error;
    }
  }

  /** Sends the request, and once more with another token if the first is rejected and there is another. */
  async #authorized<A extends { readonly status: number }>(
    endpoint: Endpoint,
    call: object,
    send: (request: Unbounded) => Promise<A>,
  ): Promise<{ response: A; token: string }> {
    const ask = async (token: string, attempt: number) =>
      send(await this.#request(endpoint, token, { call, attempt, ...this.#contextOf(endpoint) }));
    const token = await this.session.accessToken();
    const response = await ask(token, 1);
    if (response.status !== 401) return { response, token };
    const next = await this.session.accessToken(token);
    if (next === token) return { response, token };
    const why = t('The API rejected the access token. The request was sent again with a newer one.');
    this.#transport.reportDecision({ call, kind: 'refreshed', why });
    return { response: await ask(next, 2), token: next };
  }

  /** The failure that a response represents: the service's refusal, or a success without JSON. */
  #refused(response: TextResponse, context: ApiContext): ServiceError {
    if (!succeeded(response)) return this.failure(response, context);
    return unreadable(response, context.secrets, {
      turn: 'retry',
      nextStep: t('Try again. If it persists, check the proxy, and baseUrl in the vehicleData.environments setting.'),
    });
  }

  #contextOf(endpoint: Endpoint): Pick<RequestContext, 'repeatable' | 'askedBy' | 'meteredVehicle'> {
    const meteredVehicle = this.isMetered ? vehicleIn(endpoint.path) : undefined;
    const { askedBy } = this.session;
    return {
      repeatable: this.#repeatable(endpoint),
      ...(askedBy !== undefined && { askedBy }),
      ...(meteredVehicle !== undefined && { meteredVehicle }),
    };
  }

  /** Only requests that change nothing may be repeated. */
  #repeatable({ operation, path, method = 'GET' }: Endpoint): RepeatableRequest | undefined {
    const { sessionId } = this.session;
    const version = this.version.slice(1) as ApiVersion;
    return sessionId === undefined || method !== 'GET' ? undefined : { sessionId, operation, version, path };
  }

  async #request(
    { operation, path, method = 'GET' }: Endpoint,
    token: string,
    context: RequestContext,
  ): Promise<Unbounded> {
    const { baseUrl } = await this.session.environment();
    return {
      operation,
      method,
      url: endpointAddress(baseUrl, `/${this.version}${path}`),
      headers: { authorization: `Bearer ${token}`, ...(await this.headers()) },
      secrets: [token],
      context,
    };
  }
}

/** A request without its deadline and size limit. */
type Unbounded = Omit<TransportRequest, 'deadlineMs' | 'maxBytes' | 'signal'>;

/** Sends with the session's token, and once more with a newer one if the first is rejected. */
type Ask = <A extends { readonly status: number }>(
  send: (request: Unbounded) => Promise<A>,
) => Promise<{ response: A; token: string }>;

function contextOf({ operation, permission }: Endpoint, environment: ServiceEnvironment, token: string): ApiContext {
  return { operation, permission, environment, secrets: [token] };
}

function isData({ status, headers }: StreamedResponse): boolean {
  return status === 200 && (isJson(headers) || !headers.has('content-type'));
}

function succeeded({ status }: { readonly status: number }): boolean {
  return status >= 200 && status <= 299;
}

/** The beginning of a streamed body as text, for a message. The rest is abandoned. */
async function errorText({ status, headers, body, receivedAt }: StreamedResponse): Promise<TextResponse> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= limits.errorBytes) break;
  }
  return { status, headers, receivedAt, text };
}
