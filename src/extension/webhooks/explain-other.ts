import * as vscode from 'vscode';
import { plainText } from '../../common/text/plain-text.ts';
import { readBounded } from '../../common/text/read-bounded.ts';
import { signatureHeader } from '../../service/webhooks/signature.ts';
import { window } from '../window/window.ts';
import { chooseToken } from './choose-token.ts';
import { signatureNotes } from './explain-signature.ts';
import type { WebhooksDeps, WebhooksView } from './webhooks-view.ts';

const mostBytes = 1 << 20;

/** Asks for a body, its signature and whose token it is about; the token itself stays where it is kept. */
export async function explainOther(deps: WebhooksDeps, webhooks: WebhooksView): Promise<void> {
  const { l10n } = vscode;
  const body = await askBody();
  if (!body) return;
  const signature = await window.showInputBox({
    title: l10n.t('Signature'),
    prompt: l10n.t('Value of the header SC-Signature, exactly as received'),
    ignoreFocusOut: true,
  });
  if (signature === undefined || signature === '') return;
  const chosen = await chooseToken(deps, l10n.t('Token That Should Have Signed'));
  if (!chosen) return;
  const notes = signatureNotes(body, signature, chosen.keys).map((note) => `# ${note}`);
  const shown = `${signatureHeader}: ${plainText(signature, 200)}`;
  await webhooks.showHttp(l10n.t('Signature'), [...notes, '', shown, ''].join('\n'));
}

async function askBody(): Promise<Uint8Array | undefined> {
  const { l10n } = vscode;
  const document = vscode.window.activeTextEditor?.document;
  const clipboard = async () => Buffer.from(await vscode.env.clipboard.readText());
  const file = async () => {
    const [uri] = (await window.showOpenDialog({})) ?? [];
    if (!uri) return undefined;
    const bytes = await readBounded(vscode.workspace.fs, uri, mostBytes);
    if (typeof bytes === 'string') throw new Error(bytes);
    return bytes;
  };
  const items = [
    { label: l10n.t('Clipboard'), description: l10n.t('the body that you have copied'), read: clipboard },
    { label: l10n.t('File…'), description: l10n.t('its exact bytes'), read: file },
    ...(document
      ? [
          {
            label: l10n.t('Editor'),
            description: plainText(document.fileName.replace(/^.*[\\/]/, ''), 100),
            read: () => Promise.resolve(Buffer.from(document.getText())),
          },
        ]
      : []),
  ];
  const picked = await window.showQuickPick<(typeof items)[number]>(items, { title: l10n.t('Body of the Event') });
  return picked?.read();
}
