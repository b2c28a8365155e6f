import type { Event } from '../../../common/event.ts';
import { errorName, log } from '../../../common/logger.ts';
import { within, type Scheduler } from '../../../common/scheduler.ts';
import type { Timing } from './session-durations.ts';

/** The part of VS Code's SecretStorage that is used here. */
export interface SecretStorage {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Usually fires in every window that sees the change. The event does not hold the value. */
  readonly onDidChange: Event<{ readonly key: string }>;
}

/**
 * Guards against a SecretStorage that may reject, never answer, or resolve without storing. Nothing here rejects, and
 * undefined never means "certainly absent": VS Code also returns it after a failed decryption.
 */
export class SafeSecrets {
  readonly onDidChange: SecretStorage['onDidChange'];
  readonly #secrets: SecretStorage;
  readonly #timing: Pick<Timing, 'secretReadMs' | 'secretWriteMs'>;
  readonly #scheduler: Scheduler;

  constructor(secrets: SecretStorage, timing: Pick<Timing, 'secretReadMs' | 'secretWriteMs'>, scheduler: Scheduler) {
    this.onDidChange = secrets.onDidChange;
    this.#secrets = secrets;
    this.#timing = timing;
    this.#scheduler = scheduler;
  }

  get(name: string): Promise<string | undefined> {
    return this.#patiently(`give ${name}`, this.#timing.secretReadMs, () => this.#secrets.get(name));
  }

  async names(): Promise<readonly string[]> {
    return (await this.#patiently('list its names', this.#timing.secretReadMs, () => this.#secrets.keys())) ?? [];
  }

  /** True if the value can be read back afterwards. */
  async store(name: string, value: string): Promise<boolean> {
    const work = async () => {
      await this.#secrets.store(name, value);
      return (await this.#secrets.get(name)) === value;
    };
    return (await this.#patiently(`take ${name}`, this.#timing.secretWriteMs, work)) ?? false;
  }

  async delete(name: string): Promise<void> {
    await this.#patiently(`delete ${name}`, this.#timing.secretWriteMs, () => this.#secrets.delete(name));
  }

  async #patiently<T>(what: string, ms: number, work: () => PromiseLike<T>): Promise<T | undefined> {
    try {
      return await within(work(), ms, this.#scheduler);
    } catch (error) {
      log.warn(`SecretStorage does not ${what}: ${errorName(error)}`);
      return undefined;
    }
  }
}
