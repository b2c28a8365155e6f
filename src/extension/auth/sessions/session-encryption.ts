import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { canonicalHeader, encodeSealed, readRecord, type SessionHeader, type SessionRecord } from './session-record.ts';
import type { StoredSession } from './stored-session.ts';

/** Encrypts and decrypts sessions. */
export interface SessionKey {
  /** Derived from the bytes, so that another key stored in its place is recognized. */
  readonly id: string;
  /** 32 random bytes. */
  readonly bytes: Uint8Array;
}

/** The encrypted part. */
type Sealed = Pick<StoredSession['tokens'], 'accessToken' | 'refreshToken'> &
  Pick<StoredSession, 'origins' | 'ownerId'>;

const algorithm = 'aes-256-gcm';
const keyBytes = 32;

export function newKey(): SessionKey {
  const bytes = randomBytes(keyBytes);
  return { id: keyIdOf(bytes), bytes };
}

/** Undefined if the text is not a key, or not the one with that id. */
export function readKey(base64: string | undefined, id: string): SessionKey | undefined {
  const bytes = Buffer.from(base64 ?? '', 'base64');
  return bytes.length === keyBytes && keyIdOf(bytes) === id ? { id, bytes } : undefined;
}

export function keyText(key: SessionKey): string {
  return Buffer.from(key.bytes).toString('base64');
}

/** The session as text. The box is bound to its header, and can't be decrypted with another one. */
export function sealSession(session: StoredSession, key: SessionKey): string {
  const { tokens, origins, ownerId, ...rest } = session;
  const { accessToken, refreshToken, ...times } = tokens;
  const header: SessionHeader = canonicalHeader({ ...rest, ...times, keyId: key.id });
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, key.bytes, iv).setAAD(boundTo(header));
  const data = Buffer.concat([
    cipher.update(JSON.stringify({ accessToken, refreshToken, origins, ownerId } satisfies Sealed)),
    cipher.final(),
  ]);
  return encodeSealed(
    { ...header, ...(origins && { origins }) },
    {
      iv: iv.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      data: data.toString('base64'),
    },
  );
}

/** Undefined if the key is the wrong one, or the record has been altered. */
export function openSession(record: SessionRecord | undefined, key: SessionKey): StoredSession | undefined {
  if (record?.kind !== 'sealed') return undefined;
  const header = canonicalHeader(record.header);
  const [iv, tag] = [Buffer.from(record.box.iv, 'base64'), Buffer.from(record.box.tag, 'base64')];
  try {
    const decipher = createDecipheriv(algorithm, key.bytes, iv, { authTagLength: 16 }).setAAD(boundTo(header));
    decipher.setAuthTag(tag);
    const plain = Buffer.concat([decipher.update(record.box.data, 'base64'), decipher.final()]).toString();
    return joined(header, JSON.parse(plain) as Sealed);
  } catch {
    return undefined;
  }
}

export function openText(text: string | undefined, key: SessionKey): StoredSession | undefined {
  return openSession(readRecord(text ?? ''), key);
}

function joined(header: SessionHeader, { accessToken, refreshToken, origins, ownerId }: Sealed): StoredSession {
  const { id, environment, clientId, account, scopes, grant, generation, deadGeneration } = header;
  const { issuedAt, accessTokenExpiresAt, refreshTokenExpiresAt, deviations } = header;
  return {
    id,
    environment,
    clientId,
    account,
    scopes,
    ...(grant && { grant }),
    tokens: {
      accessToken,
      accessTokenExpiresAt,
      refreshToken,
      refreshTokenExpiresAt,
      issuedAt,
      ...(deviations && { deviations }),
    },
    generation,
    ...(deadGeneration !== undefined && { deadGeneration }),
    ...(origins && { origins }),
    ...(ownerId !== undefined && { ownerId }),
  };
}

function boundTo(header: SessionHeader): Buffer {
  return Buffer.from(JSON.stringify(header));
}

function keyIdOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}
