import { apiVersion, signalCodes } from '../../../src/service/v3/contract.ts';
import { type Arrival, browse } from '../browse.ts';
import { readClock, turnClock } from '../control.ts';
import { type Answer, type Outgoing, send } from '../http.ts';
import { Broken, property, Skipped } from '../rule.ts';
import { hear, type Heard } from './heard.ts';
import { listOf, partOf } from './resources.ts';
import type { Target3 } from './target.ts';
import { newToken, userAgent } from './token-requests.ts';

const permissions = 'read_vehicle_info read_vin read_battery read_charge read_charge_records';
/** A token in hand is renewed in time when the rules turn the clock. */
const renewAfterSeconds = 1800;
/** Enough for a bucket of requests to be full again. */
const refillSeconds = 3600;
/** So many vehicles are subscribed and read. */
const mostRead = 5;

/** A vehicle of the owner, and the connection that shares it. */
export interface Connected {
  readonly connectionId: string;
  readonly vehicleId: string;
}

/** A vehicle and its signals, as the list has them. */
export interface Stored {
  readonly vehicleId: string;
  readonly signals: readonly unknown[];
}

export interface Call {
  readonly method?: Outgoing['method'];
  /** '' sends no Authorization; without it, a token that works is sent. */
  readonly token?: string;
  readonly userId?: string | undefined;
  readonly body?: unknown;
}

/** What the rules of version 3 do: requests as an application, pages as an owner, time as its keeper. */
export class World3 {
  readonly target: Target3;
  #token: string | undefined;
  #turned = 0;
  #userId: string | undefined;
  #stored: readonly Stored[] | undefined;
  #heard: Promise<Heard> | undefined;

  constructor(target: Target3) {
    this.target = target;
    this.#userId = target.userId;
  }

  newToken(): Promise<string> {
    return newToken(this.target);
  }

  // ---- Connect ----

  /** Parameters of '' are left out. */
  connectAddress(changes: Record<string, string> = {}): string {
    const { applicationId = '', redirectUri, connectUrl = '' } = this.target;
    const fields = {
      response_type: 'none',
      application_id: applicationId,
      redirect_uri: redirectUri,
      scope: permissions,
      ...changes,
    };
    const sent = Object.entries(fields).filter(([, value]) => value !== '');
    return `${connectUrl}?${new URLSearchParams(sent).toString()}`;
  }

  walkConnect(changes: Record<string, string> = {}): Promise<Arrival> {
    return browse(this.connectAddress(changes), this.target.redirectUri, 'allow');
  }

  /** The owner shares all vehicles. The query with which the owner comes back. */
  async connect(changes: Record<string, string> = {}): Promise<URLSearchParams> {
    const arrival = await this.walkConnect(changes);
    if ('redirect' in arrival) return arrival.redirect.searchParams;
    throw new Broken('Connect did not send the owner back');
  }

