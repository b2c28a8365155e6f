import { createRequire } from 'node:module';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import * as vscode from 'vscode';
import { isLoopback } from '../service/http/addresses.ts';
import { proxyName, type NetworkRoute } from '../service/model/network-route.ts';

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
  if (isLoopback(url.hostname)) return {};
  const settings = vscode.workspace.getConfiguration('http');
  // Then `fetch` is Node's own.
  if (!settings.get('fetchAdditionalSupport', true)) return {};
  const proxyAgent = loadProxyAgent();
  if (!proxyAgent?.resolveProxyURL) return undefined;
  const usesProxy = settings.get('proxySupport') !== 'off';
  const [proxy, certificates] = await Promise.all([
    usesProxy ? proxyAgent.resolveProxyURL(url.href) : undefined,
    settings.get('systemCertificates') ? systemCertificates(proxyAgent, settings) : [],
  ]);
  const proxyAuthorization = settings.get<string | null>('proxyAuthorization') ?? undefined;
  return { proxy, certificates, ...(proxy !== undefined && { proxyAuthorization }) };
}

/** Name of the proxy on the way to an address; undefined where there is none, or VS Code doesn't say. */
export async function proxyOf(url: URL): Promise<string | undefined> {
  return proxyName((await networkRoute(url))?.proxy);
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
