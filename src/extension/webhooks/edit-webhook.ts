import * as vscode from 'vscode';
import type { WebhookSummary } from '../../sandbox/control/contract.ts';
import { webhookOptions } from '../../sandbox/webhooks/webhook-options.ts';
import type { LiveSandbox } from '../sandbox/live-sandbox.ts';
import { window } from '../window/window.ts';
import { webhooksViewId } from './command-ids.ts';

const usualUrl = 'http://localhost:3000/hook';

/** Undefined if the person gives up. */
export async function askReceiver(title: string, value = usualUrl): Promise<string | undefined> {
  const { l10n } = vscode;
  const { hostname, port } = new URL(value);
  const start = value.indexOf(port === '' ? hostname : port);
  return window.showInputBox({
    title,
    prompt: l10n.t('URL of your receiver, on this machine'),
    value,
    valueSelection: [start, value.length],
    validateInput: (text) =>
      webhookOptions.shape.callbackUri.safeParse(text).success
        ? undefined
        : l10n.t('Enter a URL of this machine, without a user name or fragment, such as {0}', usualUrl),
  });
}

/** Asks for the URL of a receiver, adds it and says what came of VERIFY. */
export async function addWebhook(sandbox: LiveSandbox): Promise<void> {
  const callbackUri = await askReceiver(vscode.l10n.t('Add Webhook'));
  if (callbackUri === undefined) return;
  const webhook = await sandbox.control('createWebhook', { body: { callbackUri } });
  // Views that are hidden can't be focused.
  await vscode.commands.executeCommand('setContext', 'vehicleData.hasWebhooks', true);
  await vscode.commands.executeCommand(`${webhooksViewId}.focus`);
  await tellVerified(sandbox, webhook);
}

/** Says whether the receiver has answered VERIFY rightly, and if not, what to do. */
export async function tellVerified(sandbox: LiveSandbox, webhook: WebhookSummary): Promise<void> {
  const { l10n } = vscode;
  const { id, verified, verification, isEnabled } = webhook;
  if (verified) {
    const text = isEnabled ? l10n.t('The receiver is verified. Events are sent.') : l10n.t('The receiver is verified.');
    window.setStatusBarMessage(text, 5000);
    return;
  }
  const again = l10n.t('Verify Again');
  const problem = verification?.problem ?? '';
  const text = l10n.t('The receiver isn’t verified, so no events are sent. {0}', problem);
  if ((await window.showWarningMessage(text, again)) !== again) return;
  await tellVerified(sandbox, await sandbox.control('verifyWebhook', { params: { id } }));
}
