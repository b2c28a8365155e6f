import type * as z from 'zod';
import { t } from '../../common/translate.ts';
import { endpointAddress } from '../http/addresses.ts';
import {
  contractBroken,
  isJson,
  type JsonObject,
  jsonObject,
  problemsOf,
  requestIdOf,
  unreadable,
} from '../http/answers.ts';
import { readCapacity } from './capacity-answer.ts';
import { contractWords } from './contract-words.ts';
import * as contract from './contract.ts';
import {
  capacityEndpoint,
  disconnectEndpoint,
  type Endpoint,
  endpointOf,
  type Page,
  permissionsEndpoint,
  recordsEndpoint,
  userEndpoint,
  vehicleEndpoint,
  vehiclesEndpoint,
  type VehicleQuestion,
} from './endpoints.ts';
import type { ServiceEnvironment } from '../model/environment.ts';
import { apiFailure } from './error-answers.ts';
import { ServiceError } from '../model/errors.ts';
import { limits } from '../http/limits.ts';
import type { RequestPace, Settle } from '../http/request-pace.ts';
import type {
  Answer,
  RequestContext,
  RequestSource,
  StreamedAnswer,
  Transport,
  TransportRequest,
} from '../http/transport.ts';
import type { ChargeRecordsQuery, NominalCapacity, Vehicle } from '../model/vehicles.ts';

export interface VehicleDataOptions {
  readonly transport: Transport;
  /** Shared by all sessions, because they share limits; left out, nothing is held back. */
  readonly pace?: RequestPace;
  /** Asked for each request, because the sandbox may move to another port. */
  readonly environment: () => Promise<ServiceEnvironment>;
  /** Told in the reports of requests, so that one can be sent again. */
  readonly sessionId?: string | undefined;
  /**
   * The access token to use. Called again with the rejected token after a 401, once; whoever answers decides whether
   * another generation exists or a refresh is due.
   */
  readonly accessToken: (rejected?: string) => Promise<string>;
}

export interface ChargeRecordsAnswer {
  /** `{"records":[…]}` as bytes. Iterate it, or call its iterator's `return`: until then the connection stays open. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly requestId: string | undefined;
  /** When the service fetched it from the maker (`SC-Fetched-At`, ISO 8601), if it says so. */
  readonly fetchedAt: string | undefined;
}

/**
 * Vehicle data endpoints for one session. Every rejection is a ServiceError.
 *
 * Nothing is asked twice, but for one case: a 401 is asked again with another token, once. The service is metered per
 * vehicle, wakes cars and throttles (public), so a retry is for the one to decide who sees the error; and what a limit
 * is known to refuse is not asked at all.
 */
export class VehicleData {
  readonly #options: VehicleDataOptions;

  constructor(options: VehicleDataOptions) {
    this.#options = options;
  }

  /** The owner's id (public). */
  async user(signal?: AbortSignal): Promise<{ readonly id: string }> {
    const { body } = await this.#read(userEndpoint, contract.user, signal);
    return { id: body.id };
  }

  /** One page of ids (public). `total` counts all pages. */
  async vehicleIds(
    page: Page,
    signal?: AbortSignal,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
    const { body } = await this.#read(vehiclesEndpoint(page), contract.vehicleList, signal);
    return { ids: body.vehicles, total: body.paging.count };
  }

  /** Make, model, year (public; needs `read_vehicle_info`). */
  async vehicle(id: string, signal?: AbortSignal): Promise<Vehicle> {
    const { body } = await this.#read(vehicleEndpoint(id), contract.vehicleAttributes, signal);
    return { id, make: body.make, model: body.model, year: body.year };
  }

  /** What the owner has granted for the vehicle, from every page (public; not billed). */
  async permissions(vehicleId: string, signal?: AbortSignal): Promise<readonly string[]> {
    const granted = new Set<string>();
    const limit = contract.maxPermissionsPerPage;
    let total = Infinity;
    for (let offset = 0; offset < total; offset += limit) {
      const endpoint = permissionsEndpoint(vehicleId, { limit, offset });
      const { body } = await this.#read(endpoint, contract.permissionList, signal);
      for (const permission of body.permissions) granted.add(permission);
      // A page without anything ends the list, whatever the service counts.
      total = body.permissions.length > 0 ? body.paging.count : 0;
    }
    return [...granted];
  }

