import * as vscode from 'vscode';
import { signingKeys } from '../../sandbox-client/signing-keys.ts';
import { explainSignature, isRight, type KnownKey } from '../../service/webhooks/explain-signature.ts';
import { sign } from '../../service/webhooks/signature.ts';
import { originText } from '../../service/webhooks/signature-texts.ts';
import type { LiveSandbox } from '../sandbox/live-sandbox.ts';
import { window } from '../window/window.ts';

/** See {@link signingKeys}. */
export async function sandboxKeys(sandbox: LiveSandbox): Promise<readonly KnownKey[]> {
  const [webhooks, addresses] = await Promise.all([
    sandbox.control('listWebhooks', {}),
    sandbox.control('show', { query: { vehicles: 0 } }),
  ]);
  return signingKeys(webhooks, addresses);
}

/** Says how a signature came about, and offers the right one if it isn't. */
export async function tellSignature(body: Uint8Array, signature: string, keys: readonly KnownKey[]): Promise<void> {
  const { l10n } = vscode;
  const origin = explainSignature(body, signature, keys);
  const token = keys.find(({ role }) => role === 'token');
  if (!token || (origin && isRight(origin))) {
    void window.showInformationMessage(originText(origin));
    return;
  }
  const copy = l10n.t('Copy Correct Signature');
  if ((await window.showWarningMessage(originText(origin), copy)) !== copy) return;
  await vscode.env.clipboard.writeText(sign(token.value, body));
}
