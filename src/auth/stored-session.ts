import type { TokenPair } from '../service/token-endpoint.ts';

/** A session as it lies in SecretStorage, one key each. */
export interface StoredSession {
  readonly id: string;
  readonly environment: string;
  /** The application that the refresh token was issued to; another one can't use it. */
  readonly clientId: string;
  readonly account: { readonly id: string; readonly label: string };
  readonly scopes: readonly string[];
  readonly tokens: TokenPair;
  /** Grows by at least one with every new pair, whichever window stores it. */
  readonly generation: number;
  /** The generation whose refresh token the service refuses for good, once that is confirmed. */
  readonly deadGeneration?: number | undefined;
}

const formatVersion = 1;

/** The environment is part of the id, so that an entry that can't be read still tells where it belongs. */
export function newSessionId(environment: string): string {
  return `${encodeURIComponent(environment)}.${globalThis.crypto.randomUUID()}`;
}

export function environmentOfSession(id: string): string {
  try {
    return decodeURIComponent(id.slice(0, id.lastIndexOf('.')));
  } catch {
    return '';
  }
}

/** Whether the service has confirmed that the stored refresh token is dead. */
export function isDead(session: StoredSession): boolean {
  return session.deadGeneration === session.generation;
}

/** The same session always gives the same text, so texts can be compared. */
export function encodeSession(session: StoredSession): string {
  const { id, environment, clientId, account, scopes, tokens, generation, deadGeneration } = session;
  return JSON.stringify({
    version: formatVersion,
    id,
    environment,
    clientId,
    account: { id: account.id, label: account.label },
    scopes,
    tokens: {
      accessToken: tokens.accessToken,
      accessTokenExpiresAt: tokens.accessTokenExpiresAt,
      refreshToken: tokens.refreshToken,
      refreshTokenExpiresAt: tokens.refreshTokenExpiresAt,
      issuedAt: tokens.issuedAt,
      deviations: tokens.deviations,
    },
    generation,
    deadGeneration,
  });
}

/**
 * Undefined where the text is no session of this format. Checked by hand: sessions are read when the extension starts,
 * and zod would be most of what is loaded then.
 */
export function decodeSession(text: string): StoredSession | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isStored(value) ? value : undefined;
}

function isStored(value: unknown): value is StoredSession {
  return (
    isObject(value) &&
    value.version === formatVersion &&
    areTexts(value, ['id', 'environment', 'clientId']) &&
    isObject(value.account) &&
    areTexts(value.account, ['id', 'label']) &&
    Array.isArray(value.scopes) &&
    value.scopes.every((scope) => typeof scope === 'string') &&
    isObject(value.tokens) &&
    areTexts(value.tokens, ['accessToken', 'refreshToken']) &&
    areNumbers(value.tokens, ['accessTokenExpiresAt', 'refreshTokenExpiresAt', 'issuedAt']) &&
    areNumbers(value, ['generation']) &&
    (value.deadGeneration === undefined || areNumbers(value, ['deadGeneration']))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function areTexts(value: Record<string, unknown>, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === 'string' && value[key] !== '');
}

function areNumbers(value: Record<string, unknown>, keys: readonly string[]): boolean {
  return keys.every((key) => Number.isFinite(value[key]));
}
