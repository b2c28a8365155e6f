import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.ts';
import { lifetimes, type TokenPairBody } from '../../service/oauth/token-contract.ts';
import { OAuthFailure } from './oauth-failure.ts';
import type { RuleIds } from '../rules/rules.ts';
import { connect, disconnect, type Session } from '../world/connections.ts';
import type { Store } from '../world/store.ts';
import type { AccessToken, AuthorizationCode, Grant, RefreshToken, StoredState } from '../world/stored-state.ts';

/** Which rules a refused code or refresh token demonstrates. */
const codeRules: Readonly<Record<Exclude<ReturnType<typeof codeStatus>, 'other-redirect'>, RuleIds>> = {
  usable: ['token.invalid-code'],
  unknown: ['token.invalid-code'],
  used: ['token.code-once', 'token.invalid-code'],
  expired: ['token.code-10-minutes', 'token.invalid-code'],
};
const refreshRules: Readonly<Record<ReturnType<typeof refreshTokenStatus>, RuleIds>> = {
  usable: ['token.invalid-refresh-token'],
  unknown: ['token.invalid-refresh-token'],
  expired: ['token.refresh-60-days', 'token.invalid-refresh-token'],
  invalidated: ['token.refresh-minute', 'token.invalid-refresh-token'],
};

/** With fewer codes and tokens than this, searching all of them costs next to nothing. */
const smallState = 100;
/** Limits how long expired entries from a period of load are kept. */
const mostBetweenLooks = 5000;
/** Of one grant: under load, older access tokens and used refresh tokens are forgotten before their time. */
const mostOfGrant = 200;

/** Codes and tokens of this sandbox: applies the token rules to the stored state. */
export class Grants {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #graceSeconds: number;
  /** How many codes and pairs are issued before the next search for expired ones. */
  #untilLook = 0;

  constructor(store: Store, clock: Clock, graceSeconds: number) {
    this.#store = store;
    this.#clock = clock;
    this.#graceSeconds = graceSeconds;
  }

