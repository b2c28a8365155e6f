import * as vscode from 'vscode';
import { plainText } from '../common/plain-text.ts';
import type { Disposable } from '../common/event.ts';
import type { DirectoryState, VehicleDirectory } from './directory.ts';

export const viewId = 'vehicleData.vehicles';

/** When-clause key that the welcome texts of the view are chosen by; its values are {@link DirectoryState}. */
export const stateKey = 'vehicleData.state';

/** What stands around the tree: the view's description, its progress bar and the key of its welcome texts. */
export class ViewPresence implements Disposable {
  readonly #view: Pick<vscode.TreeView<unknown>, 'description'>;
  readonly #directory: VehicleDirectory;
  readonly #environment: () => string;
  readonly #subscription: Disposable;
  #shownState: DirectoryState | undefined;
  #endProgress: (() => void) | undefined;

  constructor(
    view: Pick<vscode.TreeView<unknown>, 'description'>,
    directory: VehicleDirectory,
    environment: () => string,
  ) {
    this.#view = view;
    this.#directory = directory;
    this.#environment = environment;
    this.#subscription = directory.onDidChange(() => this.#update());
    this.#update();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#endProgress?.();
  }

  #update(): void {
    this.#view.description = this.#description();
    this.#showState(this.#directory.state);
    this.#showProgress(this.#directory.loading);
  }

  #description(): string {
    const environment = plainText(this.#environment(), 60);
    const [first, ...others] = this.#directory.accounts;
    if (!first) return environment;
    if (others.length === 0) return `${environment} · ${plainText(first.session.account.label, 60)}`;
    return `${environment} · ${vscode.l10n.t('{0} accounts', others.length + 1)}`;
  }

  #showState(state: DirectoryState): void {
    if (state === this.#shownState) return;
    this.#shownState = state;
    void vscode.commands.executeCommand('setContext', stateKey, state);
  }

  #showProgress(isLoading: boolean): void {
    if (!isLoading) {
      this.#endProgress?.();
      this.#endProgress = undefined;
      return;
    }
    if (this.#endProgress) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endProgress = resolve;
    void vscode.window.withProgress({ location: { viewId } }, () => promise);
  }
}
