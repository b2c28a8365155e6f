import type { Translate } from '../common/translate.ts';
import type { SandboxAddresses } from '../sandbox/control/contract.ts';

/** What VS Code reports about the window, as plain data. */
export interface WindowHost {
  /** `vscode.env.remoteName`: `wsl`, `ssh-remote`, …; undefined if nothing is remote. */
  readonly remoteName: string | undefined;
  /** On which of the window's two machines the extension runs, and so the sandbox. */
  readonly extension: 'ui' | 'workspace';
}

/** Where the sandbox runs in a window with two machines, and what that means for an app that uses it. */
export interface SandboxLocation {
  /** For the end of a line: `on the remote host`. */
  readonly short: string;
  /** A sentence or two. */
  readonly meaning: string;
}

/** Undefined if there is only one machine, so that no explanation is needed. */
export function sandboxLocation(
  { remoteName, extension }: WindowHost,
  { baseUrl }: Pick<SandboxAddresses, 'baseUrl'>,
  t: Translate,
): SandboxLocation | undefined {
  if (remoteName === undefined) return undefined;
  const { port } = new URL(baseUrl);
  if (extension === 'workspace') {
    return {
      short: t('on the remote host'),
      meaning: t('The sandbox runs on the remote host. To reach it from your local machine, forward port {0}.', port),
    };
  }
  return {
    short: t('on your local machine'),
    meaning: t('The sandbox runs on your local machine. Apps on the remote host cannot reach it.'),
  };
}
