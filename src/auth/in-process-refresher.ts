import type { TokenEndpoint } from '../service/token-endpoint.ts';
import { refreshSession } from './refresh-session.ts';
import type { RefreshTools } from './refresh-session.ts';
import type { RefreshJob, RefreshOutcome, Refresher } from './refresher.ts';
import { reachService, sendRefresh } from './send-refresh.ts';

export interface InProcessRefresherOptions extends Omit<RefreshTools, 'send' | 'reach'> {
  readonly tokenEndpoint: () => Promise<Pick<TokenEndpoint, 'refresh'>>;
  readonly fetch: typeof fetch;
}

/** Refreshes in this process, which must live until the pair is stored. */
export class InProcessRefresher implements Refresher {
  readonly #options: InProcessRefresherOptions;

  constructor(options: InProcessRefresherOptions) {
    this.#options = options;
  }

  async refresh(job: RefreshJob, signal: AbortSignal): Promise<RefreshOutcome> {
    const endpoint = await this.#options.tokenEndpoint();
    const tools: RefreshTools = {
      ...this.#options,
      send: (refreshToken, deadlineMs, stop) => sendRefresh(endpoint, job, refreshToken, deadlineMs, stop),
      reach: () => reachService(this.#options.fetch, job.authUrl, job.timing.preflightMs),
    };
    return refreshSession(job, tools, signal);
  }
}
