import { type Probe, probedFetch } from '../../../src/extension/auth/refresh/fault-point.ts';
import { createWindowSessions } from '../../../src/extension/auth/window-sessions.ts';
import { SessionDatabase } from '../../../src/extension/auth/sessions/session-database.ts';
import { setLogger } from '../../../src/common/logger.ts';
import { TokenEndpoint } from '../../../src/service/oauth/token-endpoint.ts';
import { Transport } from '../../../src/service/http/transport.ts';
import { secretsFolder, seeded, seededId, sessionsFolder } from '../seed.ts';
import type { WindowClient, WindowSettings } from './messages.ts';
import { failingRows } from './failing-rows.ts';
import { SecretsInFiles } from './secrets-in-files.ts';
import { strikeAt } from './strike-plan.ts';

/** The extension's own sessions, built as its module builds them; only VS Code is missing. */
export function coreClient(settings: WindowSettings): WindowClient {
  const { folder, authUrl, clientId, clientSecret, timing, secretFault, diskFault, watches = false, helper } = settings;
  const secrets = new SecretsInFiles(secretsFolder(folder), secretFault);
  const probe: Probe = (point) => strikeAt(folder, point);
  const transport = new Transport({ fetch: probedFetch(fetch, probe), userAgent: 'faults/1' });
  const core = createWindowSessions({
    folder: sessionsFolder(folder),
    secrets,
    tokenEndpoint: new TokenEndpoint(transport),
    fetch,
    applicationToken: () => Promise.reject(new Error('no application token')),
    application: () => Promise.resolve({ environment: { authUrl }, credentials: { clientId, clientSecret } }),
    isActive: () => true,
    timing,
    helper: helper === undefined ? undefined : { entry: helper, userAgent: 'faults/1' },
    rows: failingRows(new SessionDatabase(sessionsFolder(folder)), folder, diskFault),
    probe,
  });
  if (watches) {
    void core.watch.look();
    void core.refresher.check();
  } else {
    // A window that looks after nothing by itself shows what is owed to others.
    core.watch.dispose();
    core.refresher.dispose();
  }
  return {
    async token(force, id = seededId) {
      if (force) await core.tokenManager.refresh(id);
      return core.sessions.accessToken(id);
    },
    signOut: () => core.sessions.remove(seededId),
    connect: async (tokens) =>
      void (await core.register({ ...seeded(clientId), account: { id: 'new', label: 'New' }, tokens })),
    list: async () => (await core.sessions.list()).map(({ id, state }) => ({ id, state })),
    breakKeyring: (fault) => (secrets.fault = fault),
  };
}

const write = (message: string) => void process.stderr.write(`${message}\n`);
setLogger({ debug: write, info: write, warn: write, error: write });
