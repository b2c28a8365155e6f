import * as vscode from 'vscode';
import type { Clock } from '../common/clock.ts';
import type { Disposable } from '../common/event.ts';
import type { Decision, RequestReport, RequestSource } from '../service/http/transport.ts';
import type { JournalEntry } from './journal.ts';
import { requestCommandIds, requestsViewId } from './names.ts';
import type { RequestsRoom } from './room.ts';

export interface RequestsDeps {
  readonly log: vscode.LogOutputChannel;
  readonly clock: Clock;
  /** Name and version that exported files say they are from. */
  readonly creator: { readonly name: string; readonly version: string };
  /** Sends a data request again, with the token that its session has now. Rejects with ServiceError. */
  readonly again: (source: RequestSource) => Promise<void>;
}

export interface RequestsModule {
  /** For `TransportOptions`; also for reports of requests that another process made for this extension. */
  readonly onRequest: (report: RequestReport) => void;
  readonly onDecision: (decision: Decision) => void;
  readonly disposables: readonly Disposable[];
}

/** Builds the room: the view and its commands. The journal is loaded with the first request or the first look. */
export function createRequestsModule(deps: RequestsDeps): RequestsModule {
  const changed = new vscode.EventEmitter<void>();
  let opened: Promise<RequestsRoom> | undefined;
  const room = () =>
    (opened ??= import('./room.ts').then(({ RequestsRoom }) => new RequestsRoom(deps, view, () => changed.fire())));
  const view: vscode.TreeView<JournalEntry> = vscode.window.createTreeView<JournalEntry>(requestsViewId, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (entry) => (entry ? [] : (await room()).tree.entries),
      getParent: () => undefined,
      getTreeItem: async (entry) => (await room()).tree.item(entry),
      resolveTreeItem: async (item, entry) => (await room()).tree.resolved(item, entry),
    },
  });
  const commands = requestCommandIds.map((id) =>
    vscode.commands.registerCommand(id, async (entry?: JournalEntry) => (await room()).commands[id](entry)),
  );
  return {
    onRequest: (report) => void room().then(({ journal }) => journal.add(report)),
    onDecision: (decision) => void room().then(({ journal }) => journal.decide(decision)),
    disposables: [...commands, view, changed, { dispose: () => void opened?.then((each) => each.dispose()) }],
  };
}