  /** The owner allowed access: returns the authorization code to send back. */
  allow(grant: Grant, redirectUri: string, session: Session = { mode: 'live' }): string {
    const now = this.#clock.now();
    const [grantId, code] = [randomUUID(), randomUUID()];
    this.#store.change((state) => {
      this.#forgetDead(state, now);
      state.grants.set(grantId, { ...grant, vehicleIds: [...grant.vehicleIds], scopes: [...grant.scopes] });
      state.codes.set(code, issueCode(grantId, redirectUri, now));
      connect(state, grant, session, now);
    });
    return code;
  }

  /** The owner allowed access and the application wants no code: only the connection is stored. */
  connect(grant: Grant, session: Session): void {
    this.#store.change((state) => connect(state, grant, session, this.#clock.now()));
  }

  /** Endpoint 1 of the specification. Throws OAuthFailure. */
  exchange(code: string, redirectUri: string): TokenPairBody {
    const now = this.#clock.now();
    const found = this.#store.state.codes.get(code);
    const verdict = codeStatus(found, redirectUri, now);
    if (verdict === 'other-redirect') {
      throw new OAuthFailure('invalid_grant', `Unauthorized redirect_uri: ${redirectUri}`, [
        'token.redirect-equality',
        'errors.oauth',
      ]);
    }
    if (verdict !== 'usable' || found === undefined) {
      throw new OAuthFailure('invalid_request', `Invalid code: ${code}.`, codeRules[verdict]);
    }
    return this.#store.change((state) => {
      state.codes.set(code, { ...found, used: true });
      return this.#addPair(state, found.grantId, now);
    });
  }

  /**
   * Endpoint 2 of the specification. Throws OAuthFailure, whose description repeats the token, as the service's does.
   */
  refresh(refreshToken: string): TokenPairBody {
    const now = this.#clock.now();
    const found = this.#store.state.refreshTokens.get(refreshToken);
    const verdict = refreshTokenStatus(found, now, this.#graceSeconds);
    if (verdict !== 'usable' || found === undefined) {
      throw new OAuthFailure('invalid_grant', `Invalid refresh_token: ${refreshToken}.`, this.#rulesOf(verdict));
    }
    return this.#store.change((state) => {
      state.refreshTokens.set(refreshToken, useRefreshToken(found, now));
      return this.#addPair(state, found.grantId, now);
    });
  }

  /**
   * If the grace period differs from the specification's, the refusal does not demonstrate the specification's rule.
   */
  #rulesOf(verdict: keyof typeof refreshRules): RuleIds {
    const isOtherGrace = verdict === 'invalidated' && this.#graceSeconds !== lifetimes.refreshTokenAfterUse;
    return isOtherGrace ? ['token.refresh-grace', 'token.invalid-refresh-token'] : refreshRules[verdict];
  }

  /** What the access token gives access to; undefined if it is unknown or expired. */
  grantOf(accessToken: string): Grant | undefined {
    const token = this.#store.state.accessTokens.get(accessToken);
    return isAccessTokenValid(token, this.#clock.now()) ? this.#store.state.grants.get(token.grantId) : undefined;
  }

  /** The owner's vehicle is no longer connected: every grant loses it. */
  disconnect(vehicleId: string): void {
    this.#store.change((state) => disconnect(state, vehicleId));
  }

  /** Vehicles that their owners share with the application, in the order in which they were connected. */
  connectedVehicles(): string[] {
    return [...this.#store.state.connections.values()].map(({ vehicleId }) => vehicleId);
  }

  /** Whether the access token was issued by this sandbox and has expired, but is not forgotten yet. */
  isExpired(accessToken: string): boolean {
    const token = this.#store.state.accessTokens.get(accessToken);
    return token !== undefined && !isAccessTokenValid(token, this.#clock.now());
  }

  #addPair(state: StoredState, grantId: string, now: number): TokenPairBody {
    this.#forgetDead(state, now);
    const [accessToken, refreshToken] = [randomUUID(), randomUUID()];
    const pair = issuePair(grantId, now);
    state.accessTokens.set(accessToken, pair.accessToken);
    state.refreshTokens.set(refreshToken, pair.refreshToken);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: lifetimes.accessToken,
      refresh_token: refreshToken,
    };
  }

  /** Searches less often when there are more entries, so that the cost is negligible under load. */
  #forgetDead(state: StoredState, now: number): void {
    if (this.#untilLook-- > 0) return;
    forgetDead(state, now, this.#graceSeconds);
    const size = state.accessTokens.size + state.refreshTokens.size + state.codes.size;
    this.#untilLook = size < smallState ? 0 : Math.min(size, mostBetweenLooks);
  }
}

/** Keeps the state small. An expired entry can never become valid again, because the clock never goes back. */
function forgetDead(state: StoredState, now: number, graceSeconds: number): void {
  const { codes, accessTokens, refreshTokens, grants } = state;
  const alive = [
    keep(codes, ({ expiresAt }) => now < expiresAt),
    keep(accessTokens, ({ expiresAt }, newer) => now < expiresAt && newer < mostOfGrant),
    keep(refreshTokens, (token, newer) => {
      return refreshTokenStatus(token, now, newer < mostOfGrant ? graceSeconds : 0) === 'usable';
    }),
  ];
  for (const id of grants.keys()) if (!alive.some((kept) => kept.has(id))) grants.delete(id);
}

/**
 * Deletes the others, the newest first. How many there are of each grant.
 *
 * @param isKept gets how many are newer and of the same grant
 */
function keep<T extends { grantId: string }>(map: Map<string, T>, isKept: (value: T, newer: number) => boolean) {
  const kept = new Map<string, number>();
  for (const [key, value] of [...map].reverse()) {
    const newer = kept.get(value.grantId) ?? 0;
    if (isKept(value, newer)) kept.set(value.grantId, newer + 1);
    else map.delete(key);
  }
  return kept;
}

// All times here are milliseconds since 1970.

/**
 * Public: a code works once, for ten minutes. Specification: its redirect URI equals the one in the Connect URL
 * exactly.
 */
function codeStatus(
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
function refreshTokenStatus(
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
function isAccessTokenValid(token: AccessToken | undefined, now: number): token is AccessToken {
  return token !== undefined && now < token.expiresAt;
}

function issueCode(grantId: string, redirectUri: string, now: number): AuthorizationCode {
  return { grantId, redirectUri, expiresAt: now + lifetimes.authorizationCode * 1000, used: false };
}

/** A new pair, whose refresh token is valid for another 60 days. */
function issuePair(grantId: string, now: number): { accessToken: AccessToken; refreshToken: RefreshToken } {
  return {
    accessToken: { grantId, expiresAt: now + lifetimes.accessToken * 1000 },
    refreshToken: { grantId, expiresAt: now + lifetimes.refreshToken * 1000, firstUsedAt: null },
  };
}

/** The grace period counts from the first use: using the token again does not prolong it. */
function useRefreshToken(token: RefreshToken, now: number): RefreshToken {
  return { ...token, firstUsedAt: token.firstUsedAt ?? now };
}
