import type { TokenPair } from '../../../src/service/oauth/token-endpoint.ts';
import type { SecretFault } from './secrets-in-files.ts';

/** What the fault plan does with a window. All reject as the extension's own do. */
export interface WindowClient {
  token(force: boolean, id?: string): Promise<string>;
  signOut(): Promise<void>;
  connect(tokens: TokenPair): Promise<void>;
  list(): Promise<readonly { readonly id: string; readonly state: string }[]>;
  breakKeyring(fault: SecretFault): void;
}
