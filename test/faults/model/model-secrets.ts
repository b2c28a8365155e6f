import type { SecretStorage } from '../../../src/extension/auth/sessions/secret-storage.ts';

export type SecretTrouble = 'rejects' | 'undefined' | 'ignores' | 'hangs';

export interface SecretUser {
  readonly isUnexpired: boolean;
  readonly secretTrouble: SecretTrouble | undefined;
}

/** VS Code's SecretStorage, in memory. */
export class ModelSecrets {
  readonly values = new Map<string, string>();

  storeFor(user: SecretUser): SecretStorage {
    const act = <T>(work: () => T): Promise<T> => {
      if (!user.isUnexpired || user.secretTrouble === 'hangs') return new Promise(() => undefined);
      if (user.secretTrouble === 'rejects') return Promise.reject(new Error('The keyring is locked'));
      return Promise.resolve(work());
    };
    const unlessIgnored = (work: () => unknown) => act(() => void (user.secretTrouble === 'ignores' || work()));
    return {
      keys: () => act(() => [...this.values.keys()]),
      get: (key) => act(() => (user.secretTrouble === 'undefined' ? undefined : this.values.get(key))),
      store: (key, value) => unlessIgnored(() => this.values.set(key, value)),
      delete: (key) => unlessIgnored(() => this.values.delete(key)),
      onDidChange: () => ({ dispose: () => undefined }),
    };
  }
}
