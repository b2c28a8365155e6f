import { mkdirSync, readdirSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SecretStorage } from '../../../src/extension/auth/sessions/secret-storage.ts';
import { Emitter } from '../../../src/common/event.ts';

/** What a keyring may do wrong. */
export type SecretFault =
  | 'get undefined'
  | 'get rejects'
  | 'store rejects'
  | 'never settles'
  | 'store ignored'
  /** Another window sees a new value a quarter of a second late, as on the desktop. */
  | 'stale 250 ms';

export const secretFaults: readonly SecretFault[] = [
  'get undefined',
  'get rejects',
  'store rejects',
  'never settles',
  'store ignored',
  'stale 250 ms',
];

interface Entry {
  readonly value: string | undefined;
  readonly previous: string | undefined;
  readonly writer: number;
  readonly at: number;
}

const staleMs = 250;

/** VS Code's SecretStorage for the processes of a run: one file for each key, in a folder that they share. */
export class SecretsInFiles implements SecretStorage {
  readonly #folder: string;
  readonly #changed = new Emitter<{ readonly key: string }>();
  readonly onDidChange = this.#changed.event;
  fault: SecretFault | undefined;

  constructor(folder: string, fault?: SecretFault) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.fault = fault;
    watch(folder, { persistent: false }, (_, name) => {
      if (name?.endsWith('.secret')) this.#changed.fire({ key: decodeURIComponent(name.slice(0, -7)) });
    });
  }

  async keys(): Promise<string[]> {
    await this.#trouble('get');
    const names = readdirSync(this.#folder).filter((name) => name.endsWith('.secret'));
    const keys = names.map((name) => decodeURIComponent(name.slice(0, -7)));
    return keys.filter((key) => this.#read(key)?.value !== undefined);
  }

  async get(key: string): Promise<string | undefined> {
    await this.#trouble('get');
    if (this.fault === 'get undefined') return undefined;
    const entry = this.#read(key);
    const isStale =
      this.fault === 'stale 250 ms' && entry?.writer !== process.pid && Date.now() - (entry?.at ?? 0) < staleMs;
    return isStale ? entry?.previous : entry?.value;
  }

  async store(key: string, value: string): Promise<void> {
    await this.#trouble('store');
    if (this.fault !== 'store ignored') this.#write(key, value);
  }

  async delete(key: string): Promise<void> {
    await this.#trouble('store');
    if (this.fault !== 'store ignored') this.#write(key, undefined);
  }

  async #trouble(operation: 'get' | 'store'): Promise<void> {
    if (this.fault === `${operation} rejects`) throw new Error('The keyring is locked');
    if (this.fault === 'never settles') await new Promise(() => undefined);
  }

  #read(key: string): Entry | undefined {
    return readSecret(this.#folder, key);
  }

  #write(key: string, value: string | undefined): void {
    putSecret(this.#folder, key, value);
  }
}

/** Stores as the store does, from outside of every window. */
export function putSecret(folder: string, key: string, value: string | undefined): void {
  const previous = readSecret(folder, key)?.value;
  const entry: Entry = { value, previous, writer: process.pid, at: Date.now() };
  const file = fileOf(folder, key);
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(entry), { mode: 0o600 });
  renameSync(temporary, file);
}

function readSecret(folder: string, key: string): Entry | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(folder, key), 'utf8')) as Entry;
  } catch {
    return undefined;
  }
}

function fileOf(folder: string, key: string): string {
  return path.join(folder, `${encodeURIComponent(key)}.secret`);
}
