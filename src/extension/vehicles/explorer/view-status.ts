import * as vscode from 'vscode';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import type { Disposable } from '../../../common/event.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import { viewId } from './view-id.ts';
import { window } from '../../window/window.ts';

type View = Pick<vscode.TreeView<unknown>, 'description'>;

/** Context key that selects the welcome text of the view; its values are `DirectoryState`. */
const stateKey = 'vehicleData.state';

/** Updates what surrounds the tree: description, progress bar and the key of the welcome text. */
export class ViewStatus implements Disposable {
  readonly #view: View;
  readonly #directory: VehicleDirectory;
  readonly #environment: () => string;
  readonly #subscription: Disposable;
  #state: string | undefined;
  #endProgress: (() => void) | undefined;

  constructor(view: View, directory: VehicleDirectory, environment: () => string) {
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
    // Whose accounts there are, the lines say: what is longer is cut off in a narrow view.
    this.#view.description = plainText(this.#environment(), 60);
    const { state, accounts } = this.#directory;
    // Keep the view's first welcome text until something is known.
    if (state !== 'loading' || accounts.length > 0) this.#setState(state);
    this.#showProgress(this.#directory.loading);
  }

  #setState(state: string): void {
    if (this.#state === state) return;
    this.#state = state;
    void vscode.commands.executeCommand('setContext', stateKey, state);
  }

  #showProgress(isLoading: boolean): void {
    if (!isLoading) {
      this.#endProgress?.();
      this.#endProgress = undefined;
      return;
    }
    if (this.#endProgress) return;
    const { promise, resolve } = withResolvers<void>();
    this.#endProgress = resolve;
    void window.withProgress({ location: { viewId } }, () => promise);
  }
}
