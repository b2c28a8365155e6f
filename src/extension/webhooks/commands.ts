import * as vscode from 'vscode';
import type { DeliverySummary, WebhookSummary } from '../../sandbox/control/contract.ts';
import { showingErrors } from '../window/showing-errors.ts';
import { saveText } from '../window/save-text.ts';
import { window } from '../window/window.ts';
import type { WebhookCommand } from './command-ids.ts';
import { checkOwnReceiver } from './check-receiver.ts';
import { copyReceiver } from './copy-receiver.ts';
import { deliveryCommands } from './delivery-commands.ts';
import { addWebhook, editWebhook, removeWebhook, verifyWebhook } from './edit-webhook.ts';
import { explainOther } from './explain-other.ts';
import { changeManagementToken } from './management-token.ts';
import { receiveHere } from './receive-here.ts';
import { sendTestEvent } from './send-test-event.ts';
import type { WebhookLine } from './webhook-lines.ts';
import type { WebhooksDeps, WebhooksView } from './webhooks-view.ts';

/** The command implementations. */
export function webhookCommands(
  deps: WebhooksDeps,
  webhooks: WebhooksView,
): Readonly<Record<WebhookCommand, (line?: WebhookLine) => unknown>> {
  const { l10n } = vscode;
  const { sandbox } = deps;
  const acts = deliveryCommands(deps, webhooks);

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

  /** The same for a webhook. */
  const ofWebhook = (run: (webhook: WebhookSummary) => unknown) => (line?: WebhookLine) => {
    const { webhook } = line ?? webhooks.view.selection[0] ?? {};
    return webhook && run(webhook);
  };

  const commands: Record<WebhookCommand, (line?: WebhookLine) => unknown> = {
    'vehicleData.addWebhook': () => addWebhook(sandbox, webhooks),
    'vehicleData.checkReceiver': (line) => {
      // A line of the view names the receiver: that of a webhook, or of the last check.
      const url = line?.webhook?.callbackUri ?? (line && webhooks.checkedUrl);
      return checkOwnReceiver(deps, webhooks, url);
    },
    'vehicleData.copyReceiver': () => copyReceiver(deps.extensionUri),
    'vehicleData.receiveEvents': () => receiveHere(deps, webhooks),
    'vehicleData.stopReceiving': () => webhooks.stopListening(),
    'vehicleData.explainSignature': () => explainOther(deps, webhooks),
    'vehicleData.changeManagementToken': () => changeManagementToken(sandbox),
    'vehicleData.webhook.sendTest': ofWebhook((webhook) => sendTestEvent(deps, webhook)),
    'vehicleData.webhook.verify': ofWebhook(({ id }) => verifyWebhook(sandbox, id)),
    'vehicleData.webhook.edit': ofWebhook((webhook) => editWebhook(sandbox, webhook)),
    'vehicleData.webhook.remove': ofWebhook((webhook) => removeWebhook(sandbox, webhook)),
    'vehicleData.delivery.open': ofDelivery((delivery) => webhooks.open(delivery)),
    'vehicleData.delivery.sendAgain': ofDelivery((delivery) => acts.sendAgain(delivery)),
    'vehicleData.delivery.edit': ofDelivery((delivery) => acts.edit(delivery)),
    'vehicleData.delivery.compare': ofDelivery((delivery) => acts.compare(delivery)),
    'vehicleData.delivery.copyAs': ofDelivery((delivery) => acts.copyAs(delivery)),
    'vehicleData.delivery.explain': ofDelivery((delivery) => acts.explain(delivery)),
    'vehicleData.delivery.exportHar': exportHar,
    'vehicleData.delivery.showFailures': () => webhooks.showOnlyFailures(true),
    'vehicleData.delivery.showAll': () => webhooks.showOnlyFailures(false),
    'vehicleData.delivery.clear': () => {
      webhooks.clear();
      return sandbox.control('clearDeliveries', {});
    },
  };
  return Object.fromEntries(
    Object.entries(commands).map(([id, run]) => [id, showingErrors(run)]),
  ) as unknown as typeof commands;
}
