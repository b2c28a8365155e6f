import type { Disposable, Event } from '../common/event.ts';
import type { SandboxAddresses } from '../sandbox/control/contract.ts';

/** What this window knows about the sandbox. `addresses` are those of one that responded. */
export type SandboxStatus =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly addresses: SandboxAddresses };

/** The sandbox that this window uses. */
export interface Sandbox extends Disposable {
  readonly status: SandboxStatus;
  readonly onDidChange: Event<void>;
  /**
   * Addresses of a sandbox that responds, starting one if necessary. Rejects with ServiceError. With `replaceState`, it
   * starts even if its saved state cannot be used.
   */
  addresses(replaceState?: boolean): Promise<SandboxAddresses>;
  /** Addresses of a sandbox that responds; undefined if none does. Starts nothing. */
  find(): Promise<SandboxAddresses | undefined>;
  /** How many other windows use it. */
  others(): Promise<number>;
  /**
   * Stops it for all windows, and resolves when it is gone. Does nothing if none is running. Rejects with ServiceError.
   */
  stop(): Promise<void>;
}
