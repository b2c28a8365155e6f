import * as vscode from 'vscode';
import type { DeliverySummary } from '../../sandbox/control/contract.ts';
import { showingErrors } from '../window/showing-errors.ts';
import { saveText } from '../window/save-text.ts';
import { window } from '../window/window.ts';
import type { WebhookCommand } from './command-ids.ts';
import { addWebhook } from './edit-webhook.ts';
import type { WebhookLine } from './webhook-lines.ts';
import type { WebhooksDeps, WebhooksView } from './webhooks-view.ts';

/** The command implementations. */
export function webhookCommands(
  deps: WebhooksDeps,
  webhooks: WebhooksView,
): Readonly<Record<WebhookCommand, (line?: WebhookLine) => unknown>> {
  const { l10n } = vscode;
  const { sandbox } = deps;

  async function exportHar(): Promise<void> {
    const [{ toHar }, { harSources }] = await Promise.all([
      import('../requests/copy/har.ts'),
      import('./delivery-messages.ts'),
    ]);
    const sources = [];
    for (const delivery of webhooks.deliveries) sources.push(...harSources(await webhooks.read(delivery)));
    const har = toHar(sources, deps.creator);
    if (!(await saveText('vehicle-data-deliveries.har', `${JSON.stringify(har, null, 2)}\n`))) return;
    window.setStatusBarMessage(l10n.t('{0} delivery attempts exported, with signatures', har.log.entries.length), 5000);
  }

  /** Runs a command for the delivery whose menu was opened, otherwise the selected one. */
  const ofDelivery = (run: (delivery: DeliverySummary) => unknown) => (line?: WebhookLine) => {
    const delivery = line?.delivery ?? webhooks.view.selection[0]?.delivery;
    return delivery && run(delivery);
  };

  const commands: Record<WebhookCommand, (line?: WebhookLine) => unknown> = {
    'vehicleData.addWebhook': () => addWebhook(sandbox),
    'vehicleData.delivery.open': ofDelivery((delivery) => webhooks.open(delivery)),
    'vehicleData.delivery.exportHar': exportHar,
    'vehicleData.delivery.showFailures': () => webhooks.showOnlyFailures(true),
    'vehicleData.delivery.showAll': () => webhooks.showOnlyFailures(false),
    'vehicleData.delivery.clear': () => sandbox.control('clearDeliveries', {}),
  };
  return Object.fromEntries(
    Object.entries(commands).map(([id, run]) => [id, showingErrors(run)]),
  ) as unknown as typeof commands;
}
