// A window that starts a refresh and can be killed: its job and route are in its first argument.
import { HelperRefresher } from '../../../../../src/extension/auth/refresh/helper-refresher.ts';
import type { RefreshJob } from '../../../../../src/extension/auth/refresh/refresher.ts';
import { systemScheduler } from '../../../../../src/common/scheduler.ts';
import type { NetworkRoute } from '../../../../../src/service/model/network-route.ts';
import {} from '../support.ts';

const { job, route, entry } = JSON.parse(process.argv[2] ?? '') as {
  readonly job: RefreshJob;
  readonly route: NetworkRoute;
  readonly entry: string;
};
const nobody = { refresh: () => Promise.reject(new Error('refreshed in the window')) };
const options = { entry, userAgent: 'test/1', route: () => Promise.resolve(route) };
await new HelperRefresher(options, nobody, systemScheduler).refresh(job, new AbortController().signal);
