import { createHmac } from 'node:crypto';
import { Emitter } from '../../../common/event.ts';
import { isSameSecret } from '../../../common/random-secret.ts';
import type { SessionKey } from './session-encryption.ts';
import type { SessionKeys } from './session-keys.ts';
import type { SessionStore } from './session-store.ts';

/**
 * What agents may read. Each permission is a row of its own, so that no window undoes another one's change, with a proof
 * by the key of the sessions, so that an agent with a terminal cannot grant itself access.
 */
export class AgentPermissions {
  readonly #store: Pick<SessionStore, 'rows'>;
  readonly #keys: Pick<SessionKeys, 'forSealing' | 'get'>;
  readonly #didChange = new Emitter<void>();
  /** Fires when a permission may have been given or revoked, in any window. */
  readonly onDidChange = this.#didChange.event;

  constructor(store: Pick<SessionStore, 'rows'>, keys: Pick<SessionKeys, 'forSealing' | 'get'>) {
    this.#store = store;
    this.#keys = keys;
  }

  /** Rejects as the database does. Those whose key can't be read are left out. */
  async list(): Promise<readonly string[]> {
    const rows = await this.#store.rows.read(({ list }) => list('agent'));
    const found = rows.map(async ([permission, text]) => {
      const [keyId = '', proof = ''] = text.split(' ');
      const key = await this.#keys.get(keyId);
      return key && isSameSecret(proofOf(key, permission), proof) ? [permission] : [];
    });
    return (await Promise.all(found)).flat();
  }

  async add(permission: string): Promise<void> {
    const key = await this.#keys.forSealing();
    await this.#store.rows.write((rows) => rows.put('agent', permission, `${key.id} ${proofOf(key, permission)}`));
    this.noteChange();
  }

  async remove(permission: string): Promise<void> {
    await this.#store.rows.write((rows) => rows.delete('agent', permission));
    this.noteChange();
  }

  /** To be called when what is stored has changed. */
  noteChange(): void {
    this.#didChange.fire();
  }
}

function proofOf({ bytes }: SessionKey, permission: string): string {
  return createHmac('sha256', bytes).update(`vehicle-data agent may read ${permission}`).digest('base64url');
}
