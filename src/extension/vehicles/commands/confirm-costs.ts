import * as vscode from 'vscode';
import { handful } from '../data/account.ts';
import { window } from '../../window/window.ts';

const { l10n } = vscode;

/** Asks before sending more than a handful of requests that a plan may charge for. True if they may be sent. */
export async function confirmCosts(requests: number): Promise<boolean> {
  if (requests <= handful) return true;
  const send = l10n.t('Send Requests');
  const message = l10n.t('Send {0} requests that your plan may charge for?', requests);
  const detail = l10n.t('Reportedly, version 3 plans charge per request about a vehicle.');
  return (await window.showWarningMessage(message, { modal: true, detail }, send)) === send;
}
