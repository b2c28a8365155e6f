import * as z from 'zod';
import { now } from '../../common/clock.ts';
import { t } from '../../common/translate.ts';
import { endpointAddress } from '../http/addresses.ts';
import { contractBroken, jsonObject, type JsonObject, unreadable } from '../http/response-errors.ts';
import { codeExchangeForm, lifetimes, refreshForm, tokenPair } from './token-contract.ts';
import type { ServiceEnvironment } from '../model/environment.ts';
import { ServiceError } from '../model/errors.ts';
import { limits } from '../http/messages.ts';
import { type Grant, tokenFailure } from './token-errors.ts';
import type { Transport } from '../http/transport.ts';

/** Both tokens with their computed expiry. Times are milliseconds since 1970, by this machine's clock. */
export interface TokenPair {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: number;
  readonly refreshToken: string;
  readonly refreshTokenExpiresAt: number;
  /** When the response arrived. */
  readonly issuedAt: number;
  /**
   * Fields that break the contract and were read leniently, so that no pair is lost; absent if there are none. With
   * `token_type`, the access token is not a bearer token: keep the pair, but don't send the token. With
   * `refresh_token`, the response had none and the old one remains valid; only the caller knows its expiry. With
   * `expires_in`, the lifetime is as stated, or five minutes if the statement is not a lifetime.
   */
  readonly deviations?: readonly TokenField[];
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Endpoints 1 and 2 of the specification. Rejects with ServiceError. What the response means for the grant:
 * - kind `oauth` and turn `reconnect`: a confirmed answer that the code or refresh token is dead;
 * - `sent` false: nothing reached the service, the grant is unspent;
 * - kind `oauth` and turn `developer`: a configuration error; the grant is untouched;
 * - everything else is ambiguous: the grant may be spent, and a refresh may be sent again within the minute.
 */
export class TokenEndpoint {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Endpoint 1. `redirectUri` must equal the one in the Connect URL. */
  async exchangeCode(
    environment: Pick<ServiceEnvironment, 'authUrl'>,
    credentials: ClientCredentials,
    grant: { readonly code: string; readonly redirectUri: string },
    signal?: AbortSignal,
  ): Promise<TokenPair> {
    const form = codeExchangeForm.safeParse({
      grant_type: 'authorization_code',
      code: grant.code,
      redirect_uri: grant.redirectUri,
    });
    if (!form.success) throw emptyArgument(t('The authorization code or the redirect URI is empty.'));
    const request = { environment, credentials, form: form.data, secret: grant.code, signal };
    const read = await this.#request(request);
    if (read.refreshToken === undefined) {
      throw new ServiceError(
        t('The API’s response is invalid: {0}.', t('{0} is missing or invalid', 'refresh_token')),
        {
          kind: 'contract',
          turn: 'reconnect',
          nextStep: t('Connect again. If it persists, contact support.'),
          sent: true,
        },
      );
    }
    return this.#pair(read, read.refreshToken);
  }

  /** Endpoint 2. On rejection, `sent` tells whether the refresh token may have been spent. */
  async refresh(
    environment: Pick<ServiceEnvironment, 'authUrl'>,
    credentials: ClientCredentials,
    refreshToken: string,
    signal?: AbortSignal,
  ): Promise<TokenPair> {
    const form = refreshForm.safeParse({ grant_type: 'refresh_token', refresh_token: refreshToken });
    if (!form.success) throw emptyArgument(t('The refresh token is empty.'));
    const read = await this.#request({ environment, credentials, form: form.data, secret: refreshToken, signal });
    // RFC 6749, section 6: without a new refresh token, the old one remains valid.
    return this.#pair(read, read.refreshToken ?? refreshToken);
  }

  /** A token of the application itself, which has no refresh token (version 3, public). */
  async applicationToken(
    environment: Pick<ServiceEnvironment, 'authUrl'>,
    { clientId, clientSecret }: ClientCredentials,
    signal?: AbortSignal,
  ): Promise<ApplicationToken> {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret } as const;
    const path = '/oauth2/token';
    const secrets = [clientSecret];
    const read = await this.#send({
      environment,
      path,
      operation: 'application-token',
      headers: {},
      form,
      secrets,
      signal,
    });
    if (read.deviations.includes('token_type')) throw notBearer();
    return { accessToken: read.accessToken, lifetimeMs: read.expiresInSeconds * 1000 };
  }

  async #request({ environment, credentials, form, secret, signal }: TokenRequest): Promise<ReadPair> {
    const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64');
    const secrets = [secret, credentials.clientSecret, basic];
    const operation = form.grant_type === 'refresh_token' ? 'refresh-tokens' : 'exchange-code';
    const headers = { authorization: `Basic ${basic}` };
    return this.#send({ environment, path: '/oauth/token', operation, headers, form, secrets, signal });
  }

  async #send({ environment, path, operation, headers, form, secrets, signal }: SentForm): Promise<ReadPair> {
    const response = await this.#transport.send({
      operation,
      method: 'POST',
      url: endpointAddress(environment.authUrl, path),
      headers: {
        ...headers,
        'content-type': 'application/x-www-form-urlencoded',
        // Compressing so little gains nothing, and without compression there can be no zip bomb.
        'accept-encoding': 'identity',
      },
      body: new URLSearchParams(form).toString(),
      signal,
      ...(operation === 'application-token' ? limits.token : limits.grant),
      secrets,
    });
    const body = jsonObject(response.text);
    const read = body && readTokenPair(body);
    const succeeded = response.status >= 200 && response.status < 300;
    if (read && !('unusable' in read)) {
      // A complete pair is kept even if the response also has an error: keeping it can only help.
      if (read.refreshToken !== undefined || (succeeded && body.error === undefined)) return read;
    }
    if (!succeeded) throw tokenFailure(response, body, form.grant_type, secrets);
    if (!read) throw unreadable(response, secrets, again());
    const fields = 'unusable' in read ? read.unusable.map((field) => t('{0} is missing or invalid', field)) : ['error'];
    throw contractBroken(response, fields, again());
  }

  #pair(read: ReadPair, refreshToken: string): TokenPair {
    const issuedAt = now();
    return {
      accessToken: read.accessToken,
      accessTokenExpiresAt: issuedAt + read.expiresInSeconds * 1000,
      refreshToken,
      refreshTokenExpiresAt: issuedAt + lifetimes.refreshToken * 1000,
      issuedAt,
      ...(read.deviations.length > 0 && { deviations: read.deviations }),
    };
  }
}

