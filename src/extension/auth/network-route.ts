import { createRequire } from 'node:module';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import * as vscode from 'vscode';
import { isLoopback } from '../../service/http/addresses.ts';
import { proxyName, type NetworkRoute } from '../../service/model/network-route.ts';

/**
 * What of VS Code resolves proxies. It is no API, but what VS Code's own extensions load from there; VS Code adds
 * `resolveProxyURL` to it for them.
 */
interface ProxyAgentModule {
  readonly resolveProxyURL?: (url: string) => Promise<string | undefined>;
  readonly loadSystemCertificates?: (parameters: object) => Promise<readonly string[]>;
}

/**
 * How this window's `fetch` reaches an address: by which proxy (settings, environment, system, PAC) and with which
 * authorities. Undefined where VS Code doesn't say, so that nobody goes around a proxy by mistake. Sends nothing.
 */
export async function networkRoute(url: URL): Promise<NetworkRoute | undefined> {
  const known = await proxyRoute(url);
  const settings = vscode.workspace.getConfiguration('http');
  if (!known?.proxyAgent || !settings.get('systemCertificates')) return known?.route;
  return { ...known.route, certificates: await systemCertificates(known.proxyAgent, settings) };
}

/** Name of the proxy on the way to an address; undefined where there is none, or VS Code doesn't say. */
export async function proxyOf(url: URL): Promise<string | undefined> {
  return proxyName((await proxyRoute(url))?.route.proxy);
}

interface ProxyRoute {
  readonly route: NetworkRoute;
  /** Undefined where `fetch` is Node's own, which trusts what Node trusts. */
  readonly proxyAgent?: ProxyAgentModule;
}

async function proxyRoute(url: URL): Promise<ProxyRoute | undefined> {
  const settings = vscode.workspace.getConfiguration('http');
  if (isLoopback(url.hostname) || !settings.get('fetchAdditionalSupport', true)) return { route: {} };
  const proxyAgent = loadProxyAgent();
  if (!proxyAgent?.resolveProxyURL) return undefined;
  const proxy = settings.get('proxySupport') === 'off' ? undefined : await proxyAgent.resolveProxyURL(url.href);
  if (proxy === undefined) return { route: {}, proxyAgent };
  const proxyAuthorization = settings.get<string | null>('proxyAuthorization') ?? undefined;
  return { route: { proxy, proxyAuthorization }, proxyAgent };
}

/** Those that Node does not trust anyway: few, where all would be half a megabyte. */
async function systemCertificates(
  { loadSystemCertificates }: ProxyAgentModule,
  settings: vscode.WorkspaceConfiguration,
): Promise<readonly string[]> {
  const found = await loadSystemCertificates?.({
    log: { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
    loadSystemCertificatesFromNode: () => settings.get('systemCertificatesNode', false),
  });
  const known = new Set(rootCertificates.map(withoutBlanks));
  return (found ?? []).filter((certificate) => !known.has(withoutBlanks(certificate)));
}

function withoutBlanks(text: string): string {
  return text.replace(/\s/g, '');
}

function nothing(): void {
  // VS Code logs the same itself.
}

function loadProxyAgent(): ProxyAgentModule | undefined {
  const { appRoot } = vscode.env;
  const require = createRequire(path.join(appRoot, 'package.json'));
  for (const folder of ['node_modules.asar', 'node_modules']) {
    try {
      return require(path.join(appRoot, folder, '@vscode', 'proxy-agent')) as ProxyAgentModule;
    } catch {
      // It is in the other one, or nowhere.
    }
  }
  return undefined;
}
