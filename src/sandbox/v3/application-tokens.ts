import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.ts';
import type { Store } from '../world/store.ts';

/** Public: seconds. */
export const tokenLifetime = 3600;

/** Tokens of version 3: each belongs to the whole application, and not to an owner. */
export class ApplicationTokens {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  issue(): string {
    const now = this.#clock.now();
    const token = randomUUID();
    this.#store.change(({ applicationTokens }) => {
      for (const [key, { expiresAt }] of applicationTokens) if (expiresAt <= now) applicationTokens.delete(key);
      applicationTokens.set(token, { expiresAt: now + tokenLifetime * 1000 });
    });
    return token;
  }

  /** A token of version 2.0 is not valid here, and vice versa. */
  status(token: string): 'valid' | 'version-2' | 'invalid' {
    const { applicationTokens, accessTokens } = this.#store.state;
    const found = applicationTokens.get(token);
    if (found && found.expiresAt > this.#clock.now()) return 'valid';
    return accessTokens.has(token) ? 'version-2' : 'invalid';
  }
}
