import { ServiceError } from '../../../service/model/errors.ts';
import type { TokenEndpoint } from '../../../service/oauth/token-endpoint.ts';
import { refreshSession } from './refresh-session.ts';
import type { RefreshJob, RefreshOutcome, Refresher, RefreshTools, RouteOf } from './refresher.ts';
import { reachService, reachThroughProxy } from './send-refresh.ts';

export interface InProcessRefresherOptions extends Omit<RefreshTools, 'send' | 'reach'> {
  readonly tokenEndpoint: Pick<TokenEndpoint, 'refresh'>;
  readonly fetch: typeof fetch;
  /** How `fetch` reaches the service; undefined if that is unknown. */
  readonly route?: RouteOf | undefined;
  /**
   * Whether the refresh token is also sent if the check before broke off, unless it is certain that the service can't be
   * reached: some services may not respond to that check. Otherwise another process should try.
   */
  readonly sendsInDoubt: boolean;
}

/** Refreshes in this process, which must live until the pair is stored. */
export class InProcessRefresher implements Refresher {
  readonly #options: InProcessRefresherOptions;

  constructor(options: InProcessRefresherOptions) {
    this.#options = options;
  }

  async refresh(job: RefreshJob, signal: AbortSignal): Promise<RefreshOutcome> {
    const { tokenEndpoint } = this.#options;
    const tools: RefreshTools = {
      ...this.#options,
      send: (refreshToken, stop) => tokenEndpoint.refresh(job, job.credentials, refreshToken, stop),
      reach: () => this.#reach(job),
    };
    return refreshSession(job, tools, signal);
  }

  async #reach(job: RefreshJob): Promise<void> {
    const { preflightMs } = job.timing;
    const route = (await this.#options.route?.(new URL(job.authUrl))) ?? {};
    try {
      await reachService(this.#options.fetch, job.authUrl, preflightMs, route);
    } catch (error) {
      const isInDoubt = error instanceof ServiceError && error.sent;
      // A slow service is as slow to every process.
      const isSlow = isInDoubt && error.kind === 'timeout';
      if (!isSlow && !(isInDoubt && this.#options.sendsInDoubt)) throw error;
      // A service that does not respond may still be reachable; it is not if the proxy does not connect.
      await reachThroughProxy(route, job.authUrl, preflightMs);
    }
  }
}
