// By which way a window and the refresh helper reach an address: whatever settings and variables say, by the same one.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { networkRoute } from '../../../src/extension/auth/network-route.ts';
import { fetchOver } from '../../../src/service/http/dispatchers.ts';
import { closedPort, closeProxies, type Proxy, startProxy } from '../../unit/service/http/proxies.ts';

/** Whether this VS Code was started with NODE_USE_ENV_PROXY, and variables that name the proxy. */
const { HTTPS_PROXY: named } = process.env;

type Settings = Readonly<Record<string, unknown>>;

/** Settings of `http`, where `proxy` is written as yes, and whether the proxy is asked without variables and with them. */
const table: readonly (readonly [settings: Settings, without: boolean, withVariables: boolean])[] = [
  [{}, false, true],
  [{ systemCertificates: false }, false, true],
  [{ fetchAdditionalSupport: false }, false, true],
  [{ proxySupport: 'off' }, false, false],
  [{ proxySupport: 'off', systemCertificates: false }, false, true],
  [{ noProxy: ['service.test'] }, false, false],
  [{ noProxy: ['service.test'], systemCertificates: false }, false, true],
  [{ proxy: 'yes' }, true, true],
  [{ proxy: 'yes', systemCertificates: false }, true, true],
  [{ proxy: 'yes', fetchAdditionalSupport: false }, false, true],
  [{ proxy: 'yes', proxySupport: 'off' }, false, false],
  [{ proxy: 'yes', noProxy: ['service.test'] }, false, false],
];

describe(`the way to an address, ${named === undefined ? 'without' : 'with'} variables`, () => {
  let proxy: Proxy;
  let here: readonly string[];

  before(async () => {
    proxy = await startProxy({ status: 502 }, named === undefined ? 0 : Number(new URL(named).port));
    const port = await closedPort();
    const names = ['http://localhost', 'http://127.0.0.1', 'http://[::1]', 'https://localhost'];
    here = names.map((name) => `${name}:${port}/`);
    // The window of the extension is open, whose `fetch` this is.
    await vscode.commands.executeCommand('vehicleData.refresh');
  });
  after(closeProxies);

  async function set(settings: Settings): Promise<void> {
    for (const [name, value] of Object.entries(settings)) {
      const written = value === 'yes' ? proxy.url : value;
      await vscode.workspace.getConfiguration('http').update(name, written, vscode.ConfigurationTarget.Global);
    }
  }

  async function asksProxy(send: typeof fetch, url: string): Promise<boolean> {
    await send(url).catch(() => undefined);
    // VS Code asks for its own addresses meanwhile.
    return proxy.asked.splice(0).some((address) => address.includes(new URL(url).host));
  }

  for (const [settings, without, withVariables] of table) {
    it(`is one for the window and the helper: ${JSON.stringify(settings)}`, async () => {
      await set(settings);
      try {
        for (const url of ['https://service.test/', ...here]) {
          const isProxied = !here.includes(url) && (named === undefined ? without : withVariables);
          const route = await networkRoute(new URL(url));
          assert.ok(route);
          const asked = { window: await asksProxy(fetch, url), helper: await asksProxy(fetchOver(route), url) };
          assert.deepEqual(asked, { window: isProxied, helper: isProxied }, url);
        }
      } finally {
        await set(Object.fromEntries(Object.keys(settings).map((name) => [name, undefined])));
      }
    });
  }
});