  /** Ends the application's access to the vehicle, for good (public): only the owner can give it again. */
  async disconnect(vehicleId: string, signal?: AbortSignal): Promise<void> {
    await this.#read(disconnectEndpoint(vehicleId), contract.disconnected, signal);
  }

  /** Endpoint 3 of the document. */
  async nominalCapacity(vehicleId: string, signal?: AbortSignal): Promise<NominalCapacity> {
    const { answer, body } = await this.#read(capacityEndpoint(vehicleId), contract.batteryCapacity, signal);
    const capacity = readCapacity(body);
    if ('contradiction' in capacity) throw contractBroken(answer, [capacity.contradiction]);
    return capacity;
  }

  /**
   * Endpoint 4 of the document, as a stream. The service holds about the last 30 days (public); an earlier startDate is
   * sent all the same, and the service decides.
   */
  async chargeRecords(query: ChargeRecordsQuery, signal?: AbortSignal): Promise<ChargeRecordsAnswer> {
    const endpoint = recordsEndpoint(query);
    const answer = await this.#call(endpoint, signal, async (ask) => {
      const { answer, token } = await ask(async (request) => {
        const answer = await this.#options.transport.stream({ ...request, ...limits.records, signal });
        const isRecords = answer.status === 200 && (isJson(answer.headers) || !answer.headers.has('content-type'));
        return isRecords ? answer : errorText(answer);
      });
      if ('text' in answer) throw refused(answer, endpoint, token);
      return answer;
    });
    const fetchedAt = answer.headers.get('sc-fetched-at') ?? undefined;
    return { body: answer.body, requestId: requestIdOf(answer.headers), fetchedAt };
  }

  /**
   * The JSON object that the service answers, to the letter and unchecked: for people to read. May hold a secret: the
   * capacity's `url` does.
   */
  async rawJson(question: VehicleQuestion, signal?: AbortSignal): Promise<string> {
    const page = { limit: contract.maxPermissionsPerPage, offset: 0 };
    return this.#json(endpointOf(question, page), signal, ({ answer }) => answer.text);
  }

  /** Sends a request again, to see what is answered now. The answer is told in the report alone. */
  async again({ operation, path }: Omit<RequestSource, 'sessionId'>, signal?: AbortSignal): Promise<void> {
    const endpoint = { operation, path };
    await this.#call(endpoint, signal, async (ask) => {
      const { answer, token } = await ask(async (request) => {
        const answer = await this.#options.transport.stream({ ...request, ...limits.records, signal });
        if (!succeeded(answer)) return errorText(answer);
        for await (const _ of answer.body) continue;
        return answer;
      });
      if ('text' in answer) throw refused(answer, endpoint, token);
    });
  }

  /** A JSON answer by its schema. */
  #read<T>(endpoint: Endpoint, schema: z.ZodType<T>, signal: AbortSignal | undefined) {
    return this.#json(endpoint, signal, ({ answer, json }) => {
      const result = schema.safeParse(json, { error: contractWords });
      if (!result.success) throw contractBroken(answer, problemsOf(result.error));
      return { answer, body: result.data };
    });
  }

  /** What `read` makes of a successful answer that is a JSON object. */
  #json<T>(endpoint: Endpoint, signal: AbortSignal | undefined, read: (whole: JsonAnswer) => T): Promise<T> {
    return this.#call(endpoint, signal, async (ask) => {
      const { answer, token } = await ask((request) =>
        this.#options.transport.send({ ...request, ...limits.data, signal }),
      );
      const json = jsonObject(answer.text);
      if (!json || !succeeded(answer)) throw refused(answer, endpoint, token);
      return read({ answer, json });
    });
  }

  /** One call of the client: `work` asks, and what it throws is told as the end of the call. */
  async #call<T>(endpoint: Endpoint, signal: AbortSignal | undefined, work: (ask: Ask) => Promise<T>): Promise<T> {
    const settle = await this.#admit(endpoint, signal);
    const call = {};
    try {
      const result = await work((send) => this.#authorized(endpoint, call, send));
      settle?.();
      return result;
    } catch (error) {
      settle?.(error instanceof ServiceError ? error : undefined);
      if (error instanceof ServiceError) {
        this.#options.transport.decided({ call, kind: 'gave-up', why: `${error.message} ${error.nextStep}` });
      }
      throw error;
    }
  }

  /** Rejects where a limit that the service has told still lasts. */
  async #admit({ path }: Endpoint, signal: AbortSignal | undefined): Promise<Settle | undefined> {
    const { pace, environment } = this.#options;
    if (!pace) return undefined;
    const { baseUrl, clientId } = await environment();
    return pace.admit({ application: `${clientId} ${baseUrl}`, vehicle: vehicleIn(path) }, signal);
  }

  /** Asks, and once more with another token if the first is rejected and there is another. */
  async #authorized<A extends Answered>(
    endpoint: Endpoint,
    call: object,
    send: (request: Unbounded) => Promise<A>,
  ): Promise<{ answer: A; token: string }> {
    const ask = async (token: string, attempt: number) =>
      send(await this.#request(endpoint, token, { call, attempt, source: this.#sourceOf(endpoint) }));
    const token = await this.#options.accessToken();
    const answer = await ask(token, 1);
    if (answer.status !== 401) return { answer, token };
    const next = await this.#options.accessToken(token);
    if (next === token) return { answer, token };
    const why = t('The service rejected the access token; the request was sent again with a newer one.');
    this.#options.transport.decided({ call, kind: 'refreshed', why });
    return { answer: await ask(next, 2), token: next };
  }

  /** Only what changes nothing may be sent again. */
  #sourceOf({ operation, path, method = 'GET' }: Endpoint): RequestSource | undefined {
    const { sessionId } = this.#options;
    return sessionId === undefined || method !== 'GET' ? undefined : { sessionId, operation, path };
  }

  async #request(
    { operation, path, method = 'GET' }: Endpoint,
    token: string,
    context: RequestContext,
  ): Promise<Unbounded> {
    const { baseUrl } = await this.#options.environment();
    return {
      operation,
      method,
      url: endpointAddress(baseUrl, `/${contract.apiVersion}${path}`),
      headers: { authorization: `Bearer ${token}` },
      secrets: [token],
      context,
    };
  }
}

