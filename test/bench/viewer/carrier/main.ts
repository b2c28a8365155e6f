// An extension whose commands open tables of others in a webview, fed as an extension usually does: the whole body is read,
// and posted in one message. VS Code carries a million objects in one too; nobody would slice them before it fails.
import * as vscode from 'vscode';
import { buildColumns } from '../page/built-columns.ts';
import type { Answer, Wanted } from '../page/hosted.ts';
import type { ChargeRecord } from '../../../../src/service/model/vehicles.ts';

/** Names the address of the service's charge records in the environment of the extension host. */
const recordsVariable = 'VEHICLE_DATA_BENCH_RECORDS';

async function read(wanted: Wanted): Promise<Answer[Wanted]> {
  const response = await fetch(process.env[recordsVariable] ?? '');
  // Text + JSON.parse, by another name.
  const { records } = (await response.json()) as { records: ChargeRecord[] };
  // They are not checked, which speaks for the peers.
  return wanted === 'columns' ? buildColumns(records) : records;
}

/** Each command ends in the peer that it opens: see `carrier.ts`. */
export function activate({ extension, extensionUri, subscriptions }: vscode.ExtensionContext): void {
  const pages = vscode.Uri.joinPath(extensionUri, 'pages');
  const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
  for (const { command } of contributes.commands) {
    const peer = command.split('.').at(-1) ?? '';
    subscriptions.push(vscode.commands.registerCommand(command, () => openPeer(peer, pages)));
  }
}

/** Opens the page of that name; it asks once it is ready. */
async function openPeer(name: string, pages: vscode.Uri): Promise<void> {
  const html = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(pages, `${name}.html`)));
  const { webview } = vscode.window.createWebviewPanel('bench', name, vscode.ViewColumn.One, { enableScripts: true });
  const answer = async (wanted: Wanted) => {
    try {
      await webview.postMessage({ records: await read(wanted) });
    } catch (error) {
      await webview.postMessage({ error: String(error) });
    }
  };
  webview.onDidReceiveMessage((wanted: Wanted) => void answer(wanted));
  webview.html = html.replace('<head>', `<head><base href="${webview.asWebviewUri(pages).toString()}/">`);
}
