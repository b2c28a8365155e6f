import * as vscode from 'vscode';
import { isElsewhere } from '../../common/files/local-path.ts';

/**
 * `vehicle-data-mcp` for VS Code, using the sandbox that its windows share. VS Code starts the server when a chat needs
 * it.
 */
export function mcpServer({ extensionUri, globalStorageUri, extension }: vscode.ExtensionContext) {
  const { version } = extension.packageJSON as { version: string };
  const script = vscode.Uri.joinPath(extensionUri, 'dist', 'mcp.js').fsPath;
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
  const opened = folders.filter((folder) => isElsewhere(folder)).flatMap((folder) => ['--open-folder', folder]);
  return new vscode.McpStdioServerDefinition(
    'Vehicle Data Sandbox',
    process.execPath,
    [script, '--sandbox-folder', globalStorageUri.fsPath, ...opened],
    // VS Code's own executable is Electron, which needs this to run as Node.
    { ELECTRON_RUN_AS_NODE: '1' },
    version,
  );
}
