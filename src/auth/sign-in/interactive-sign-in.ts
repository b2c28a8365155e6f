import * as vscode from 'vscode';
import { abortWith } from '../../common/abort-with.ts';
import type { StoredSession } from '../sessions/stored-session.ts';
import { signIn } from './sign-in.ts';
import type { SignInOptions } from './sign-in.ts';
import type { SignInUi } from './sign-in-flow.ts';

/** True while a sign-in waits for the browser, for the `when` of the command that copies its link. */
const contextKey = 'vehicleData.awaitsSignIn';

/** A sign-in that has sent the owner to the browser. */
interface Waiting {
  readonly environment: string;
  /** Holds the state, and no token. */
  readonly url: string;
  readonly since: Date;
}

/**
 * Sign-in as a person sees it: a notification that says what goes on, names other ways and can be cancelled. Any number
 * run side by side; each ends by its own browser page.
 */
export class InteractiveSignIn {
  readonly #options: SignInOptions;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** Rejects with ServiceError. */
  async run(environment: string, permissions: readonly string[]): Promise<StoredSession> {
    const { window, l10n, ProgressLocation } = vscode;
    const id = ++this.#last;
    const ui = signInUi(id, (url) => this.#note(id, { environment, url, since: new Date() }));
    const title = l10n.t('Connecting an account ({0})', environment);
    try {
      return await window.withProgress(
        { location: ProgressLocation.Notification, cancellable: true, title },
        (progress, token) => {
          const report = (message: string) => progress.report({ message });
          return signIn(this.#options, { environment, permissions, ui, report, signal: abortWith(token) });
        },
      );
    } finally {
      this.#note(id, undefined);
    }
  }

  /** Copies the address that a sign-in sent the browser to: the one with this id, or one that the user picks. */
  async copyLink(id?: number): Promise<void> {
    const { window, env, l10n } = vscode;
    const waiting = (id === undefined ? undefined : this.#waiting.get(id)) ?? (await this.#pick());
    if (!waiting) return;
    await env.clipboard.writeText(waiting.url);
    window.setStatusBarMessage(l10n.t('Sign-in link copied: open it in a browser'), 5000);
  }

  async #pick(): Promise<Waiting | undefined> {
    const { window, l10n } = vscode;
    const items = [...this.#waiting.values()].map((waiting) => ({
      label: waiting.environment,
      description: l10n.t('started at {0}', waiting.since.toLocaleTimeString(vscode.env.language)),
      waiting,
    }));
    if (items.length === 0) void window.showInformationMessage(l10n.t('No sign-in waits for a browser now.'));
    if (items.length <= 1) return items[0]?.waiting;
    return (await window.showQuickPick(items, { title: l10n.t('Copy the link of which sign-in?') }))?.waiting;
  }

  #note(id: number, waiting: Waiting | undefined): void {
    if (waiting) this.#waiting.set(id, waiting);
    else this.#waiting.delete(id);
    void vscode.commands.executeCommand('setContext', contextKey, this.#waiting.size > 0);
  }
}

function signInUi(id: number, opening: (url: string) => void): SignInUi {
  return {
    copyLink: `command:vehicleData.copySignInLink?${encodeURIComponent(JSON.stringify([id]))}`,
    openExternal(url) {
      opening(url);
      // The string as it is: `Uri` decodes and re-encodes the query. VS Code takes a string here, its types don't say so.
      return vscode.env.openExternal(url as unknown as vscode.Uri);
    },
    offerLink(url) {
      const { window, env, l10n } = vscode;
      const copy = l10n.t('Copy Link');
      const message = l10n.t('No browser opened. Copy the link and open it in a browser on this machine.');
      void window.showWarningMessage(message, copy).then((choice) => {
        if (choice === copy) void env.clipboard.writeText(url);
      });
    },
  };
}
