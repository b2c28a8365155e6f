import { type Answer, type Outgoing, send } from './http.ts';
import { Broken, property, show } from './rule.ts';

export const userAgent = 'conformance-suite/1.0';
export const formType = 'application/x-www-form-urlencoded';
/** Enough for a bucket of requests to be full again. */
const refillSeconds = 3600;

/** What rules of both versions do with an implementation: requests with a token in hand, and its time. */
export abstract class Implementation<Target extends { readonly controlUrl?: string | undefined }> {
  readonly target: Target;
  #token: string | undefined;
  #turned = 0;
  /** A token in hand is renewed in time when the rules turn the clock. */
  readonly #renewAfterSeconds: number;

  protected constructor(target: Target, renewAfterSeconds: number) {
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
