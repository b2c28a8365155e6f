import * as vscode from 'vscode';
import { abortWith } from '../../common/abort-with.ts';
import { systemScheduler } from '../../common/scheduler.ts';
import { checkReceiver, type RuleResult } from '../../receiver-check/check-receiver.ts';
import { window } from '../window/window.ts';
import { checkTotal } from './check-lines.ts';
import { chooseToken } from './choose-token.ts';
import { askReceiver } from './edit-webhook.ts';
import type { WebhooksDeps, WebhooksView } from './webhooks-view.ts';

/** Asks for a receiver and the token that it has, then checks it; the view shows each rule as it is decided. */
export async function checkOwnReceiver(deps: WebhooksDeps, webhooks: WebhooksView, known?: string): Promise<void> {
  const { l10n } = vscode;
  const title = l10n.t('Check Receiver');
  const url = known ?? (await askReceiver(title, webhooks.firstUrl));
  const chosen = url === undefined ? undefined : await chooseToken(deps, l10n.t('Token That the Receiver Has'));
  if (url === undefined || !chosen) return;
  const results: RuleResult[] = [];
  webhooks.showCheck({ url, results, isRunning: true });
  await webhooks.focusLine('check');
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t('Checking {0}', url),
    cancellable: true,
  };
  try {
    await window.withProgress(progress, async (shown, canceled) => {
      const signal = abortWith(canceled);
      try {
        const options = { url: new URL(url), keys: chosen.keys, clock: deps.clock, scheduler: systemScheduler, signal };
        for await (const result of checkReceiver(options)) {
          results.push(result);
          shown.report({ message: result.title });
          webhooks.showCheck({ url, results: [...results], isRunning: true });
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
  } finally {
    webhooks.showCheck(results.length === 0 ? undefined : { url, results, isRunning: false });
  }
  if (results.length > 0) window.setStatusBarMessage(l10n.t('Receiver: {0}', checkTotal(results)), 10_000);
}
