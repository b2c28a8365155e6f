import type { Timing } from '../../../src/extension/auth/sessions/session-durations.ts';
import type { TokenPair } from '../../../src/service/oauth/token-endpoint.ts';
import type { DiskFault } from './failing-rows.ts';
import type { SecretFault } from './secrets-in-files.ts';

/** The first line that a window process reads. */
export interface WindowSettings {
  /** `core` is the extension's own; the others leave out what protects it. */
  readonly mode: 'core' | 'naive' | 'impatient' | 'lock only';
  /** Everything of the run lies here: sessions, secrets, what is to strike. */
  readonly folder: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timing: Timing;
  /** The script that refreshes in a process of its own; without it, the window does. */
  readonly helper?: string | undefined;
  /** Whether it takes over what another window has left. */
  readonly watches?: boolean | undefined;
  readonly secretFault?: SecretFault | undefined;
  readonly diskFault?: DiskFault | undefined;
}

export type WindowCommand =
  /** An access token, of the seeded session by default; `force` for a new one, however fresh the present one is. */
  | { readonly do: 'token'; readonly force?: boolean | undefined; readonly id?: string | undefined }
  | { readonly do: 'sign-out' }
  /** An owner who is not connected yet has come back from Connect: this pair was bought with the code. */
  | { readonly do: 'connect'; readonly tokens: TokenPair }
  /** From now on the keyring does this. */
  | { readonly do: 'break-keyring'; readonly fault: SecretFault }
  /** Which sessions there are. */
  | { readonly do: 'list' };

/** What a window answers. Tokens are only named, by their fingerprint. */
export type WindowAnswer =
  | { readonly token: string }
  | { readonly sessions: readonly { readonly id: string; readonly state: string }[] }
  | { readonly done: true }
  /** `why` is the turn of a ServiceError, or a state of the session. */
  | { readonly failed: string; readonly why: string };

/** What the fault plan does with a window. All reject as the extension's own do. */
export interface WindowClient {
  token(force: boolean, id?: string): Promise<string>;
  signOut(): Promise<void>;
  connect(tokens: TokenPair): Promise<void>;
  list(): Promise<readonly { readonly id: string; readonly state: string }[]>;
  breakKeyring(fault: SecretFault): void;
}
