import { SessionKeys } from '../../../../../src/extension/auth/sessions/session-keys.ts';
import { SafeSecrets } from '../../../../../src/extension/auth/sessions/secret-storage.ts';
import { SessionFolder } from '../../../../../src/extension/auth/sessions/session-folder.ts';
import type { SessionKey } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { SessionWorld } from '../session-world.ts';
import { log } from '../support.ts';

/** The keys of one window, beside others that hand over what a test tells them to. */
export class SessionKeysWorld extends SessionWorld {
  readonly ownSecrets = this.secrets.window();
  readonly ring: SessionKeys;
  /** When other windows were asked, in seconds since the start. */
  readonly asked: number[] = [];
  /** What they hand over, by its id. */
  readonly others = new Map<string, SessionKey>();
  /** No question can be written. */
  isFolderFull = false;
  readonly logged: string[] = [];
  /** How often the ring told of a key that was missing. */
  unlocked = 0;
  readonly storeFile = `${this.folder}/store.json`;

  constructor() {
    super();
    const start = this.time.now();
    const note = (level: 'info' | 'warn' | 'error') => (message: string) => {
      log[level](message);
      this.logged.push(`${level}: ${message}`);
    };
    this.ring = new SessionKeys({
      folder: new SessionFolder(this.folder, this.files),
      lock: this.lock,
      secrets: new SafeSecrets(this.ownSecrets, documentTiming, this.time, log),
      exchange: {
        ask: (keyId) => {
          this.asked.push((this.time.now() - start) / 1_000);
          return this.isFolderFull ? Promise.reject(new Error('ENOSPC')) : Promise.resolve(this.others.get(keyId));
        },
      },
      timing: documentTiming,
      scheduler: this.time,
      log: { ...log, info: note('info'), warn: note('warn'), error: note('error') },
    });
    this.ring.onDidUnlock(() => (this.unlocked += 1));
  }

  override close(): void {
    this.ring.dispose();
    super.close();
  }

  /** The key is in no storage any more. */
  loseKey(): void {
    this.secrets.values.delete(`key.${this.key.id}`);
  }

  storedKeys(): readonly string[] {
    return [...this.secrets.values.keys()].filter((name) => name.startsWith('key.'));
  }

  /** What the folder says of itself. */
  store(): { readonly storeId: string; readonly keyId: string } {
    return JSON.parse(this.files.texts.get(this.storeFile) ?? 'null') as { storeId: string; keyId: string };
  }
}
