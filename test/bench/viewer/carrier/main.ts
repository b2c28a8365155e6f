// An extension that fills webviews beside the viewer's: with bytes, for what VS Code itself takes, and with tables of
// others.
import * as vscode from 'vscode';
import { openEmpty } from './empty.ts';
import { openPeer } from './peer.ts';

/** Each command ends in what it is for, a number of rows or a peer: see `carrier.ts`. */
export function activate({ extension, extensionUri, subscriptions }: vscode.ExtensionContext): void {
  const pages = vscode.Uri.joinPath(extensionUri, 'pages');
  const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
  for (const { command } of contributes.commands) {
    const [, action, argument = ''] = command.split('.');
    const open = () => (action === 'carry' ? openEmpty(Number(argument)) : openPeer(argument, pages));
    subscriptions.push(vscode.commands.registerCommand(command, open));
  }
}
