import { parseUrl } from '../../../common/missing-in-node-20.ts';

/** Where VS Code runs, as far as it matters for redirects. */
export interface HostLocation {
  /** `vscode.env.uiKind`: a desktop window, or a page in a browser. */
  readonly ui: 'desktop' | 'web';
  /** `vscode.env.remoteName`: `wsl`, `ssh-remote`, `codespaces`, …; undefined if nothing is remote. */
  readonly remoteName: string | undefined;
  /** Where this extension runs: on the window's machine, or on the remote one. */
  readonly extension: 'ui' | 'workspace';
  /** `vscode.env.uriScheme`: `vscode`, `vscode-insiders`, a fork's own. */
  readonly uriScheme: string;
}

/** How a redirect can come back. Pasting the address always works, so it is not a separate channel. */
type Channel =
  /** A listener in the extension host. */
  | 'loopback'
  /** VS Code's URI handler. */
  | 'uri-handler'
  /** Neither of the others works: the user has to paste the address. */
  | 'paste-only';

export interface ChannelChoice {
  readonly channel: Channel;
  /** True if the browser may run on a machine from which the channel can't be reached. */
  readonly mayBeUnreachable: boolean;
}

/**
 * The channel for a redirect URI at a location. The redirect URI is registered with the service and compared exactly
 * (document, endpoint 1), so it determines the channel: no channel can use a different one.
 */
export function chooseChannel(
  redirectUri: string,
  { ui, remoteName, extension, uriScheme }: HostLocation,
): ChannelChoice {
  const url = parseUrl(redirectUri);
  if (url?.protocol === `${uriScheme}:`) {
    // If VS Code runs in a browser, the scheme opens a desktop VS Code, if any.
    return { channel: ui === 'desktop' ? 'uri-handler' : 'paste-only', mayBeUnreachable: ui === 'web' };
  }
  const isLoopback = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!isLoopback) return { channel: 'paste-only', mayBeUnreachable: true };
  if (ui === 'web') return { channel: 'loopback', mayBeUnreachable: true };
  // WSL shares localhost with Windows; other remotes need a forwarded port.
  const isBesideBrowser = extension === 'ui' || remoteName === undefined || remoteName === 'wsl';
  return { channel: 'loopback', mayBeUnreachable: !isBesideBrowser };
}
