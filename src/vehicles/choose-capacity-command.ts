import * as vscode from 'vscode';
import { asServiceError } from '../service/as-service-error.ts';
import type { ServiceEnvironment } from '../service/environment.ts';
import type { AskVehicle, CommandArgument } from './ask-vehicle.ts';
import type { AwaitRedirect } from './capacity-redirect.ts';
import type { CapacityChoice } from './choose-capacity.ts';
import { chooseCapacity } from './choose-capacity.ts';
import type { TreeNode } from './nodes.ts';

export interface CapacityCommandDeps {
  readonly environment: () => string;
  readonly resolveEnvironment: (name: string) => Promise<Pick<ServiceEnvironment, 'redirectUri'>>;
  readonly awaitRedirect: AwaitRedirect;
  readonly openExternal: (url: string) => Promise<boolean>;
}

const { l10n, window } = vscode;

/** "Ask the Owner for the Battery Capacity": from the vehicle to what came of it, told once. */
export function chooseCapacityCommand(ask: AskVehicle, deps: CapacityCommandDeps) {
  return async (argument?: TreeNode | CommandArgument): Promise<void> => {
    const title = l10n.t('Ask the owner of which vehicle for the battery capacity?');
    const entry = await ask.vehicle(argument, title, 'selectable');
    if (!entry) return;
    try {
      const { redirectUri } = await deps.resolveEnvironment(deps.environment());
      const progress = {
        location: vscode.ProgressLocation.Notification,
        title: l10n.t('Waiting for the owner to choose the battery capacity in the browser…'),
        cancellable: true,
      };
      const { awaitRedirect } = deps;
      const choice = await window.withProgress(progress, (_, token) => {
        const signal = signalOf(token);
        const open = (url: string) => openBrowser(url, deps);
        return chooseCapacity(entry, { awaitRedirect, openBrowser: open, redirectUri, signal, t: l10n.t });
      });
      void window.showInformationMessage(choiceText(choice));
    } catch (thrown) {
      const error = asServiceError(thrown);
      if (error.kind !== 'cancelled') ask.report([error]);
    }
  };
}

function choiceText(choice: CapacityChoice): string {
  switch (choice.kind) {
    case 'determined':
      return l10n.t('The service knows this capacity ({0} kWh): the owner has nothing to choose.', choice.nominal);
    case 'no-address':
      return l10n.t('The service gives no address at which the owner could choose the capacity of this vehicle.');
    case 'selected':
      return l10n.t('The owner chose {0} kWh.', choice.nominal);
    case 'pending':
      return l10n.t('The owner chose, and the service does not show it yet. Refresh in a moment.');
    case 'owner-does-not-know':
      return l10n.t('The owner does not know the capacity. That is all right: it can be chosen at any later time.');
    case 'refused':
      return l10n.t('The choice was not made: {0}', choice.message);
  }
}

/** Offers the link where no browser opens. */
export async function openBrowser(
  url: string,
  { openExternal }: Pick<CapacityCommandDeps, 'openExternal'>,
): Promise<void> {
  if (await openExternal(url)) return;
  const copy = l10n.t('Copy Link');
  const message = l10n.t('No browser opened. Copy the link and open it in a browser on this machine.');
  // Not awaited: the owner may come back before anyone answers.
  void window.showWarningMessage(message, copy).then((choice) => {
    if (choice === copy) void vscode.env.clipboard.writeText(url);
  });
}

export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
