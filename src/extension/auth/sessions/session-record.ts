/**
 * A session as text, as stored in the database and in SecretStorage: a readable header, so that a session can be listed
 * even if its tokens can't be read, and a box with the tokens, encrypted with the key.
 */
import { isRecord } from '../../../common/is-record.ts';
import type { StoredSession } from './stored-session.ts';

/** All of a session except its tokens and what belongs to them, and the id of the key that decrypts these. */
export interface SessionHeader
  extends Omit<StoredSession, 'tokens' | 'ownerId'>, Omit<StoredSession['tokens'], Secret> {
  readonly keyId: string;
}

type Secret = 'accessToken' | 'refreshToken';

/** AES-256-GCM; base64. */
export interface SealedBox {
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
}

export type SessionRecord =
  | { readonly kind: 'sealed'; readonly header: SessionHeader; readonly box: SealedBox }
  /** Kept for a while, so that no late writer and no copy restores the session. */
  | { readonly kind: 'signed-out'; readonly id: string; readonly generation: number; readonly at: number };

type Fields = Readonly<Record<string, unknown>>;

const formatVersion = 1;

export function encodeSealed(header: SessionHeader, box: SealedBox): string {
  const { iv, tag, data } = box;
  const { origins } = header;
  return JSON.stringify({ v: formatVersion, header: canonicalHeader(header), origins, box: { iv, tag, data } });
}

/** @param at milliseconds since 1970 */
export function encodeSignedOut(id: string, generation: number, at: number): string {
  return JSON.stringify({ v: formatVersion, signedOut: true, id, generation, at });
}

/** The fields that the box is bound to, always in the same order. Earlier versions had the origins only in the box. */
export function canonicalHeader(header: SessionHeader): SessionHeader {
  const { id, environment, clientId, account, scopes, grant, generation, deadGeneration, keyId } = header;
  const { issuedAt, accessTokenExpiresAt, refreshTokenExpiresAt, deviations } = header;
  return {
    id,
    environment,
    clientId,
    account: { id: account.id, label: account.label },
    scopes,
    grant,
    generation,
    deadGeneration,
    keyId,
    issuedAt,
    accessTokenExpiresAt,
    refreshTokenExpiresAt,
    deviations,
  };
}

/** Undefined if the text is not in this format: truncated, foreign, or of a later version, which must be left alone. */
export function readRecord(text: string): SessionRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value.v !== formatVersion) return undefined;
  if (value.signedOut === true) return isSignedOut(value) ? { ...value, kind: 'signed-out' } : undefined;
  const { header, origins, box } = value;
  if (!isHeader(header) || !isRecord(box) || !areTexts(box, ['iv', 'tag', 'data'])) return undefined;
  const known = areTextsIn(origins) ? { ...header, origins: origins as string[] } : header;
  return { kind: 'sealed', header: known, box: box as unknown as SealedBox };
}

function isSignedOut(value: Fields): value is { id: string; generation: number; at: number } {
  return areTexts(value, ['id']) && areNumbers(value, ['generation', 'at']);
}

/** Checked by hand: sessions are read when the extension starts, and zod would be most of the code loaded then. */
function isHeader(value: unknown): value is SessionHeader {
  return (
    isRecord(value) &&
    areTexts(value, ['id', 'environment', 'clientId', 'keyId']) &&
    isRecord(value.account) &&
    areTexts(value.account, ['id', 'label']) &&
    areTextsIn(value.scopes) &&
    (value.grant === undefined || value.grant === 'application') &&
    areNumbers(value, ['generation', 'issuedAt', 'accessTokenExpiresAt', 'refreshTokenExpiresAt']) &&
    (value.deadGeneration === undefined || areNumbers(value, ['deadGeneration'])) &&
    (value.deviations === undefined || areTextsIn(value.deviations))
  );
}

function areTextsIn(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function areTexts(value: Fields, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === 'string' && value[key] !== '');
}

function areNumbers(value: Fields, keys: readonly string[]): boolean {
  return keys.every((key) => Number.isFinite(value[key]));
}
