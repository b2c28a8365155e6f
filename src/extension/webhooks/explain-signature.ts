import * as vscode from 'vscode';
import { explainSignature, isRight, type KnownKey } from '../../service/webhooks/explain-signature.ts';
import { sign } from '../../service/webhooks/signature.ts';
import { originText } from '../../service/webhooks/signature-texts.ts';
import type { LiveSandbox } from '../sandbox/live-sandbox.ts';
import { window } from '../window/window.ts';

/** As the service calls it. */
export const managementToken = 'Application Management Token';

/** The tokens of the sandbox, the newest first, and other values of its application. */
export async function sandboxKeys(sandbox: LiveSandbox): Promise<readonly KnownKey[]> {
  const [{ tokens, webhooks }, { clientId, clientSecret, v3 }] = await Promise.all([
    sandbox.control('listWebhooks', {}),
    sandbox.control('show', { query: { vehicles: 0 } }),
  ]);
  const others = {
    'Application ID': clientId,
    'client secret of version 2.0': clientSecret,
    ...(v3 && { 'API client ID': v3.apiClientId, 'API client secret': v3.apiClientSecret }),
  };
  const newestFirst = tokens.toReversed();
  return [
    ...newestFirst.slice(0, 1).map((value) => ({ name: managementToken, value, role: 'token' as const })),
    ...newestFirst.slice(1).map((value) => ({ name: `older ${managementToken}`, value, role: 'older' as const })),
    ...Object.entries(others).map(([name, value]) => ({ name, value, role: 'other' as const })),
    ...webhooks.map(({ id }) => ({ name: 'webhook ID', value: id, role: 'other' as const })),
  ];
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
