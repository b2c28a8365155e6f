import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseName, SessionDatabase } from '../../src/extension/auth/sessions/session-database.ts';
import { keyText, newKey, sealSession } from '../../src/extension/auth/sessions/session-encryption.ts';
import { readRecord } from '../../src/extension/auth/sessions/session-record.ts';
import type { TokenPair } from '../../src/service/oauth/token-endpoint.ts';
import { putSecret } from './window/secrets-in-files.ts';

/** The session that every run begins with. */
export const seededId = 'sandbox.seeded';
/** What stays of it when its owner connects again. */
export const seeded = (clientId: string) => ({
  environment: 'sandbox',
  clientId,
  account: { id: 'owner', label: 'Owner' },
  scopes: ['read_battery'],
});

export const sessionsFolder = (folder: string) => join(folder, 'sessions');
export const secretsFolder = (folder: string) => join(folder, 'secrets');

const storeId = 'seededstore';

/** What a sign-in leaves: the session's row, its key and its copy in SecretStorage. Returns the key's text. */
export async function seedSession(folder: string, clientId: string, tokens: TokenPair): Promise<string> {
  const key = newKey();
  const text = sealSession(
    {
      ...seeded(clientId),
      id: seededId,
      tokens,
      generation: 1,
    },
    key,
  );
  for (const each of [sessionsFolder(folder), secretsFolder(folder)]) mkdirSync(each, { recursive: true });
  writeFileSync(join(sessionsFolder(folder), `store-${storeId}`), '', { mode: 0o600 });
  await new SessionDatabase(sessionsFolder(folder)).write((rows) => {
    rows.put('key', '', key.id);
    rows.put('session', seededId, text);
  });
  putSecret(secretsFolder(folder), `key.${key.id}`, keyText(key));
  putSecret(secretsFolder(folder), `replica.${storeId}.${seededId}`, text);
  return keyText(key);
}

/** The stored generation, 0 where none can be read. */
export function storedGeneration(folder: string): number {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(sessionsFolder(folder), databaseName), { timeout: 5000 });
    const row = database.prepare(`SELECT value FROM rows WHERE kind = 'session' AND id = ?`).get(seededId);
    return generationIn(String(row?.value));
  } catch {
    return 0;
  } finally {
    database?.close();
  }
}

/** The generation of the copy in SecretStorage, 0 where there is none. */
export function replicaGeneration(folder: string): number {
  const name = readdirSync(secretsFolder(folder)).find(
    (each) => each.startsWith('replica.') && each.endsWith('.secret'),
  );
  if (name === undefined) return 0;
  const { value = '' } = JSON.parse(readFileSync(join(secretsFolder(folder), name), 'utf8')) as { value?: string };
  return generationIn(value);
}

function generationIn(text: string): number {
  const record = readRecord(text.trim());
  return record?.kind === 'sealed' ? record.header.generation : (record?.generation ?? 0);
}
