import type { Verdict } from '../plan.ts';
import { Machine, type SecretStorageKind } from './machine.ts';
import type { SessionWindow } from './session-window.ts';
import { strikeOnce } from './strike-run.ts';
import type { Strike } from './strikes.ts';

export interface OpenMachineOptions {
  /** Of its folder in the cache. */
  readonly name: string;
  readonly vsix: string;
  readonly storage: SecretStorageKind;
  /** How many windows are open. */
  readonly count: number;
}

/** A machine with a connected account and its windows, from one strike to the next. */
export class OpenMachine {
  readonly #options: OpenMachineOptions;
  #present: { readonly machine: Machine; readonly windows: readonly SessionWindow[] } | undefined;

  constructor(options: OpenMachineOptions) {
    this.#options = options;
  }

  /**
   * Never rejects. A session that is lost takes its machine along, and so does a strike that did not come off: the next
   * one falls on a new machine.
   */
  async strike(strike: Strike): Promise<Verdict> {
    try {
      this.#present ??= await this.#open();
      const { machine, windows } = this.#present;
      const outcome = await strikeOnce(machine, windows, strike);
      // Each window takes its turn at being struck.
      const [first, ...others] = outcome.windows;
      this.#present = { machine, windows: first ? [...others, first] : others };
      if (outcome.verdict.lost) await this.close();
      return outcome.verdict;
    } catch (error) {
      await this.close();
      const [reason = ''] = String(error).split('\n');
      return { lost: false, struck: false, extra: 0, complaints: [`the strike did not come off: ${reason}`] };
    }
  }

  async close(): Promise<void> {
    const present = this.#present;
    this.#present = undefined;
    await present?.machine.stop();
  }

  async #open(): Promise<{ machine: Machine; windows: readonly SessionWindow[] }> {
    const { name, vsix, storage, count } = this.#options;
    const machine = await Machine.start(name, vsix, storage);
    try {
      // All are open before the first one connects: the others have to learn of the session, and to get its key.
      const windows: SessionWindow[] = [];
      for (let index = 0; index < count; index++) windows.push(await machine.openWindow());
      await windows[0]?.connect();
      for (const window of windows) {
        if (!(await window.showsSession())) throw new Error('A window never showed the session');
      }
      return { machine, windows };
    } catch (error) {
      await machine.stop();
      throw error;
    }
  }
}
