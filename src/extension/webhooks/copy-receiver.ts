import * as vscode from 'vscode';
import { readBounded } from '../../common/text/read-bounded.ts';
import { window } from '../window/window.ts';

/** Receivers to copy, in `media/receivers`. */
const receivers = [
  { label: 'Node (http)', file: 'node-http.mjs' },
  { label: 'Node (Express)', file: 'node-express.mjs' },
  { label: 'Python (Flask)', file: 'python-flask.py' },
  { label: 'Python (FastAPI)', file: 'python-fastapi.py' },
  { label: 'Go', file: 'receiver.go' },
  { label: 'Ruby', file: 'receiver.rb' },
  { label: 'Java', file: 'Receiver.java' },
  { label: 'PHP', file: 'receiver.php' },
] as const;

/** Asks for a language, and copies a receiver that passes the check. */
export async function copyReceiver(extensionUri: vscode.Uri): Promise<void> {
  const { l10n } = vscode;
  const picked = await window.showQuickPick(receivers, { title: l10n.t('Copy Receiver Code') });
  if (!picked) return;
  const uri = vscode.Uri.joinPath(extensionUri, 'media', 'receivers', picked.file);
  const bytes = await readBounded(vscode.workspace.fs, uri, 1 << 20);
  if (typeof bytes === 'string') throw new Error(bytes);
  await vscode.env.clipboard.writeText(Buffer.from(bytes).toString('utf8'));
  window.setStatusBarMessage(l10n.t('Receiver copied. Set SMARTCAR_MANAGEMENT_TOKEN before you start it.'), 10_000);
}
