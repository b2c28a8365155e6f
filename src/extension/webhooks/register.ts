import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import { createTreeView } from '../window/tree-view.ts';
import { webhookCommandIds, webhooksViewId } from './command-ids.ts';
import type { WebhookLine } from './webhook-lines.ts';
import type { WebhooksDeps } from './webhooks-view.ts';

/** Registers the view and its commands. Their code is loaded once a sandbox is known to run, or when one is used. */
export function registerWebhooks(deps: WebhooksDeps) {
  const changed = new vscode.EventEmitter<void>();
  const room = lazy(async () => {
    const [{ WebhooksView }, { webhookCommands }] = await Promise.all([
      import('./webhooks-view.ts'),
      import('./commands.ts'),
    ]);
    const webhooks = new WebhooksView(deps, view, () => changed.fire());
    return Object.assign(webhooks, { commands: webhookCommands(deps, webhooks) });
  });
  const view: vscode.TreeView<WebhookLine> = createTreeView<WebhookLine>(webhooksViewId, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (line) => (await room()).lines(line),
      getTreeItem: async (line) => (await room()).item(line),
      // Only lines of the first level are revealed.
      getParent: () => undefined,
    },
  });
  const commands = webhookCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (line?: WebhookLine) => (await room()).commands[id](line)),
  );
  // The view is hidden until this finds a webhook.
  const found = deps.sandbox.onDidChange(() => void room());
  return {
    disposables: [
      ...[...commands, view, changed, found, deps.sandbox.watchWhileVisible(view)],
      { dispose: () => void room.peek()?.then((each) => each.dispose()) },
    ],
  };
}
