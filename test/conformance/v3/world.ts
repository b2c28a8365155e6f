import { allPermissions } from '../../../src/service/model/vehicles.ts';
import { apiVersion, signalCodes } from '../../../src/service/v3/contract.ts';
import { type Arrival, browse } from '../browse.ts';
import { type Answer, type Outgoing, send } from '../http.ts';
import { formType, Implementation, userAgent } from '../implementation.ts';
import { Broken, property, Skipped } from '../rule.ts';
import type { Target3 } from '../implementation.ts';
import { hear, type Heard } from './heard.ts';
import { listOf, partOf } from './resources.ts';

const permissions = allPermissions.join(' ');
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
export class World3 extends Implementation<Target3> {
  #userId: string | undefined;
  #stored: readonly Stored[] | undefined;
  #heard: Promise<Heard> | undefined;

  constructor(target: Target3) {
    super(target, 1800);
    this.#userId = target.userId;
  }

  // ---- The token endpoint ----

  /** `POST /oauth2/token` */
  requestToken(body: string, headers: Record<string, string>): Promise<Answer> {
    const all = { 'User-Agent': userAgent, ...headers };
    return send(`${this.target.authUrl}/oauth2/token`, { method: 'POST', headers: all, body });
  }

  /** The credentials as a form; a field of '' is left out. */
  requestByForm(changes: Record<string, string> = {}): Promise<Answer> {
    const { clientId, clientSecret } = this.target;
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...changes };
    const sent = Object.entries(fields).filter(([, value]) => value !== '');
    return this.requestToken(new URLSearchParams(sent).toString(), { 'Content-Type': formType });
  }

  async newToken(): Promise<string> {
    const { status, json } = await this.requestByForm();
    const token = property(json, 'access_token');
    if (typeof token === 'string') return token;
    throw new Broken(`the token endpoint answered ${status} without a token`);
  }

  protected override renew(): Promise<string> {
    return this.newToken();
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

  call(path: string, { method = 'GET', token, userId, body }: Call = {}, base = this.target.baseUrl): Promise<Answer> {
    return this.request(`${base}/${apiVersion}${path}`, token, {
      method,
      headers: { 'sc-user-id': userId, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
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
}

/** Public: `user_id`; the migration guide has `userId` once. */
export function userIdOf(query: URLSearchParams): string | undefined {
  return query.get('user_id') ?? query.get('userId') ?? undefined;
}
