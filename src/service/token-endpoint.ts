import type { Clock } from '../common/clock.ts';
import type { ServiceEnvironment } from './environment.ts';
import type { Transport } from './transport.ts';

/** Both tokens with their computed expiry. Times are milliseconds since 1970, by this machine's clock. */
export interface TokenPair {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: number;
  readonly refreshToken: string;
  readonly refreshTokenExpiresAt: number;
  readonly issuedAt: number;
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Endpoints 1 and 2 of the document. */
export class TokenEndpoint {
  constructor(_transport: Transport, _clock: Clock) {
    throw new Error('to be written');
  }

  /** Endpoint 1. `redirectUri` equals the one in the Connect URL. */
  exchangeCode(
    _environment: Pick<ServiceEnvironment, 'authUrl'>,
    _credentials: ClientCredentials,
    _grant: { readonly code: string; readonly redirectUri: string },
    _signal?: AbortSignal,
  ): Promise<TokenPair> {
    throw new Error('to be written');
  }

  /** Endpoint 2. Rejects with ServiceError; `sent` tells whether the refresh token may have been spent. */
  refresh(
    _environment: Pick<ServiceEnvironment, 'authUrl'>,
    _credentials: ClientCredentials,
    _refreshToken: string,
    _signal?: AbortSignal,
  ): Promise<TokenPair> {
    throw new Error('to be written');
  }
}
