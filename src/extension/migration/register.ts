import * as vscode from 'vscode';
import { lazy } from '../../common/lazy.ts';

/** Long enough not to disturb typing. */
const pauseMs = 500;

/** Registers the command and the check of open files. Their code is loaded with the first check. */
export function registerMigrationCheck({ extensionUri }: vscode.ExtensionContext) {
  const check = lazy(async () => {
    const { MigrationCheck } = await import('./migration-check.ts');
    return new MigrationCheck(extensionUri);
  });
  const waiting = new Map<vscode.TextDocument, NodeJS.Timeout>();

  function forget(document: vscode.TextDocument): void {
    clearTimeout(waiting.get(document));
    waiting.delete(document);
  }
  function look(document: vscode.TextDocument): void {
    if (document.uri.scheme !== 'file') return;
    forget(document);
    const timer = setTimeout(() => {
      waiting.delete(document);
      void check().then((migration) => migration.look(document));
    }, pauseMs);
    waiting.set(document, timer);
  }

  vscode.workspace.textDocuments.forEach(look);
  const disposables: readonly vscode.Disposable[] = [
    vscode.commands.registerCommand('vehicleData.checkWorkspace', async (argument?: { folder?: string }) =>
      (await check()).checkWorkspace(argument?.folder),
    ),
    vscode.commands.registerCommand('vehicleData.previewFixes', async () => (await check()).previewFixes()),
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
    vscode.workspace.onDidCloseTextDocument((document) => {
      forget(document);
      void check.peek()?.then((migration) => migration.close(document));
    }),
    {
      dispose() {
        for (const timer of waiting.values()) clearTimeout(timer);
        void check.peek()?.then((migration) => migration.dispose());
      },
    },
  ];
  return { disposables };
}
