import { createHash } from 'node:crypto';
import type { ResponseFault } from './response-faults.ts';

/** One token request that came through, and what became of it. */
export interface Send {
  /** Milliseconds of `performance.now()` when it arrived. */
  readonly at: number;
  readonly refreshToken: string;
  /** What was done to its answer. */
  readonly fault: ResponseFault | undefined;
  /** When the service had answered, by the same clock; undefined where it never did. */
  answeredAt?: number;
  /** The service's own status, before any fault; undefined where the request never got there. */
  status?: number;
  /** The `error` of a refusal. */
  error?: string | undefined;
}

type Moment = 'arrived' | 'committed';

/** The way of one run to the service: its own address, its own faults, its own log. */
export class Line {
  /** Base address for the windows of this run. */
  readonly authUrl: string;
  /** For the token requests to come, in order; none once it is used up. */
  readonly faults: ResponseFault[] = [];
  /** Seconds that answers state as `expires_in`, in place of the service's. */
  lifetimeSeconds: number | undefined;
  /** How long a request takes to the service, in milliseconds. */
  latencyMs = 0;
  /** How long after a request has taken effect its answer comes, in milliseconds. */
  answerMs = 0;
  /** How many of the next requests that only look whether the service is there are cut. */
  brokenChecks = 0;
  readonly sends: Send[] = [];
  /** Every token that the service gave on this line, by {@link fingerprint}. */
  readonly issued = new Map<string, string>();
  readonly #watchers = new Set<(moment: Moment, send: Send) => void>();

  constructor(authUrl: string) {
    this.authUrl = authUrl;
  }

  /** Calls back at each token request, on arrival and once the service has answered; returns how to stop. */
  watch(callback: (moment: Moment, send: Send) => void): () => void {
    this.#watchers.add(callback);
    return () => this.#watchers.delete(callback);
  }

  /** The next token request to get that far. */
  next(moment: Moment): Promise<Send> {
    return new Promise((resolve) => {
      const stop = this.watch((reached, send) => {
        if (reached !== moment) return;
        stop();
        resolve(send);
      });
    });
  }

  tell(moment: Moment, send: Send): void {
    for (const watcher of [...this.#watchers]) watcher(moment, send);
  }

  issue(...tokens: readonly string[]): void {
    for (const token of tokens) this.issued.set(fingerprint(token), token);
  }

  /** How many refresh tokens were spent: the generations that the service has seen. */
  get generations(): number {
    return new Set(this.sends.map(({ refreshToken }) => refreshToken)).size;
  }
}

/** Names a token where it may not be written. */
export function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16);
}
