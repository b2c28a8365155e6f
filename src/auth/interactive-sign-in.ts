import * as vscode from 'vscode';
import type { StoredSession } from './stored-session.ts';
import { signIn } from './sign-in.ts';
import type { SignInOptions } from './sign-in.ts';
import type { SignInUi } from './sign-in-flow.ts';

/** Sign-in as a person sees it: a notification that says what goes on and can be cancelled. */
export class InteractiveSignIn {
  readonly #options: SignInOptions;
  #current: { readonly stop: AbortController; readonly end: Promise<unknown> } | undefined;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /**
   * One sign-in at a time: who starts another has lost the first one's browser page, and both would want the same port.
   * Rejects with ServiceError.
   */
  async run(environment: string, permissions: readonly string[]): Promise<StoredSession> {
    while (this.#current) {
      this.#current.stop.abort();
      await this.#current.end;
    }
    const stop = new AbortController();
    const work = this.#withProgress(environment, permissions, stop);
    const current = { stop, end: work.catch(() => undefined) };
    this.#current = current;
    try {
      return await work;
    } finally {
      if (this.#current === current) this.#current = undefined;
    }
  }

  async #withProgress(
    environment: string,
    permissions: readonly string[],
    stop: AbortController,
  ): Promise<StoredSession> {
    const { window, l10n, ProgressLocation } = vscode;
    const title = l10n.t('Connecting an account ({0})', environment);
    return window.withProgress(
      { location: ProgressLocation.Notification, cancellable: true, title },
      (progress, token) => {
        token.onCancellationRequested(() => stop.abort());
        const report = (message: string) => progress.report({ message });
        return signIn(this.#options, { environment, permissions, ui, report, signal: stop.signal });
      },
    );
  }
}

const ui: SignInUi = {
  // The string as it is: `Uri` decodes and re-encodes the query. VS Code takes a string here, its types don't say so.
  openExternal: (url) => vscode.env.openExternal(url as unknown as vscode.Uri),
  offerLink(url) {
    const { window, env, l10n } = vscode;
    const copy = l10n.t('Copy Link');
    const message = l10n.t('No browser opened. Copy the link and open it in a browser on this machine.');
    void window.showWarningMessage(message, copy).then((choice) => {
      if (choice === copy) void env.clipboard.writeText(url);
    });
  },
};
