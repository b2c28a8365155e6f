import * as vscode from 'vscode';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import type { Disposable } from '../../../common/event.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import type { VehicleTree } from './vehicle-tree.ts';
import { viewId } from './view-id.ts';
import { window } from '../../window/window.ts';

/** True while a filter is set, for the `when` of the command that clears it. */
const filterKey = 'vehicleData.vehiclesFiltered';

type View = Pick<vscode.TreeView<unknown>, 'description' | 'message'>;
type Shown = Pick<VehicleTree, 'filter' | 'isShown'>;

/** Context key that selects the welcome text of the view; its values are `DirectoryState`. */
const stateKey = 'vehicleData.state';

/** Updates what surrounds the tree: description, message, progress bar and the keys of welcome texts and menus. */
export class ViewStatus implements Disposable {
  readonly #view: View;
  readonly #directory: VehicleDirectory;
  readonly #tree: Shown;
  readonly #environment: () => string;
  readonly #subscription: Disposable;
  readonly #keys = new Map<string, string | boolean>();
  #endProgress: (() => void) | undefined;

  constructor(view: View, directory: VehicleDirectory, tree: Shown, environment: () => string) {
    this.#view = view;
    this.#directory = directory;
    this.#tree = tree;
    this.#environment = environment;
    this.#subscription = directory.onDidChange(() => this.update());
    this.update();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#endProgress?.();
  }

  /** To be called when something other than the directory has changed. */
  update(): void {
    // Whose accounts there are, the lines say: what is longer is cut off in a narrow view.
    this.#view.description = plainText(this.#environment(), 60);
    this.#view.message = this.#filterText();
    this.#setKey(filterKey, this.#tree.filter !== '');
    const { state, accounts } = this.#directory;
    // Keep the view's first welcome text until something is known.
    if (state !== 'loading' || accounts.length > 0) this.#setKey(stateKey, state);
    this.#showProgress(this.#directory.loading);
  }

  #filterText(): string | undefined {
    const { filter, isShown } = this.#tree;
    if (filter === '') return undefined;
    const { l10n } = vscode;
    const vehicles = this.#directory.accounts.flatMap((account) => account.vehicles);
    const unlisted = this.#directory.accounts.reduce((sum, { remaining }) => sum + remaining, 0);
    const readsOn = this.#directory.accounts.some((account) => account.readsOn);
    const unread = vehicles.filter(({ attributes }) => !attributes.value).length;
    const count = l10n.t(
      'Filter “{0}”: {1} of {2} vehicles.',
      plainText(filter, 60),
      vehicles.filter(isShown).length,
      vehicles.length,
    );
    return [
      count,
      ...(unread > 0 ? [l10n.t('{0} not loaded, found by ID only.', unread)] : []),
      ...(unlisted > 0 && !readsOn ? [l10n.t('{0} more not listed.', unlisted)] : []),
    ].join(' ');
  }

  #setKey(key: string, value: string | boolean): void {
    if (this.#keys.get(key) === value) return;
    this.#keys.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
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
