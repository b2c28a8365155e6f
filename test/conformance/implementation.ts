import { type Answer, type Outgoing, send } from './http.ts';
import { Broken, property, show } from './rule.ts';

export const userAgent = 'conformance-suite/1.0';
export const formType = 'application/x-www-form-urlencoded';
/** Enough for a bucket of requests to be full again. */
const refillSeconds = 3600;

/** An implementation to check, and what it gave the application. */
interface SharedTarget {
  /** Base address of the token endpoint. */
  readonly authUrl: string;
  readonly baseUrl: string;
  /** Where the owner grants access. */
  readonly connectUrl?: string | undefined;
  /** A sandbox's control address: its clock can be turned with `POST {controlUrl}/clock {"advance": SECONDS}`. */
  readonly controlUrl?: string | undefined;
  /** In version 3, of the API client. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** Version 2.0. Without Connect, the tokens come from `code` or `refreshToken`. */
export interface Target extends SharedTarget {
  /** An authorization code that was not used yet, for an implementation whose Connect flow needs a person. */
  readonly code?: string | undefined;
  readonly refreshToken?: string | undefined;
  /** Vehicles to ask for, where the public endpoints that list them are missing. */
  readonly vehicles?: readonly Vehicle[] | undefined;
  /** A vehicle based neither in the United States nor in Europe. */
  readonly outsideVehicle?: string | undefined;
  /** When the owner first granted access. Milliseconds since 1970. */
  readonly firstGranted?: number | undefined;
}

export interface Vehicle {
  readonly id: string;
  /** As it stands in the path of the records: in lower case. */
  readonly make: string;
}

/** Version 3. Without Connect, `userId` says whose vehicles are read. */
export interface Target3 extends SharedTarget {
  /** Base address of the management API. */
  readonly managementUrl: string;
  /** What Connect knows the application by. */
  readonly applicationId?: string | undefined;
  /** An owner who has connected vehicles. */
  readonly userId?: string | undefined;
  /** Signs events. */
  readonly managementToken?: string | undefined;
  /** A webhook that vehicles may be subscribed to. */
  readonly webhookId?: string | undefined;
}

/** What rules of both versions do with an implementation: requests with a token in hand, and its time. */
export abstract class Implementation<T extends SharedTarget> {
  readonly target: T;
  #token: string | undefined;
  #turned = 0;
  /** A token in hand is renewed in time when the rules turn the clock. */
  readonly #renewAfterSeconds: number;

  protected constructor(target: T, renewAfterSeconds: number) {
    this.target = target;
    this.#renewAfterSeconds = renewAfterSeconds;
  }

  /** A token that {@link request} sends from then on. */
  protected abstract renew(): Promise<string>;

  /** A token that still works, whatever the clock did. */
  async access(): Promise<string> {
    if (this.#token === undefined || this.#turned > this.#renewAfterSeconds) this.hold(await this.renew());
    return this.#token ?? '';
  }

  protected hold(token: string): void {
    this.#token = token;
    this.#turned = 0;
  }

  /** With a token that works, or with that one; '' sends none. Where a limit is reached, the clock is turned. */
  async request(url: string, token?: string, { headers, ...rest }: Outgoing = {}): Promise<Answer> {
    const ask = async () => {
      const bearer = token ?? (await this.access());
      const authorization = bearer === '' ? undefined : `Bearer ${bearer}`;
      return send(url, { headers: { Authorization: authorization, 'User-Agent': userAgent, ...headers }, ...rest });
    };
    const answer = await ask();
    if (answer.status !== 429 || this.target.controlUrl === undefined) return answer;
    await this.advance(refillSeconds);
    return ask();
  }

  /** In milliseconds since 1970: a sandbox's clock may have been turned. Without one, this machine's. */
  async now(): Promise<number> {
    const { controlUrl } = this.target;
    if (controlUrl === undefined) return Date.now();
    const now = property((await send(controlUrl)).json, 'now');
    if (typeof now !== 'string') throw new Broken(`the control address says no time: ${show(now)}`);
    return Date.parse(now);
  }

  /** Turns a sandbox's clock. */
  async advance(seconds: number): Promise<void> {
    const body = JSON.stringify({ advance: seconds });
    const headers = { 'Content-Type': 'application/json' };
    const { status } = await send(`${this.target.controlUrl ?? ''}/clock`, { method: 'POST', headers, body });
    if (status !== 200) throw new Broken(`the clock did not turn: ${status}`);
    this.#turned += seconds;
  }
}
