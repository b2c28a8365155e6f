import { lifetimes } from '../../service/oauth/token-contract.ts';
import type { AccessToken, AuthorizationCode, RefreshToken } from '../world/stored-state.ts';

// All times here are milliseconds since 1970.

/**
 * Public: a code works once, for ten minutes. Specification: its redirect URI equals the one in the Connect URL
 * exactly.
 */
export function codeStatus(
  code: AuthorizationCode | undefined,
  redirectUri: string,
  now: number,
): 'usable' | 'unknown' | 'used' | 'expired' | 'other-redirect' {
  if (code === undefined) return 'unknown';
  if (code.used) return 'used';
  if (now >= code.expiresAt) return 'expired';
  return code.redirectUri === redirectUri ? 'usable' : 'other-redirect';
}

/**
 * Specification: a refresh token works for 60 days, and for one minute after its first use; that minute is a setting.
 */
export function refreshTokenStatus(
  token: RefreshToken | undefined,
  now: number,
  graceSeconds: number = lifetimes.refreshTokenAfterUse,
): 'usable' | 'unknown' | 'expired' | 'invalidated' {
  if (token === undefined) return 'unknown';
  if (now >= token.expiresAt) return 'expired';
  const { firstUsedAt } = token;
  if (firstUsedAt !== null && now >= firstUsedAt + graceSeconds * 1000) return 'invalidated';
  return 'usable';
}

/** Specification: an access token works for 7200 seconds, whatever happens to its refresh token. */
export function isAccessTokenValid(token: AccessToken | undefined, now: number): token is AccessToken {
  return token !== undefined && now < token.expiresAt;
}

export function issueCode(grantId: string, redirectUri: string, now: number): AuthorizationCode {
  return { grantId, redirectUri, expiresAt: now + lifetimes.authorizationCode * 1000, used: false };
}

/** A new pair, whose refresh token is valid for another 60 days. */
export function issuePair(grantId: string, now: number): { accessToken: AccessToken; refreshToken: RefreshToken } {
  return {
    accessToken: { grantId, expiresAt: now + lifetimes.accessToken * 1000 },
    refreshToken: { grantId, expiresAt: now + lifetimes.refreshToken * 1000, firstUsedAt: null },
  };
}

/** The grace period counts from the first use: using the token again does not prolong it. */
export function useRefreshToken(token: RefreshToken, now: number): RefreshToken {
  return { ...token, firstUsedAt: token.firstUsedAt ?? now };
}
