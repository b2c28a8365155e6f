import type { Disposable, Event } from '../common/event.ts';
import type { SandboxAddresses } from '../sandbox/control/contract.ts';

/** What is known of the sandbox in this window. `addresses` are those of one that answered. */
export type SandboxStatus =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly addresses: SandboxAddresses };

/** The sandbox that this window uses. */
export interface Sandbox extends Disposable {
  readonly status: SandboxStatus;
  readonly onDidChange: Event<void>;
  /**
   * Addresses of a sandbox that answers now, started where that is what it takes. Rejects with ServiceError;
   * `replaceState` has it start all the same where its saved state can't be used.
   */
  addresses(replaceState?: boolean): Promise<SandboxAddresses>;
  /** Addresses of a sandbox that answers now; undefined where none does. Starts nothing. */
  find(): Promise<SandboxAddresses | undefined>;
  /** How many other windows use it. */
  others(): Promise<number>;
  /** Ends it for all windows, and resolves when it is gone. Does nothing where none runs. Rejects with ServiceError. */
  stop(): Promise<void>;
}
