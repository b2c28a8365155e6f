import { createRequire } from 'node:module';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import * as vscode from 'vscode';
import { goesByVariables, isLoopbackHost } from '../../common/loopback/loopback-listeners.ts';
import { namedProxy, type NamedProxy, type NetworkRoute, proxyVariables } from '../../service/model/network-route.ts';

/**
 * The module of VS Code that resolves proxies. It is not public API, but VS Code's own extensions load it in the same
 * way; VS Code adds `resolveProxyURL` to it for them.
 */
interface ProxyAgentModule {
  readonly resolveProxyURL?: (url: string) => Promise<string | undefined>;
  readonly loadSystemCertificates?: (parameters: object) => Promise<readonly string[]>;
}

/**
 * How this window's `fetch` reaches an address: through which proxy (settings, environment, system, PAC) and with which
 * authorities. Undefined if VS Code doesn't tell, so that no proxy is bypassed by mistake. Sends nothing.
 */
export async function networkRoute(url: URL): Promise<NetworkRoute | undefined> {
  const known = await proxyRoute(url);
  const settings = vscode.workspace.getConfiguration('http');
  if (!known?.proxyAgent || url.protocol === 'http:' || !settings.get('systemCertificates')) return known?.route;
  return { ...known.route, certificates: await systemCertificates(known.proxyAgent, settings) };
}

/** The proxy on the way to an address; undefined if there is none, or VS Code doesn't tell. */
export async function proxyOf(url: URL): Promise<NamedProxy | undefined> {
  const known = await proxyRoute(url);
  return known && namedProxy(known.route);
}

interface ProxyRoute {
  readonly route: NetworkRoute;
  /** Undefined if `fetch` is Node's own, which trusts what Node trusts. */
  readonly proxyAgent?: ProxyAgentModule | undefined;
}

async function proxyRoute(url: URL): Promise<ProxyRoute | undefined> {
  const settings = vscode.workspace.getConfiguration('http');
  const isLocal = isLoopbackHost(url.hostname);
  const isNodes = !settings.get('fetchAdditionalSupport', true);
  const proxyAgent = isNodes ? undefined : loadProxyAgent();
  if (!isNodes && !proxyAgent?.resolveProxyURL) return isLocal ? { route: {} } : undefined;
  const isOff = isLocal || settings.get('proxySupport') === 'off';
  const proxy = isOff ? undefined : await proxyAgent?.resolveProxyURL?.(url.href);
  if (proxy === undefined) {
    // VS Code's `fetch` then is Node's own, unless it adds certificates.
    const byNode = !isLocal && !(proxyAgent && settings.get('systemCertificates')) && goesByVariables();
    return { route: byNode ? { variables: proxyVariables(process.env) } : {}, proxyAgent };
  }
  const proxyAuthorization = settings.get<string | null>('proxyAuthorization') ?? undefined;
  return { route: { proxy, proxyAuthorization }, proxyAgent };
}

/** Only the certificates that Node does not trust anyway: a few, whereas all of them are half a megabyte. */
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
  // VS Code itself logs the same.
}

function loadProxyAgent(): ProxyAgentModule | undefined {
  const { appRoot } = vscode.env;
  const require = createRequire(path.join(appRoot, 'package.json'));
  for (const folder of ['node_modules.asar', 'node_modules']) {
    try {
      return require(path.join(appRoot, folder, '@vscode', 'proxy-agent')) as ProxyAgentModule;
    } catch {
      // The module is in the other folder, or missing.
    }
  }
  return undefined;
}
