import * as vscode from 'vscode';
import type { LiveSandbox } from '../sandbox/live-sandbox.ts';
import { window } from '../window/window.ts';

/** Copies the sandbox's Application Management Token, or replaces it as the service's dashboard does. */
export async function changeManagementToken({ control }: LiveSandbox): Promise<void> {
  const { l10n } = vscode;
  const { applicationManagementToken: token, tokens } = await control('listWebhooks', {});
  const copy = async (text: string, said: string) => {
    await vscode.env.clipboard.writeText(text);
    window.setStatusBarMessage(said, 10_000);
  };
  const replace = (oldestSigns: boolean) => async () => {
    const { applicationManagementToken: made } = await control('rotateToken', { body: { oldestSigns } });
    await copy(made, l10n.t('New token copied. Give it to the receiver; the old one is still valid.'));
  };
  const items = [
    {
      label: l10n.t('Copy Token'),
      description: l10n.t('for the receiver, as SMARTCAR_MANAGEMENT_TOKEN'),
      act: () => copy(token, l10n.t('Token copied')),
    },
    {
      label: l10n.t('New Token'),
      description: l10n.t('it signs from now on, and the old one stays valid'),
      act: replace(false),
    },
    {
      label: l10n.t('New Token, but the Oldest Signs'),
      description: l10n.t('as reported: VERIFY succeeds, and signatures of events are wrong'),
      act: replace(true),
    },
    ...(tokens.length > 1
      ? [
          {
            label: l10n.t('Drop Old Tokens'),
            description: l10n.t('{0} tokens are valid', tokens.length),
            act: async () => {
              await control('dropOldTokens', {});
              window.setStatusBarMessage(l10n.t('Only the newest token is valid'), 5000);
            },
          },
        ]
      : []),
  ];
  const picked = await window.showQuickPick(items, { title: l10n.t('Management Token of the Sandbox') });
  await picked?.act();
}
