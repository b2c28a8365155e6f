import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';
import type { Decision, RequestReport } from '../../service/model/request-report.ts';
import type { RequestsDeps } from './requests-view.ts';
import type { JournalEntry } from './journal.ts';
import { requestCommandIds, requestsViewId } from './command-ids.ts';
import { createTreeView } from '../window/tree-view.ts';

/**
 * Registers the view and its commands. The journal is loaded with the first request or when the view is first shown.
 */
export function registerRequests(deps: RequestsDeps) {
  const changed = new vscode.EventEmitter<void>();
  const room = lazy(async () => {
    const [{ RequestsView }, { requestCommands }] = await Promise.all([
      import('./requests-view.ts'),
      import('./commands.ts'),
    ]);
    const requests = new RequestsView(deps, view, () => changed.fire());
    return Object.assign(requests, { commands: requestCommands(deps, requests) });
  });
  const view: vscode.TreeView<JournalEntry> = createTreeView<JournalEntry>(requestsViewId, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (entry) => (await room()).tree.children(entry),
      getParent: async (entry) => (await room()).tree.parent(entry),
      getTreeItem: async (entry) => (await room()).tree.item(entry),
      resolveTreeItem: async (item, entry) => (await room()).tree.resolved(item, entry),
    },
  });
  const commands = requestCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (entry?: JournalEntry) => (await room()).commands[id](entry)),
  );
  return {
    /** For `TransportOptions`; also receives reports of requests that another process made for this extension. */
    onRequest: (report: RequestReport) => void room().then(({ journal }) => journal.add(report)),
    onDecision: (decision: Decision) => void room().then(({ journal }) => journal.decide(decision)),
    disposables: [...commands, view, changed, { dispose: () => void room.peek()?.then((each) => each.dispose()) }],
  };
}
