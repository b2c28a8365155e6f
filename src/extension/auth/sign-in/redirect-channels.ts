import { parseUrl } from '../../../common/missing-in-node-20.ts';

/** Where VS Code runs, as far as a redirect cares. */
export interface HostLocation {
  /** `vscode.env.uiKind`: a window of its own, or a page in a browser. */
  readonly ui: 'desktop' | 'web';
  /** `vscode.env.remoteName`: `wsl`, `ssh-remote`, `codespaces`, …; undefined where nothing is remote. */
  readonly remoteName: string | undefined;
  /** Where this extension runs: beside the window, or on the remote machine. */
  readonly extension: 'ui' | 'workspace';
  /** `vscode.env.uriScheme`: `vscode`, `vscode-insiders`, a fork's own. */
  readonly uriScheme: string;
}

/** How a redirect can come back. Pasting the address always works, so it is no channel of its own. */
type Channel =
  /** A listener in the extension host. */
  | 'loopback'
  /** VS Code's URI handler. */
  | 'uri-handler'
  /** Neither reaches us: only pasting is left. */
  | 'paste-only';

export interface ChannelChoice {
  readonly channel: Channel;
  /** True where the browser may run on a machine from which the channel can't be reached. */
  readonly mayBeUnreachable: boolean;
}

/**
 * Which channel serves a redirect URI in a place. The redirect URI is registered with the service and compared to the
 * letter (document, endpoint 1), so it decides: no channel can choose another one.
 */
export function chooseChannel(
  redirectUri: string,
  { ui, remoteName, extension, uriScheme }: HostLocation,
): ChannelChoice {
  const url = parseUrl(redirectUri);
  if (url?.protocol === `${uriScheme}:`) {
    // In a browser the operating system's scheme leads to a desktop VS Code, if to any.
    return { channel: ui === 'desktop' ? 'uri-handler' : 'paste-only', mayBeUnreachable: ui === 'web' };
  }
  const isLoopback = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!isLoopback) return { channel: 'paste-only', mayBeUnreachable: true };
  if (ui === 'web') return { channel: 'loopback', mayBeUnreachable: true };
  // WSL shares localhost with Windows; other remotes only where a port is forwarded.
  const isBesideBrowser = extension === 'ui' || remoteName === undefined || remoteName === 'wsl';
  return { channel: 'loopback', mayBeUnreachable: !isBesideBrowser };
}
