import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { abortWith } from '../../../common/abort-with.ts';
import type { StoredSession } from '../sessions/stored-session.ts';
import { signIn, type SignInOptions } from './sign-in.ts';
import type { SignInUi } from './browser-flow.ts';
import { frontCommand } from './front-command.ts';
import { window } from '../../window/window.ts';

/**
 * Sign-in as the user sees it: a notification that shows the progress, offers alternatives and can be cancelled. Any
 * number can run at the same time; each ends with its own browser page.
 */
export class InteractiveSignIn {
  readonly #options: SignInOptions;
  /** The addresses of the sign-ins that still wait for the browser, latest last. They hold a state and no token. */
  readonly #links = new Map<number, string>();
  /** The numbers of the running sign-ins, which distinguish two of the same environment. */
  readonly #running = new Set<number>();

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** Rejects with ServiceError. */
  async run(environment: string, permissions: readonly string[]): Promise<StoredSession> {
    const { l10n, ProgressLocation } = vscode;
    let id = 1;
    while (this.#running.has(id)) id++;
    this.#running.add(id);
    const ui = signInUi(id, (url) => this.#note(id, url));
    const title =
      id === 1 ? l10n.t('Connecting ({0})', environment) : l10n.t('Connecting ({0}, no. {1})', environment, id);
    try {
      const session = await window.withProgress(
        { location: ProgressLocation.Notification, cancellable: true, title },
        (progress, token) => {
          const report = (linked: string) => progress.report({ linked });
          return signIn(this.#options, { environment, permissions, ui, report, signal: abortWith(token) });
        },
      );
      bringToFront();
      return session;
    } finally {
      this.#running.delete(id);
      this.#note(id, undefined);
    }
  }

  /** Copies the address that a sign-in opened in the browser: the one with this id, or the latest. */
  async copyLink(id?: number): Promise<void> {
    const { env, l10n } = vscode;
    const link = (id === undefined ? undefined : this.#links.get(id)) ?? [...this.#links.values()].at(-1);
    if (link === undefined) {
      void window.showInformationMessage(l10n.t('No sign-in is in progress.'));
      return;
    }
    await env.clipboard.writeText(link);
    window.setStatusBarMessage(l10n.t('Sign-in link copied'), 5000);
  }

  #note(id: number, link: string | undefined): void {
    if (link === undefined) this.#links.delete(id);
    else this.#links.set(id, link);
  }
}

/** Brings the window in front of the browser's, if that needs no consent. */
function bringToFront(): void {
  const { env, UIKind } = vscode;
  if (vscode.window.state.focused || env.uiKind !== UIKind.Desktop) return;
  const command = frontCommand(process.platform, env.appRoot);
  // Failures are ignored: the page in the browser tells the user to go back.
  if (command) execFile(...command, () => undefined);
}

function signInUi(id: number, opening: (url: string) => void): SignInUi {
  return {
    copyLink: `command:vehicleData.copySignInLink?${encodeURIComponent(JSON.stringify([id]))}`,
    openExternal(url) {
      opening(url);
      // A string, because `Uri` re-encodes the query. VS Code accepts a string here, although its types don't say so.
      return vscode.env.openExternal(url as unknown as vscode.Uri);
    },
    offerLink(url) {
      const { env, l10n } = vscode;
      const copy = l10n.t('Copy Link');
      const message = l10n.t('No browser opened. Copy the link and open it in a browser on this machine.');
      void window.showWarningMessage(message, copy).then((choice) => {
        if (choice === copy) void env.clipboard.writeText(url);
      });
    },
  };
}
