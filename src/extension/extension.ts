import * as vscode from 'vscode';
import type { VehicleDataApi } from './api.ts';
import type { OpenWindow } from './window.ts';
import type { ViewShell } from './window/tree-view.ts';

/** What VS Code reads in package.json, as far as it has to be registered. */
interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly authentication: readonly { readonly id: string; readonly label: string }[];
    readonly commands: readonly { readonly command: string }[];
    readonly customEditors: readonly { readonly viewType: string }[];
    readonly languageModelTools: readonly { readonly name: string }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

type SessionsChange = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

/**
 * Registers everything that package.json lists. Behind each entry is the same gate: it loads `window.ts`, which has the
 * rest. Sends nothing and starts nothing until the user does something.
 */
export function activate(context: vscode.ExtensionContext): VehicleDataApi {
  const { activationEvents, contributes } = context.extension.packageJSON as Manifest;
  const named = (event: string) =>
    activationEvents.filter((each) => each.startsWith(event)).map((each) => each.slice(event.length));

  const sessionsChanged = new vscode.EventEmitter<SessionsChange>();
  const shells = new Map<string, ViewShell>();
  const open = async (): Promise<OpenWindow> => {
    const { openWindow } = await import('./window.ts');
    const made = openWindow(context, shells);
    made.authentication.onDidChangeSessions((change) => sessionsChanged.fire(change));
    return made;
  };
  let opening: Promise<OpenWindow> | undefined;
  /** Opens the window once; after a failure, the next use tries again. */
  const opened = () =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  /** The same, because a person or a program wants something of this extension in this window. */
  const used = async () => {
    const made = await opened();
    made.noteUse();
    return made;
  };

  for (const [index, { id }] of Object.values(contributes.views).flat().entries()) {
    const changed = new vscode.EventEmitter<unknown>();
    const lines = async () => (await used()).lines[id];
    const treeDataProvider: vscode.TreeDataProvider<unknown> = {
      onDidChangeTreeData: changed.event,
      getChildren: async (line) => {
        const below = (await lines())?.getChildren(line);
        // VS Code 1.139 shows the first lines two seconds late, unless a message comes after them.
        if (line === undefined) setImmediate(() => Object.assign(view, { message: view.message }));
        return below;
      },
      getTreeItem: async (line) => {
        const item: vscode.TreeItem = (await (await lines())?.getTreeItem(line)) ?? {};
        // VS Code forgets a command's arguments when it draws the line again, and reports an error for a click until then.
        if (item.command) item.command = { command: `${id}.openSelected`, title: item.command.title };
        return item;
      },
      getParent: async (line) => (await lines())?.getParent?.(line),
      resolveTreeItem: async (item, line, token) => (await lines())?.resolveTreeItem?.(item, line, token) ?? item,
    };
    const view = vscode.window.createTreeView(id, { treeDataProvider, showCollapseAll: index === 0 });
    shells.set(id, { view, changed });
    const openSelected = async () => {
      // VS Code knows no line while it draws the whole view again.
      for (let turn = 0; turn < 40 && view.selection.length === 0; turn += 1)
        await new Promise((resume) => setTimeout(resume, 50));
      const [line] = view.selection;
      const item: vscode.TreeItem | undefined = line ? await (await lines())?.getTreeItem(line) : undefined;
      if (item?.command)
        await vscode.commands.executeCommand(
          item.command.command,
          ...((item.command.arguments ?? []) as readonly unknown[]),
        );
    };
    context.subscriptions.push(vscode.commands.registerCommand(`${id}.openSelected`, openSelected));
  }

  // A command that only programs call is no entry of the palette or of a menu, but starts the extension.
  const commands = new Set([...contributes.commands.map(({ command }) => command), ...named('onCommand:')]);
  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: sessionsChanged.event,
    // VS Code lists accounts in each window, whether or not they are used there.
    getSessions: async (...request) => (await opened()).authentication.getSessions(...request),
    createSession: async (scopes) => (await used()).authentication.createSession(scopes),
    removeSession: async (...request) => (await opened()).authentication.removeSession(...request),
  };
  context.subscriptions.push(
    sessionsChanged,
    ...[...shells.values()].flatMap(({ view, changed }) => [view, changed]),
    ...[...commands].map((id) =>
      vscode.commands.registerCommand(id, async (...given: unknown[]) => (await used()).commands[id]?.(...given)),
    ),
    ...contributes.authentication.map(({ id, label }) =>
      vscode.authentication.registerAuthenticationProvider(id, label, provider, { supportsMultipleAccounts: true }),
    ),
    ...contributes.customEditors.map(({ viewType }) =>
      vscode.window.registerCustomEditorProvider(
        viewType,
        {
          openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
          resolveCustomEditor: async ({ uri }, panel) => (await used()).viewer.openEditor(uri, panel),
        },
        { webviewOptions: { retainContextWhenHidden: true } },
      ),
    ),
    ...named('onWebviewPanel:').map((viewType) =>
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: unknown) => (await used()).viewer.restore(panel, state),
      }),
    ),
    ...contributes.languageModelTools.map(({ name }) =>
      vscode.lm.registerTool(name, {
        prepareInvocation: async () => (await (await used()).tool(name)).prepareInvocation(),
        invoke: async (...call) => (await (await used()).tool(name)).invoke(...call),
      }),
    ),
    ...contributes.mcpServerDefinitionProviders.map(({ id }) =>
      vscode.lm.registerMcpServerDefinitionProvider(id, {
        provideMcpServerDefinitions: async () => (await opened()).mcpServers(),
      }),
    ),
    // VS Code accepts only one for an extension.
    vscode.window.registerUriHandler({ handleUri: async (uri) => (await opened()).handleUri(uri) }),
    { dispose: () => void opening?.then((made) => made.dispose()) },
  );
  // An interrupted refresh has to be finished within a minute, even if nothing of this extension is on screen, and in
  // whichever window the account was connected. So each window opens, once VS Code has the extension's exports.
  setImmediate(() => void opened());
  return {
    version: 2,
    forSession: async (session) => (await used()).api.forSession(session),
  };
}
