import { createHmac } from 'node:crypto';
import { isSameSecret, randomSecret } from '../../../common/random-secret.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import type { TokenPair } from '../../../service/oauth/token-endpoint.ts';
import { documentTiming } from './session-durations.ts';

/** A session with its tokens, decrypted. */
export interface StoredSession {
  readonly id: string;
  readonly environment: string;
  /** The application that the refresh token was issued to; another one can't use it. */
  readonly clientId: string;
  readonly account: { readonly id: string; readonly label: string };
  readonly scopes: readonly string[];
  /**
   * `application`: the application's own token gives access, and this session is never refreshed. Its `tokens` then
   * only serve to prove the session to this extension: the service accepts none of them.
   */
  readonly grant?: 'application' | undefined;
  /**
   * The owner's ID, with which version 3 reads. Undefined for a session with its own tokens until it is used in version
   * 3; once it is known, `origins` include those of version 3.
   */
  readonly ownerId?: string | undefined;
  /**
   * Where the tokens may be sent: to the origins that they were issued for, and to those allowed since. Undefined for the
   * sandbox, which listens on any free port.
   */
  readonly origins?: readonly string[] | undefined;
  readonly tokens: TokenPair;
  /** Increases by at least one with every new pair, whichever window stores it. */
  readonly generation: number;
  /** The generation whose refresh token the service has refused for good, once that is confirmed. */
  readonly deadGeneration?: number | undefined;
}

/**
 * The secret that proofs of a session without its own tokens derive from: known only here, and valid until sign-out.
 */
export function proofOfSession(now: number): TokenPair {
  const end = now + 100 * 365 * 86_400_000;
  const accessToken = randomSecret();
  return { accessToken, refreshToken: '', issuedAt: now, accessTokenExpiresAt: end, refreshTokenExpiresAt: end };
}

type Shown = Pick<StoredSession, 'grant' | 'tokens'>;

/**
 * What VS Code hands out for a session: its access token. For version 3, whose token is the application's, it is a proof
 * instead, which is the same in every window and changes regularly, so that an extension has to ask VS Code, and so the
 * user, again.
 */
export function tokenToShow({ grant, tokens }: Shown, now: number, version?: ApiVersion): string {
  if (hasOwnTokens({ grant }) && version !== '3') return tokens.accessToken;
  const period = Math.floor(now / documentTiming.proofMs);
  return createHmac('sha256', tokens.accessToken).update(String(period)).digest('base64url');
}

/** The version for which VS Code may have handed out this token a moment ago; undefined if it has not. */
export function versionOfToken(session: Shown, token: string, now: number): ApiVersion | undefined {
  if (hasOwnTokens(session) && isSameSecret(session.tokens.accessToken, token)) return '2.0';
  const proofs = [now, now - documentTiming.proofMs].map((at) => tokenToShow(session, at, '3'));
  return proofs.some((proof) => isSameSecret(proof, token)) ? '3' : undefined;
}

export function hasOwnTokens({ grant }: Pick<StoredSession, 'grant'>): boolean {
  return grant !== 'application';
}

/** Whether the service has confirmed that the stored refresh token is dead. */
export function isDead({ deadGeneration, generation }: Pick<StoredSession, 'deadGeneration' | 'generation'>): boolean {
  return deadGeneration === generation;
}

export function isAllowedOrigin(bound: Pick<StoredSession, 'origins'>, url: string): boolean {
  return isBoundTo(bound, [new URL(url).origin]);
}

/** Whether the tokens may be sent to all of the origins. */
export function isBoundTo({ origins }: Pick<StoredSession, 'origins'>, others: readonly string[] | undefined): boolean {
  return origins === undefined || others === undefined || others.every((origin) => origins.includes(origin));
}

/** The environment is part of the id, so that it is known even if the session can't be read. */
export function newSessionId(environment: string): string {
  return `${encodeURIComponent(environment.toWellFormed())}.${globalThis.crypto.randomUUID()}`;
}

export function environmentOfSession(id: string): string {
  try {
    return decodeURIComponent(id.slice(0, id.lastIndexOf('.')));
  } catch {
    return '';
  }
}
