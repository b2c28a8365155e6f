import { openText, readKey, type SessionKey } from '../../../src/extension/auth/sessions/session-encryption.ts';
import type { StoredSession } from '../../../src/extension/auth/sessions/stored-session.ts';
import { ModelRows } from './model-rows.ts';
import { ModelSecrets } from './model-secrets.ts';
import { ModelService } from './model-service.ts';
import { VirtualTime } from './virtual-time.ts';

/** Which process holds which lock. */
class Locks {
  readonly #holders = new Map<string, object>();

  take(id: string, process: object): boolean {
    if (this.#holders.has(id)) return false;
    this.#holders.set(id, process);
    return true;
  }

  /** One lock, or all that the process holds. */
  release(process: object, id?: string): void {
    for (const [held, holder] of this.#holders) {
      if (holder === process && (id === undefined || id === held)) this.#holders.delete(held);
    }
  }
}

/** A machine with its disk, keyring and clock, and the service that it talks to. */
export class Machine {
  readonly folder = '/model';
  readonly time = new VirtualTime();
  readonly disk = new ModelRows();
  readonly secrets = new ModelSecrets();
  readonly service = new ModelService(this.time);
  readonly locks = new Locks();
  /** The session that is connected now. */
  sessionId = 'sandbox.1';

  /** Every refresh token that a process could find on this machine, wherever it lies. */
  durable(): string[] {
    return [...this.disk.texts.values(), ...this.secrets.values.values()].flatMap((text) => {
      const session = this.#open(text);
      return session ? [session.tokens.refreshToken] : [];
    });
  }

  stored(): StoredSession | undefined {
    return this.#open(this.disk.texts.get(this.sessionRow));
  }

  /** The copy in SecretStorage. */
  replica(): StoredSession | undefined {
    const isCopy = (name: string) => name.startsWith('replica.') && name.endsWith(`.${this.sessionId}`);
    const name = [...this.secrets.values.keys()].find(isCopy);
    return name === undefined ? undefined : this.#open(this.secrets.values.get(name));
  }

  /** Whether somebody has begun a refresh and not ended it. */
  hasIntent(): boolean {
    return this.disk.texts.has(`intent ${this.sessionId}`);
  }

  get sessionRow(): string {
    return `session ${this.sessionId}`;
  }

  #open(text: string | undefined): StoredSession | undefined {
    for (const key of this.#keys()) {
      const session = openText(text?.trim(), key);
      if (session) return session;
    }
    return undefined;
  }

  #keys(): SessionKey[] {
    return [...this.secrets.values].flatMap(([name, value]) =>
      name.startsWith('key.') ? (readKey(value, name.slice('key.'.length)) ?? []) : [],
    );
  }
}
