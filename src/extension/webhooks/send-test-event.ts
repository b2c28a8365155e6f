import * as vscode from 'vscode';
import type { WebhookSummary } from '../../sandbox/control/contract.ts';
import type { SandboxRoom } from '../sandbox/sandbox-room.ts';
import { window } from '../window/window.ts';
import { verifyWebhook } from './edit-webhook.ts';

/** Asks for an event: one of the dashboard, which is sent as it is, or something in the world that causes events. */
export async function sendTestEvent(sandbox: SandboxRoom, { id, subscriptions }: WebhookSummary): Promise<void> {
  const { l10n, commands } = vscode;
  const { Separator } = vscode.QuickPickItemKind;
  const dashboard = (event: 'test-state' | 'test-error') => async () => {
    await sandbox.control('sendEvent', { params: { id }, body: { event } });
    void window.showInformationMessage(l10n.t('Test event sent'));
  };
  const enable = (isEnabled: boolean) => sandbox.control('changeWebhook', { params: { id }, body: { isEnabled } });
  const none = subscriptions === 0 ? l10n.t('no vehicle is subscribed') : '';
  const picked = await window.showQuickPick(
    [
      { label: l10n.t('Test Events of the Dashboard'), kind: Separator },
      { label: 'VEHICLE_STATE', description: l10n.t('of a vehicle that doesn’t exist'), act: dashboard('test-state') },
      { label: 'VEHICLE_ERROR', description: l10n.t('of a vehicle that doesn’t exist'), act: dashboard('test-error') },
      { label: 'VERIFY', act: () => verifyWebhook(sandbox, id) },
      { label: l10n.t('What Happens in the Sandbox'), kind: Separator },
      {
        label: l10n.t('A Charge Ends…'),
        description: none,
        act: () => commands.executeCommand('vehicleData.simulateCharge'),
      },
      {
        label: l10n.t('An Hour Passes'),
        description: none,
        act: () => commands.executeCommand('vehicleData.advanceSandboxClock', { seconds: 3600 }),
      },
      {
        label: l10n.t('A Vehicle Fails…'),
        description: none || l10n.t('VEHICLE_ERROR, and RESOLVED once the fault is over'),
        act: () => commands.executeCommand('vehicleData.injectSandboxFault'),
      },
      {
        label: l10n.t('The Webhook Is Disabled and Enabled'),
        description: none || 'FIRST_DELIVERY',
        act: async () => {
          await enable(false);
          await enable(true);
        },
      },
    ],
    { title: l10n.t('Send Test Event') },
  );
  await picked?.act?.();
}
