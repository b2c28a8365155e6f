import * as vscode from 'vscode';
import { LoopbackPorts } from './loopback-ports.ts';
import { PendingRedirects, type PasteProblem } from './pending-redirects.ts';
import { window } from '../../window/window.ts';

/** The pending redirects of this window, with the channels for its location. */
export function createPendingRedirects(extensionKind: vscode.ExtensionKind): PendingRedirects {
  const { env, UIKind, ExtensionKind } = vscode;
  return new PendingRedirects(new LoopbackPorts().open, {
    ui: env.uiKind === UIKind.Web ? 'web' : 'desktop',
    remoteName: env.remoteName,
    extension: extensionKind === ExtensionKind.UI ? 'ui' : 'workspace',
    uriScheme: env.uriScheme,
  });
}

/** Asks for the address of the last page in the browser, until it is accepted or the user gives up. */
export async function pasteRedirect(redirects: PendingRedirects): Promise<void> {
  const { l10n } = vscode;
  if (!redirects.isWaiting) {
    void window.showInformationMessage(l10n.t('No sign-in is in progress.'));
    return;
  }
  let value = '';
  let problem: PasteProblem | undefined;
  do {
    const pasted = await window.showInputBox({
      title: l10n.t('Paste Redirect URL'),
      prompt: problem
        ? textOf(problem)
        : l10n.t('Copy the whole URL from the address bar, even if the page shows an error.'),
      placeHolder: 'http://localhost:…/callback?code=…&state=…',
      ignoreFocusOut: true,
      value,
      // Hidden, because the address holds a code.
      password: true,
    });
    if (pasted === undefined) return;
    value = pasted;
    problem = redirects.paste(pasted);
  } while (problem);
}

function textOf(problem: PasteProblem): string {
  const { l10n } = vscode;
  switch (problem) {
    case 'not-an-address':
      return l10n.t('Enter a URL. Copy it from the page that opens after you grant access.');
    case 'elsewhere':
      return l10n.t('This is not the redirect URL. Grant access first, then copy the URL of the next page.');
    case 'not-taken':
      return l10n.t('This URL belongs to another sign-in. Use the page that was opened last.');
  }
}
