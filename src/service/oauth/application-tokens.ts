import { now } from '../../common/clock.ts';
import type { ServiceEnvironment } from '../model/environment.ts';
import type { ClientCredentials, TokenEndpoint } from './token-endpoint.ts';

/** A token is renewed this long before it expires, or after three quarters of a short lifetime. */
const marginMs = 5 * 60_000;
const marginShare = 0.25;

/**
 * If a token that was issued in place of a rejected one is itself rejected this soon, the token is not the reason. A first
 * one may well be: the clock of a sandbox can be turned past its end at once.
 */
const newForMs = 5_000;

interface Issued {
  readonly accessToken: string;
  readonly issuedAt: number;
  readonly renewAt: number;
  /** In place of one that was rejected. */
  readonly isReplacement: boolean;
}

export type ApplicationTokenSource = ApplicationTokens['token'];

/** The tokens of applications, kept only in memory: a missing one is requested again. */
export class ApplicationTokens {
  readonly #endpoint: Pick<TokenEndpoint, 'applicationToken'>;
  readonly #issued = new Map<string, Issued>();
  /** One request for all callers that need the same token. */
  readonly #underWay = new Map<string, Promise<Issued>>();

  constructor(endpoint: Pick<TokenEndpoint, 'applicationToken'>) {
    this.#endpoint = endpoint;
  }

  /**
   * A usable access token. Rejects with ServiceError.
   *
   * @param rejected a token that a data endpoint has answered with 401
   */
  async token(
    environment: Pick<ServiceEnvironment, 'authUrl'>,
    credentials: ClientCredentials,
    rejected?: string,
  ): Promise<string> {
    // The key includes the secret, so that a wrong secret can't use a token obtained with the right one.
    const key = JSON.stringify([environment.authUrl, credentials.clientId, credentials.clientSecret]);
    const known = this.#issued.get(key);
    if (known && this.#isUsable(known, rejected)) return known.accessToken;
    const request = this.#underWay.get(key) ?? this.#request(key, environment, credentials, rejected !== undefined);
    return (await request).accessToken;
  }

  #isUsable({ accessToken, issuedAt, renewAt, isReplacement }: Issued, rejected: string | undefined): boolean {
    const at = now();
    if (accessToken === rejected) return isReplacement && Math.abs(at - issuedAt) < newForMs;
    // If the clock was set back, the age is unknown.
    return issuedAt <= at && at < renewAt;
  }

  #request(
    key: string,
    environment: Pick<ServiceEnvironment, 'authUrl'>,
    credentials: ClientCredentials,
    isReplacement: boolean,
  ) {
    const request = async () => {
      const askedAt = now();
      const { accessToken, lifetimeMs } = await this.#endpoint.applicationToken(environment, credentials);
      const renewAt = askedAt + lifetimeMs - Math.min(marginMs, lifetimeMs * marginShare);
      const issued = { accessToken, issuedAt: askedAt, renewAt, isReplacement };
      this.#issued.set(key, issued);
      return issued;
    };
    const underWay = request().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, underWay);
    return underWay;
  }
}
