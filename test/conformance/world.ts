import { apiVersion } from '../../src/service/v2/contract.ts';
import { browse } from './browse.ts';
import { type Answer, send } from './http.ts';
import { formType, Implementation, userAgent } from './implementation.ts';
import { Broken, property, Skipped } from './rule.ts';
import type { Target, Vehicle } from './implementation.ts';

export interface Pair {
  readonly access: string;
  readonly refresh: string;
}

export interface TokenHeaders {
  readonly authorization?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly contentType?: string | undefined;
}

const allPermissions = 'read_vehicle_info read_battery read_charge_records';
/** What the rules do with the implementation: requests as an application, pages as an owner, time as its keeper. */
export class World extends Implementation<Target> {
  #refresh: string | undefined;
  #code: string | undefined;
  #vehicles: Promise<readonly Vehicle[]> | undefined;

  constructor(target: Target) {
    super(target, 3600);
    this.#code = target.code;
  }

  // ---- The token endpoint ----

  token(fields: Record<string, string>, headers: TokenHeaders = {}, path = '/oauth/token'): Promise<Answer> {
    const { authorization = this.basic(), contentType = formType } = headers;
    return send(`${this.target.authUrl}${path}`, {
      method: 'POST',
      headers: {
        Authorization: authorization || undefined,
        'Content-Type': contentType || undefined,
        'User-Agent': (headers.userAgent ?? userAgent) || undefined,
      },
      body: new URLSearchParams(fields).toString(),
    });
  }

  basic(clientId = this.target.clientId, clientSecret = this.target.clientSecret): string {
    return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  }

  exchange(code: string, redirectUri = this.target.redirectUri): Promise<Answer> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
  }

  refresh(refreshToken: string): Promise<Answer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  /** A new pair: through Connect, else from the code or by refreshing the pair in hand. */
  async pair(scope = allPermissions): Promise<Pair> {
    if (this.target.connectUrl !== undefined) return pairOf(await this.exchange(await this.connect({ scope })));
    const code = this.#code;
    this.#code = undefined;
    const refreshToken = this.#refresh ?? this.target.refreshToken;
    if (code === undefined && refreshToken === undefined) {
      throw new Skipped('needs tokens: no --connect-url, --code or --refresh-token');
    }
    const pair = pairOf(await (code === undefined ? this.refresh(refreshToken ?? '') : this.exchange(code)));
    this.#refresh = pair.refresh;
    this.hold(pair.access);
    return pair;
  }

  protected override async renew(): Promise<string> {
    const pair = await this.pair();
    this.#refresh = pair.refresh;
    return pair.access;
  }

  // ---- Connect ----

  connectAddress(parameters: Record<string, string> = {}): string {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.target.clientId,
      redirect_uri: this.target.redirectUri,
      scope: allPermissions,
      ...parameters,
    });
    return `${this.target.connectUrl ?? ''}?${query.toString()}`;
  }

  /** An authorization code of the owner. */
  async connect(parameters: Record<string, string> = {}): Promise<string> {
    const redirectUri = parameters.redirect_uri ?? this.target.redirectUri;
    const arrival = await browse(this.connectAddress(parameters), redirectUri, 'allow');
    const code = 'redirect' in arrival ? arrival.redirect.searchParams.get('code') : null;
    if (code === null) throw new Broken('Connect did not send the owner back with a code');
    return code;
  }

  // ---- Vehicle data ----

  /** `path` begins after the version. A token of '' sends no Authorization. */
  get(path: string, token?: string): Promise<Answer> {
    return this.request(`${this.target.baseUrl}/${apiVersion}${path}`, token);
  }

  capacity(vehicleId: string, token?: string): Promise<Answer> {
    return this.get(`/vehicles/${vehicleId}/battery/nominal_capacity`, token);
  }

  records(vehicle: Vehicle, query = '', token?: string): Promise<Answer> {
    return this.get(`/vehicles/${vehicle.id}/${vehicle.make}/charge/records${query}`, token);
  }

  /** Rejects with Skipped where none is known. */
  async vehicles(): Promise<readonly Vehicle[]> {
    this.#vehicles ??= this.#findVehicles();
    const found = await this.#vehicles;
    if (found.length === 0) throw new Skipped('no vehicle is known: none is listed, and no --vehicle ID:MAKE');
    return found;
  }

  async #findVehicles(): Promise<readonly Vehicle[]> {
    if (this.target.vehicles !== undefined && this.target.vehicles.length > 0) return this.target.vehicles;
    const list = property((await this.get('/vehicles?limit=50')).json, 'vehicles');
    const vehicles: Vehicle[] = [];
    for (const id of Array.isArray(list) ? (list as unknown[]) : []) {
      const make = property((await this.get(`/vehicles/${String(id)}`)).json, 'make');
      if (typeof make === 'string') vehicles.push({ id: String(id), make: make.toLowerCase() });
    }
    return vehicles;
  }
}

/** The tokens of an answer, without a look at what else it holds: each rule looks at its own part. */
export function pairOf(answer: Answer): Pair {
  const [access, refresh] = [property(answer.json, 'access_token'), property(answer.json, 'refresh_token')];
  if (answer.status !== 200) throw new Broken(`the token endpoint answered ${answer.status}`);
  return { access: typeof access === 'string' ? access : '', refresh: typeof refresh === 'string' ? refresh : '' };
}
