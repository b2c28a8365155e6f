/** A pair as the service gives it. */
export interface IssuedPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A service that rotates refresh tokens, as the fault plan needs it. */
export interface TokenService {
  readonly name: string;
  /** Where token requests go. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A pair of a new grant: a chain of its own. */
  newPair(): Promise<IssuedPair>;
  /** Whether the access token gives access now. */
  accepts(accessToken: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** `Authorization` of a token request (document, "Authentication"). */
export function basic({ clientId, clientSecret }: Pick<TokenService, 'clientId' | 'clientSecret'>): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
}