/** A token of an application. */
interface ApplicationToken {
  readonly accessToken: string;
  readonly lifetimeMs: number;
}

interface SentForm extends Pick<TokenRequest, 'environment' | 'form' | 'signal'> {
  readonly path: string;
  readonly operation: 'exchange-code' | 'refresh-tokens' | 'application-token';
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

interface TokenRequest {
  readonly environment: Pick<ServiceEnvironment, 'authUrl'>;
  readonly credentials: ClientCredentials;
  readonly form: Readonly<Record<string, string>> & { readonly grant_type: Grant };
  /** The code or the refresh token. */
  readonly secret: string;
  readonly signal: AbortSignal | undefined;
}

const again = () =>
  ({
    turn: 'retry',
    nextStep: t('Try again. If it persists, check the proxy, and authUrl in the vehicleData.environments setting.'),
  }) as const;

function notBearer(): ServiceError {
  return new ServiceError(t('The API’s response is invalid: {0}.', t('{0} is missing or invalid', 'token_type')), {
    kind: 'contract',
    ...again(),
    sent: true,
  });
}

function emptyArgument(message: string): ServiceError {
  return new ServiceError(message, {
    kind: 'input',
    turn: 'reconnect',
    nextStep: t('Connect again.'),
    sent: false,
  });
}

type TokenField = 'access_token' | 'token_type' | 'expires_in' | 'refresh_token';

/** A token pair as read from a response. */
export interface ReadPair {
  readonly accessToken: string;
  /** Undefined if the response has none. */
  readonly refreshToken: string | undefined;
  readonly expiresInSeconds: number;
  /** Fields that break the contract, but could still be read or are not essential. */
  readonly deviations: readonly TokenField[];
}

/** Longer than any token, and short enough for a header. */
const maxTokenLength = 8192;

/**
 * Assumed if the response states no credible lifetime of the access token: short, so that the token is renewed soon.
 */
const assumedLifetimeSeconds = 300;

const longestLifetimeSeconds = 24 * 60 * 60;

const token = z
  .string()
  .max(maxTokenLength)
  .regex(/^[\x21-\x7e]+$/);

/**
 * The token pair in a response, or the fields that are unusable. Fields are checked against the contract, but no pair
 * is thrown away for a field that is not essential: the refresh token that paid for it is already spent.
 */
function readTokenPair(body: JsonObject): ReadPair | { readonly unusable: readonly TokenField[] } {
  const accessToken = token.safeParse(body.access_token);
  const refreshToken = token.nullish().safeParse(body.refresh_token);
  if (!accessToken.success || !refreshToken.success) {
    const unusable: TokenField[] = [];
    if (!accessToken.success) unusable.push('access_token');
    if (!refreshToken.success) unusable.push('refresh_token');
    return { unusable };
  }
  return {
    accessToken: accessToken.data,
    refreshToken: refreshToken.data ?? undefined,
    expiresInSeconds: lifetime(body.expires_in),
    deviations: deviations(body),
  };
}

function lifetime(value: unknown): number {
  const seconds = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  const credible = typeof seconds === 'number' && Number.isInteger(seconds) && seconds > 0;
  return credible && seconds <= longestLifetimeSeconds ? seconds : assumedLifetimeSeconds;
}

function deviations(body: JsonObject): TokenField[] {
  const issues = tokenPair.safeParse(body).error?.issues ?? [];
  const fields = new Set(issues.map(({ path }) => path[0] as TokenField));
  const type = body.token_type ?? 'bearer';
  // RFC 6749 compares the type case-insensitively, and a missing one can only mean this one.
  if (typeof type === 'string' && /^bearer$/i.test(type)) fields.delete('token_type');
  return [...fields];
}
