import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { abortWith } from '../../../common/abort-with.ts';
import type { StoredSession } from '../sessions/stored-session.ts';
import { type PendingExchanges, signIn, type SignInOptions } from './sign-in.ts';
import type { SignInFlow, SignInUi } from './browser-flow.ts';
import { LoopbackPorts } from './loopback-ports.ts';
import { PendingRedirects, type PasteProblem } from './pending-redirects.ts';
import { window } from '../../window/window.ts';

/**
 * Sign-in as the user sees it: a notification that shows the progress, offers alternatives and can be cancelled. A new
 * attempt replaces the one that was left in the browser.
 */
export class InteractiveSignIn {
  readonly #options: SignInOptions;
  readonly #flow: SignInFlow;
  readonly #pending: PendingExchanges;
  /** The attempt that waits for the browser, and the address that it opened there, which holds a state and no token. */
  #waiting: { readonly stop: AbortController; readonly link: string } | undefined;

  constructor(options: SignInOptions, flow: SignInFlow, pending: PendingExchanges) {
    this.#options = options;
    this.#flow = flow;
    this.#pending = pending;
  }

  /** Rejects with ServiceError. */
  async run(environment: string, permissions: readonly string[]): Promise<StoredSession> {
    const { l10n, ProgressLocation } = vscode;
    const attempt = { stop: new AbortController(), link: '' };
    this.#waiting?.stop.abort();
    this.#waiting = attempt;
    const ui = signInUi((url) => (attempt.link = url));
    // Whoever has come back from the browser is not replaced any more.
    const flow: SignInFlow = (request) =>
      this.#flow(request).finally(() => {
        if (this.#waiting === attempt) this.#waiting = undefined;
      });
    const title = l10n.t('Connecting ({0})', environment);
    const session = await window.withProgress(
      { location: ProgressLocation.Notification, cancellable: true, title },
      (progress, token) => {
        const report = (linked: string) => progress.report({ linked });
        const signal = AbortSignal.any([abortWith(token), attempt.stop.signal]);
        return signIn(this.#options, flow, this.#pending, { environment, permissions, ui, report, signal });
      },
    );
    bringToFront();
    return session;
  }

  /** Copies the address that a sign-in opened in the browser. */
  async copyLink(): Promise<void> {
    const { env, l10n } = vscode;
    const { link } = this.#waiting ?? {};
    if (!link) {
      void window.showInformationMessage(l10n.t('No sign-in is in progress.'));
      return;
    }
    await env.clipboard.writeText(link);
    window.note(l10n.t('Sign-in link copied'));
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

function signInUi(opening: (url: string) => void): SignInUi {
  return {
    copyLink: 'command:vehicleData.copySignInLink',
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

/**
 * The command that brings the application in the folder to the front. Undefined on all systems but macOS: they don't
 * let a background program do that.
 */
export function frontCommand(
  platform: NodeJS.Platform,
  appRoot: string,
): [command: string, args: string[]] | undefined {
  const [bundle] = /^\/.*?\.app(?=\/|$)/.exec(appRoot) ?? [];
  return platform === 'darwin' && bundle !== undefined ? ['/usr/bin/open', ['-a', bundle]] : undefined;
}

/** The pending redirects of this window, with the channels for its location. */
export function createPendingRedirects(extensionKind: vscode.ExtensionKind): PendingRedirects {
  const { env, UIKind, ExtensionKind } = vscode;
  return new PendingRedirects(new LoopbackPorts().open, {
    ui: env.uiKind === UIKind.Web ? 'web' : 'desktop',
    remoteName: env.remoteName,
    extension: extensionKind === ExtensionKind.UI ? 'ui' : 'workspace',
    uriScheme: env.uriScheme,
  });
}

/** Asks for the address of the last page in the browser, until it is accepted or the user gives up. */
export async function pasteRedirect(redirects: PendingRedirects): Promise<void> {
  const { l10n } = vscode;
  if (!redirects.isWaiting) {
    void window.showInformationMessage(l10n.t('No sign-in is in progress.'));
    return;
  }
  let value = '';
  let problem: PasteProblem | undefined;
  do {
    const pasted = await window.showInputBox({
      title: l10n.t('Paste Redirect URL'),
      prompt: problem
        ? textOf(problem)
        : l10n.t('Copy the whole URL from the address bar, even if the page shows an error.'),
      placeHolder: 'http://localhost:…/callback?code=…&state=…',
      ignoreFocusOut: true,
      value,
      // Hidden, because the address holds a code.
      password: true,
    });
    if (pasted === undefined) return;
    value = pasted;
    problem = redirects.paste(pasted);
  } while (problem);
}

function textOf(problem: PasteProblem): string {
  const { l10n } = vscode;
  switch (problem) {
    case 'not-an-address':
      return l10n.t('Enter a URL. Copy it from the page that opens after you grant access.');
    case 'elsewhere':
      return l10n.t('This is not the redirect URL. Grant access first, then copy the URL of the next page.');
    case 'not-taken':
      return l10n.t('This URL belongs to another sign-in. Use the page that was opened last.');
  }
}
