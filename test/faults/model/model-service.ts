import { ServiceError } from '../../../src/service/model/errors.ts';
import type { TokenPair } from '../../../src/service/oauth/token-endpoint.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What becomes of an answer. All but the first two come after the request took effect. */
export type AnswerTrouble = 'offline' | 'lost before' | 'lost after' | 'server error' | 'unreadable' | 'late';

const [accessMs, graceMs, refreshMs] = [7_200_000, 60_000, 60 * 86_400_000];

/** The document's token rules, told by the time that truly passes. */
export class ModelService {
  readonly #time: VirtualTime;
  readonly #refreshTokens = new Map<string, { readonly expiresAt: number; usedAt?: number }>();
  readonly #accessTokens = new Map<string, number>();
  #last = 0;
  /** Refresh tokens that were sent, in their order, with whether they took effect. */
  readonly sends: { readonly token: string; readonly tookEffect: boolean }[] = [];

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  newPair(): TokenPair {
    const [name, now] = [++this.#last, this.#time.elapsed()];
    const [accessToken, refreshToken] = [`access-${name}`, `refresh-${name}`];
    this.#accessTokens.set(accessToken, now + accessMs);
    this.#refreshTokens.set(refreshToken, { expiresAt: now + refreshMs });
    const issuedAt = this.#time.now();
    const [accessTokenExpiresAt, refreshTokenExpiresAt] = [issuedAt + accessMs, issuedAt + refreshMs];
    return { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt, issuedAt };
  }

  accepts(accessToken: string): boolean {
    return (this.#accessTokens.get(accessToken) ?? -Infinity) > this.#time.elapsed();
  }

  /** Milliseconds for which the refresh token will still be taken; 0 where it is not. */
  lifeOf(refreshToken: string): number {
    const token = this.#refreshTokens.get(refreshToken);
    if (!token) return 0;
    const until = Math.min(token.expiresAt, (token.usedAt ?? Infinity) + graceMs);
    return Math.max(0, until - this.#time.elapsed());
  }

  isSpent(refreshToken: string): boolean {
    return this.#refreshTokens.get(refreshToken)?.usedAt !== undefined;
  }

  /** Endpoint 2. Throws ServiceError. */
  refresh(refreshToken: string, trouble: AnswerTrouble | undefined): TokenPair {
    if (trouble === 'offline') throw failure({ kind: 'network', sent: false });
    if (trouble === 'lost before') throw failure({ kind: 'network' });
    const tookEffect = this.lifeOf(refreshToken) > 0;
    this.sends.push({ token: refreshToken, tookEffect });
    if (!tookEffect) throw failure({ kind: 'oauth', turn: 'reconnect', status: 400, type: 'invalid_grant' });
    const token = this.#refreshTokens.get(refreshToken);
    if (token) token.usedAt ??= this.#time.elapsed();
    const pair = this.newPair();
    if (trouble === 'lost after') throw failure({ kind: 'network' });
    if (trouble === 'server error') throw failure({ kind: 'oauth', status: 502 });
    if (trouble === 'unreadable') throw failure({ kind: 'not-json', status: 200 });
    return pair;
  }
}

function failure(details: Partial<ConstructorParameters<typeof ServiceError>[1]>): ServiceError {
  return new ServiceError('It failed.', { kind: 'network', turn: 'retry', nextStep: '', sent: true, ...details });
}