  /** Rejects with Skipped where no owner is known. */
  async userId(): Promise<string> {
    if (this.#userId !== undefined) return this.#userId;
    const { connectUrl, applicationId } = this.target;
    if (connectUrl === undefined || applicationId === undefined) {
      throw new Skipped('needs an owner: no --user-id, nor --connect-url with --application-id');
    }
    this.#userId = userIdOf(await this.connect()) ?? '';
    return this.#userId;
  }

  // ---- Vehicle API ----

  async call(
    path: string,
    { method = 'GET', token, userId, body }: Call = {},
    base = this.target.baseUrl,
  ): Promise<Answer> {
    const ask = async () => {
      const bearer = token ?? (await this.#heldToken());
      const headers = {
        Authorization: bearer === '' ? undefined : `Bearer ${bearer}`,
        'User-Agent': userAgent,
        'sc-user-id': userId,
        'Content-Type': body === undefined ? undefined : 'application/json',
      };
      return send(`${base}/${apiVersion}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    };
    const answer = await ask();
    if (answer.status !== 429 || this.target.controlUrl === undefined) return answer;
    await this.advance(refillSeconds);
    return ask();
  }

  async #heldToken(): Promise<string> {
    if (this.#token === undefined || this.#turned > renewAfterSeconds) {
      this.#token = await this.newToken();
      this.#turned = 0;
    }
    return this.#token;
  }

  /** Rejects with Skipped where there are fewer than `least`. */
  async connections(least = 1): Promise<readonly Connected[]> {
    const query = new URLSearchParams({ 'filter[userId]': await this.userId(), 'page[size]': '100' });
    const resources = listOf(await this.call(`/connections?${query.toString()}`));
    const found = resources.map((resource) => ({
      connectionId: String(property(resource, 'id')),
      vehicleId: String(partOf(resource, 'relationships', 'vehicle', 'data', 'id')),
    }));
    if (found.length < least) throw new Skipped(`needs ${least} connected vehicles, there are ${found.length}`);
    return found;
  }

  async oneConnected(): Promise<Connected> {
    const [first] = await this.connections();
    if (!first) throw new Skipped('needs a connected vehicle');
    return first;
  }

  async signals(vehicleId: string, path = '', userId?: string): Promise<Answer> {
    return this.call(`/vehicles/${vehicleId}/signals${path}`, { userId: userId ?? (await this.userId()) });
  }

  /**
   * The stored signals of the first vehicles that have some, read once: such calls may cost money. Where a webhook is
   * known, the vehicles are subscribed to it. Rejects with Skipped where nothing is stored.
   */
  async storedSignals(): Promise<readonly Stored[]> {
    if (this.#stored !== undefined) return this.#stored;
    const stored: Stored[] = [];
    for (const { vehicleId } of (await this.connections()).slice(0, mostRead)) {
      if (this.target.webhookId !== undefined) await this.subscribe(vehicleId);
      const answer = await this.signals(vehicleId);
      const signals = answer.status === 200 ? listOf(answer) : [];
      if (signals.length > 0) stored.push({ vehicleId, signals });
    }
    if (stored.length === 0) {
      throw new Skipped('no vehicle that is known has stored signals: subscribe one, or pass --webhook-id');
    }
    this.#stored = stored;
    return stored;
  }

  /** The bodies of one signal, of all vehicles that have one. Rejects with Skipped where none has. */
  async bodiesOf(kind: keyof typeof signalCodes): Promise<readonly unknown[]> {
    const signals = (await this.storedSignals()).flatMap((each) => each.signals);
    const wanted = signals.filter((signal) => partOf(signal, 'attributes', 'code') === signalCodes[kind]);
    const bodies = wanted.map((signal) => partOf(signal, 'attributes', 'body')).filter((body) => body !== undefined);
    if (bodies.length === 0) throw new Skipped(`no vehicle that is known has ${signalCodes[kind]}`);
    return bodies;
  }

  // ---- Management API ----

  async subscribe(vehicleId: string, webhookId = this.target.webhookId): Promise<Answer> {
    const { managementUrl } = this.target;
    const attributes = { webhookId, userId: await this.userId(), vehicleId };
    return this.call('/subscriptions', { method: 'POST', body: { data: { attributes } } }, managementUrl);
  }

  /** What a webhook of its own has heard, once. */
  heard(): Promise<Heard> {
    this.#heard ??= hear(this);
    return this.#heard;
  }

  // ---- Time ----

  /** The implementation's time, in milliseconds since 1970. */
  now(): Promise<number> {
    return readClock(this.target.controlUrl);
  }

  async advance(seconds: number): Promise<void> {
    await turnClock(this.target.controlUrl, seconds);
    this.#turned += seconds;
  }
}

/** Public: `user_id`; the migration guide has `userId` once. */
export function userIdOf(query: URLSearchParams): string | undefined {
  return query.get('user_id') ?? query.get('userId') ?? undefined;
}
