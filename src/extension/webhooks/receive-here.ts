import * as vscode from 'vscode';
import { window } from '../window/window.ts';
import { chooseToken } from './choose-token.ts';
import { EventListener } from './event-listener.ts';
import type { WebhooksDeps, WebhooksView } from './webhooks-view.ts';

/** Listens for whoever has no receiver yet: the sandbox, or the service by the person's own tunnel. */
export async function receiveHere(deps: WebhooksDeps, webhooks: WebhooksView): Promise<void> {
  const { l10n } = vscode;
  if (webhooks.listener) {
    await webhooks.focusLine('listener');
    window.setStatusBarMessage(l10n.t('Events are received at {0} already', webhooks.listener.url), 5000);
    return;
  }
  const chosen = await chooseToken(deps, l10n.t('Receive Events Signed by'));
  if (!chosen || !(await agrees())) return;
  const listener = await EventListener.open(chosen.owner, chosen.keys, deps.clock);
  webhooks.listen(listener);
  await webhooks.focusLine('listener');
  if (chosen.isSandbox) {
    const options = { name: l10n.t('Received in VS Code'), callbackUri: listener.url };
    const { id } = await deps.sandbox.control('createWebhook', { body: options });
    webhooks.afterListening = () =>
      void deps.sandbox.control('removeWebhook', { params: { id } }).catch(() => undefined);
    return;
  }
  const copy = l10n.t('Copy URL');
  const text = l10n.t('Events are received at {0}. Have a tunnel forward public https requests to it.', listener.url);
  if ((await window.showInformationMessage(text, copy)) === copy) await vscode.env.clipboard.writeText(listener.url);
}

async function agrees(): Promise<boolean> {
  const { l10n } = vscode;
  const yes = l10n.t('Receive');
  const detail = l10n.t(
    'The token signs whatever is put into a challenge, and events are signed by the same token. So only challenges of the usual form are answered: letters, digits, - and _, at most 128. Whoever reaches this port can have such a text signed.',
  );
  return (await window.showWarningMessage(l10n.t('Receive events in VS Code?'), { modal: true, detail }, yes)) === yes;
}
