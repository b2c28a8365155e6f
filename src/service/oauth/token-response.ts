import * as z from 'zod';
import type { JsonObject } from '../http/response-errors.ts';
import { tokenPair } from './token-contract.ts';

export type TokenField = 'access_token' | 'token_type' | 'expires_in' | 'refresh_token';

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
export function readTokenPair(body: JsonObject): ReadPair | { readonly unusable: readonly TokenField[] } {
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
