import type { Event } from '../../common/event.ts';
import type { SessionHeader } from './session-record.ts';
import type { SessionKey } from './session-encryption.ts';
import type { StoredSession } from './stored-session.ts';

export type VaultEntry =
  | { readonly kind: 'session'; readonly id: string; readonly session: StoredSession }
  /** Not there, or signed out. */
  | { readonly kind: 'absent'; readonly id: string }
  /** Torn, or of a later version of the extension; left as it is. */
  | { readonly kind: 'broken'; readonly id: string }
  /** There, but its key or the disk does not answer. The header is there wherever the file can be read. */
  | { readonly kind: 'locked'; readonly id: string; readonly header?: SessionHeader };

/** Where sessions lie. */
export interface Vault {
  readonly onDidChange: Event<void>;
  /** Undefined where even the names can't be read. Never rejects. */
  list(): Promise<readonly VaultEntry[] | undefined>;
  /** Never rejects. */
  read(id: string): Promise<VaultEntry>;
  /** True once it is stored; false if it is only kept in memory, until {@link repair} succeeds. Never rejects. */
  write(session: StoredSession): Promise<boolean>;
  /** Takes a sealed session that no disk took. Never rejects. */
  absorb(text: string): Promise<void>;
  /** Signs out for good: no late writer and no copy brings the session back. Never rejects. */
  remove(id: string): Promise<void>;
  /** Tries again what this window could not store or delete; nobody else knows of it. Never rejects. */
  repair(): Promise<void>;
  /** Puts copies in order, whosever they are. Never rejects. */
  tidy(): Promise<void>;
  /** What a refresh needs beside the session. The session must have been read. */
  tools(
    session: StoredSession,
  ): Promise<{ readonly key: SessionKey; readonly replica: string | undefined } | undefined>;
}
