import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { HelperRefresher } from '../../../src/extension/auth/refresh/helper-refresher.ts';
import type { Refresher, RefreshJob } from '../../../src/extension/auth/refresh/refresher.ts';
import { networkRoute, proxyOf } from '../../../src/extension/auth/network-route.ts';
import { documentTiming } from '../../../src/extension/auth/sessions/session-durations.ts';
import { systemScheduler } from '../../../src/common/scheduler.ts';
import { ServiceError } from '../../../src/service/model/errors.ts';
import { Transport } from '../../../src/service/http/transport.ts';
import { closeProxies, closedPort, startProxy } from '../../unit/service/http/proxies.ts';

const service = new URL('https://service.test/');

/** What this VS Code makes of its settings, in its own `fetch` and for the process beside it. */
describe('a proxy of VS Code’s settings', () => {
  const changed = new Set<string>();

  async function write(name: string, value: unknown): Promise<void> {
    changed.add(name);
    await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
  }

  function set(name: string, value: unknown): Promise<void> {
    return write(`http.${name}`, value);
  }

  afterEach(async () => {
    for (const name of changed) await write(name, undefined);
    changed.clear();
    await closeProxies();
  });

  async function failure(): Promise<ServiceError> {
    const transport = new Transport({
      fetch: (...request) => fetch(...request),
      proxyOf,
      userAgent: 'test/1',
    });
    const request = { operation: 'vehicles', method: 'GET', url: service.href, headers: {} } as const;
    const sent = transport.send({ ...request, deadlineMs: 20_000, maxBytes: 1000 });
    const outcome: unknown = await sent.catch((error: unknown) => error);
    assert.ok(outcome instanceof ServiceError);
    return outcome;
  }

  it('is found, with its credentials, and its name without them', async () => {
    await set('proxy', 'http://user:pass@proxy.test:8080');
    assert.equal((await networkRoute(service))?.proxy?.replace(/\/$/, ''), 'http://user:pass@proxy.test:8080');
    assert.deepEqual(await proxyOf(service), { name: 'proxy.test:8080', hasCredentials: true });
  });

  it('is not used for this machine, for exceptions, nor where it is off', async () => {
    assert.equal((await networkRoute(service))?.proxy, undefined);
    await set('proxy', 'http://proxy.test:8080');
    assert.deepEqual(await networkRoute(new URL('http://127.0.0.1:8080')), {});
    await set('noProxy', ['service.test']);
    assert.equal((await networkRoute(service))?.proxy, undefined);
    await set('noProxy', ['other.test']);
    assert.equal((await proxyOf(service))?.name, 'proxy.test:8080');
    await set('proxySupport', 'off');
    assert.equal((await networkRoute(service))?.proxy, undefined);
  });

  it('comes with the authorities of the system, unless they are off', async () => {
    assert.ok(Array.isArray((await networkRoute(service))?.certificates));
    await set('systemCertificates', false);
    assert.equal((await networkRoute(service))?.certificates, undefined);
  });

  it('is named where it refuses, and nothing counts as sent', async () => {
    // One proxy: VS Code 1.105 keeps to the first that its fetch has met.
    const behavior = { status: 0 };
    const { url } = await startProxy(behavior);
    await set('proxy', url);
    for (const status of [403, 407, 502, 503]) {
      behavior.status = status;
      const error = await failure();
      assert.match(error.message, new RegExp(`proxy ${new URL(url).host} .*HTTP ${status}`));
      assert.match(error.nextStep, /http\.proxy/);
      assert.equal(error.sent, false);
    }
  });

  it('is named where it is not there, and nothing counts as sent', async () => {
    const host = `127.0.0.1:${await closedPort()}`;
    await set('proxy', `http://${host}`);
    const error = await failure();
    assert.match(error.message, new RegExp(`proxy ${host} opened no connection`));
    assert.equal(error.sent, false);
  });

  it('is told of in the sign-in diagnostics, which try the API', async () => {
    const behavior = { status: 502 };
    const { url } = await startProxy(behavior);
    const { host } = new URL(url);
    await set('proxy', url);
    const entry = {
      authUrl: 'https://auth.service.test',
      baseUrl: 'https://api.service.test',
      connectUrl: 'https://connect.service.test',
      clientId: 'client',
      redirectUri: 'http://127.0.0.1:7777/callback',
    };
    await write('vehicleData.environments', { behind: entry });
    await write('vehicleData.environment', 'behind');
    await vscode.commands.executeCommand('vehicleData.showSignInDiagnostics');
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    // VS Code 1.105 goes on asking the first proxy that it met, which is closed by now.
    for (const name of ['auth', 'api']) {
      assert.match(
        text,
        new RegExp(`✗ API at ${name}\\.service\\.test: The proxy ${host} (?:refused .*HTTP 502|opened no)`),
      );
    }
    assert.match(text, /^Failed: API at auth\.service\.test, API at api\.service\.test\.$/m);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('is the way of the refresh helper, too', async () => {
    const proxy = await startProxy({ status: 502 });
    await set('proxy', proxy.url);
    const extension = vscode.extensions.getExtension('vehicle-data.vehicle-data-explorer');
    assert.ok(extension);
    const entry = path.join(extension.extensionPath, 'dist', 'refresh-helper.js');
    const asked: (readonly string[])[] = [];
    const here: Refresher = {
      refresh: () => {
        asked.push([...proxy.asked]);
        return Promise.resolve({ kind: 'busy' });
      },
    };
    const { job, dispose } = await storedJob();
    try {
      const helper = new HelperRefresher({ entry, userAgent: 'test/1', route: networkRoute }, here, systemScheduler);
      await helper.refresh(job, new AbortController().signal);
      assert.deepEqual(asked, [['service.test:443']]);
    } finally {
      await dispose();
    }
  });
});

/** A session that is to be refreshed at the service. */
async function storedJob() {
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { keyText, newKey, sealSession } = await import('../../../src/extension/auth/sessions/session-encryption.ts');
  const { SessionDatabase } = await import('../../../src/extension/auth/sessions/session-database.ts');
  const { storedSession } = await import('../../unit/extension/auth/support.ts');
  const folder = await mkdtemp(path.join(tmpdir(), 'proxy-'));
  const [key, id] = [newKey(), 'sandbox.one'];
  const text = sealSession(storedSession(Date.now(), { id }), key);
  await new SessionDatabase(folder).write((rows) => rows.put('session', id, text));
  const job: RefreshJob = {
    folder,
    sessionId: id,
    generation: 1,
    isRecovery: false,
    key: { id: key.id, base64: keyText(key) },
    authUrl: service.origin,
    credentials: { clientId: 'client', clientSecret: 'secret' },
    timing: documentTiming,
  };
  return { job, dispose: () => rm(folder, { recursive: true, maxRetries: 5 }) };
}
