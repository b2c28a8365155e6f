import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { now } from '../../common/clock.ts';
import type { WebhookSummary } from '../../sandbox/control/contract.ts';
import {
  dashboardError,
  dashboardState,
  errorEvent,
  eventBytes,
  type EventSource,
  stateEvent,
} from '../../service/webhooks/events.ts';
import { sign } from '../../service/webhooks/signature.ts';
import { window } from '../window/window.ts';
import { chooseToken, otherEnvironments, type TokenSource } from './choose-token.ts';
import { verifyWebhook } from './edit-webhook.ts';

/** Asks for an event: one of the dashboard, which is sent as it is, or something in the world that causes events. */
export async function sendTestEvent(deps: TokenSource, webhook: WebhookSummary): Promise<void> {
  const { l10n, commands } = vscode;
  const { sandbox } = deps;
  const { id, subscriptions } = webhook;
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
      ...(otherEnvironments(deps).length > 0
        ? [
            {
              label: l10n.t('Signed With Another Token…'),
              description: l10n.t('that of an environment, for a receiver that has it'),
              act: () => sendSignedByOther(deps, webhook),
            },
          ]
        : []),
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

/** Signs here, so that the token stays in this window; the receiver need not know that of the sandbox. */
async function sendSignedByOther(deps: TokenSource, { id, name }: WebhookSummary): Promise<void> {
  const { l10n } = vscode;
  const chosen = await chooseToken(deps, l10n.t('Token That Signs'));
  if (!chosen) return;
  const source: EventSource = {
    eventId: randomUUID(),
    deliveryId: randomUUID(),
    deliveredAt: now(),
    webhook: { id, name },
    applicationId: `app_${randomUUID().replaceAll('-', '')}`,
    sequence: 1,
    mode: 'test',
  };
  const events = [
    { label: 'VEHICLE_STATE', event: () => stateEvent(dashboardState(source, randomUUID)) },
    { label: 'VEHICLE_ERROR', event: () => errorEvent(dashboardError(source, randomUUID)) },
  ];
  const picked = await window.showQuickPick(events, { title: l10n.t('Send Test Event') });
  if (!picked) return;
  const body = eventBytes(picked.event());
  const sent = { text: body.toString(), eventId: source.eventId, signature: sign(chosen.keys[0].value, body) };
  await deps.sandbox.control('sendEvent', { params: { id }, body: sent });
  void window.showInformationMessage(l10n.t('Test event sent'));
}
