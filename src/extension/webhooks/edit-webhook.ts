import * as vscode from 'vscode';
import { t } from '../../common/translate.ts';
import type { ControlRequest, WebhookSummary } from '../../sandbox/control/contract.ts';
import { webhookOptions } from '../../sandbox/webhooks/webhook-options.ts';
import type { SandboxRoom } from '../sandbox/sandbox-room.ts';
import { window } from '../window/window.ts';
import type { WebhooksView } from './webhooks-view.ts';

type Change = ControlRequest<'changeWebhook'>['body'];

const usualUrl = 'http://localhost:3000/hook';

/** Undefined if the person gives up. A box without a `value` to edit is empty, and then Enter takes the usual URL. */
export async function askReceiver(title: string, value = '', usual = usualUrl): Promise<string | undefined> {
  const { l10n } = vscode;
  const typed = await window.showInputBox({
    title,
    prompt: value
      ? l10n.t('URL of your receiver, on this machine')
      : l10n.t('URL of your receiver, on this machine. Press Enter for {0}.', usual),
    placeHolder: usual,
    // Many copy it from another window.
    ignoreFocusOut: true,
    value,
    validateInput: (text) =>
      (text === '' && value === '') || webhookOptions.shape.callbackUri.safeParse(text).success
        ? undefined
        : l10n.t('Enter a URL of this machine, without a user name or fragment, such as {0}', usualUrl),
  });
  return typed === '' ? usual : typed;
}

/** Asks for the URL of a receiver, adds it and says what came of VERIFY. */
export async function addWebhook(sandbox: SandboxRoom, webhooks: WebhooksView): Promise<void> {
  const callbackUri = await askReceiver(vscode.l10n.t('Add Webhook'));
  if (callbackUri === undefined) return;
  const webhook = await sandbox.control('createWebhook', { body: { callbackUri } });
  await webhooks.focusLine(webhook.id);
  await tellVerified(sandbox, webhook);
}

export async function verifyWebhook(sandbox: SandboxRoom, id: string): Promise<void> {
  await tellVerified(sandbox, await sandbox.control('verifyWebhook', { params: { id } }));
}

/** Says whether the receiver has answered VERIFY rightly, and if not, what to do. */
async function tellVerified(sandbox: SandboxRoom, webhook: WebhookSummary): Promise<void> {
  const { l10n } = vscode;
  const { id, verified, verification } = webhook;
  if (verified) {
    void window.showInformationMessage(l10n.t('The receiver is verified. Events are sent.'));
    return;
  }
  const { problem = null, expected = null, received = null } = verification ?? {};
  const hashes =
    expected !== null && received !== null && expected !== received
      ? [l10n.t('Expected {0}, received {1}.', expected, received)]
      : [];
  // The sandbox speaks English.
  const said = problem === null ? [] : [t('“{0}”', problem)];
  const text = [l10n.t('The receiver isn’t verified, so no events are sent.'), ...said, ...hashes].join(' ');
  const again = l10n.t('Verify Again');
  if ((await window.showWarningMessage(text, again)) === again) await verifyWebhook(sandbox, id);
}

/** Asks what to change of a webhook, and changes it. */
export async function editWebhook(sandbox: SandboxRoom, webhook: WebhookSummary): Promise<void> {
  const { l10n } = vscode;
  const { id, name, callbackUri, errorCallbackUri, isEnabled, autoSubscribe, triggers, data } = webhook;
  const codes = sandbox.snapshot()?.webhooks.find((each) => each.callbackUri === null)?.data ?? data;
  const choices: readonly (vscode.QuickPickItem & { readonly ask: () => Promise<Change | undefined> })[] = [
    {
      label: l10n.t('URL…'),
      description: callbackUri ?? '',
      ask: async () => given('callbackUri', await askReceiver(l10n.t('URL'), callbackUri ?? undefined)),
    },
    {
      label: l10n.t('URL for Errors…'),
      description: errorCallbackUri ?? l10n.t('the same'),
      ask: async () => given('errorCallbackUri', await askReceiver(l10n.t('URL for Errors'), errorCallbackUri ?? '')),
    },
    {
      label: l10n.t('Name…'),
      description: name,
      ask: async () => given('name', await window.showInputBox({ title: l10n.t('Name'), value: name })),
    },
    {
      label: l10n.t('Triggers…'),
      description: l10n.t('{0} of {1} signals cause events', triggers.length, codes.length),
      ask: async () => given('triggers', await askCodes(l10n.t('Signals That Cause Events'), codes, triggers)),
    },
    {
      label: l10n.t('Data…'),
      description: l10n.t('{0} of {1} signals are part of events', data.length, codes.length),
      ask: async () => given('data', await askCodes(l10n.t('Signals in Events'), codes, data)),
    },
    {
      label: autoSubscribe ? l10n.t('Stop Subscribing Connected Vehicles') : l10n.t('Subscribe Connected Vehicles'),
      ask: () => Promise.resolve({ autoSubscribe: !autoSubscribe }),
    },
    {
      label: isEnabled ? l10n.t('Disable') : l10n.t('Enable'),
      description: isEnabled ? l10n.t('nothing is sent, and nothing waits') : l10n.t('first deliveries are sent again'),
      ask: () => Promise.resolve({ isEnabled: !isEnabled }),
    },
  ];
  const choice = await window.showQuickPick(choices, { title: l10n.t('Edit Webhook: {0}', name) });
  const body = await choice?.ask();
  if (!body) return;
  const changed = await sandbox.control('changeWebhook', { params: { id }, body });
  if (body.callbackUri !== undefined) await tellVerified(sandbox, changed);
}

function given<Key extends keyof Change>(key: Key, value: Change[Key] | undefined): Change | undefined {
  return value === undefined || value === '' ? undefined : { [key]: value };
}

async function askCodes(title: string, codes: readonly string[], chosen: readonly string[]) {
  const items = codes.map((label) => ({ label, picked: chosen.includes(label) }));
  const picked = await window.showQuickPick(items, { title, canPickMany: true });
  return picked?.map(({ label }) => label);
}

export async function removeWebhook(sandbox: SandboxRoom, { id, name }: WebhookSummary): Promise<void> {
  const { l10n } = vscode;
  const detail = l10n.t('Its subscriptions and waiting events are deleted as well.');
  if (!(await window.confirm(l10n.t('Remove webhook {0}?', name), l10n.t('Remove Webhook'), detail))) return;
  await sandbox.control('removeWebhook', { params: { id } });
}