function vehicleIn(path: string): string | undefined {
  return /^\/vehicles\/([^/?]+)/.exec(path)?.[1];
}

/** A request whose deadline and cap are not decided. */
type Unbounded = Omit<TransportRequest, 'deadlineMs' | 'maxBytes' | 'signal'>;

interface JsonAnswer {
  readonly answer: Answer;
  readonly json: JsonObject;
}

interface Answered {
  readonly status: number;
}

/** Sends with the session's token, and once more with a newer one where the first is rejected. */
type Ask = <A extends Answered>(send: (request: Unbounded) => Promise<A>) => Promise<{ answer: A; token: string }>;

function succeeded({ status }: { readonly status: number }): boolean {
  return status >= 200 && status <= 299;
}

/** The failure that an answer is: the service's refusal, or a success without JSON. */
function refused(answer: Answer, { permission }: Endpoint, token: string): ServiceError {
  if (!succeeded(answer)) return apiFailure(answer, { permission, secrets: [token] });
  return unreadable(answer, [token], {
    turn: 'retry',
    nextStep: t(
      'Try again; a proxy or the network’s sign-in page may stand in between, or baseUrl is another server’s.',
    ),
  });
}

/** The beginning of a streamed body as text, for a message. The rest is let go. */
async function errorText({ status, headers, body, receivedAt }: StreamedAnswer): Promise<Answer> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= limits.errorBytes) break;
  }
  return { status, headers, receivedAt, text };
}
