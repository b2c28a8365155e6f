import * as vscode from 'vscode';
import { t } from '../../common/translate.ts';
import type { Delivery, DeliverySummary } from '../../sandbox/control/contract.ts';
import { comparableText } from '../requests/compared-responses.ts';
import type { NamedText } from '../window/memory-documents.ts';
import { window } from '../window/window.ts';
import { signingKeys } from '../../sandbox-client/signing-keys.ts';
import { signatureHeader } from '../../service/webhooks/signature.ts';
import { keptKeys } from './choose-token.ts';
import { signatureNotes } from './explain-signature.ts';
import { messageOf } from './delivery-messages.ts';
import { eventName, numberOf } from './webhook-lines.ts';
import type { WebhooksDeps, WebhooksView } from './webhooks-view.ts';

type Attempt = Delivery['attempts'][number];

/** What a person does with one delivery. */
export function deliveryCommands(deps: WebhooksDeps, webhooks: WebhooksView) {
  const { l10n } = vscode;
  const { sandbox, drafts } = deps;

  async function lastAttempt(delivery: DeliverySummary): Promise<Attempt | undefined> {
    const attempt = (await webhooks.read(delivery)).attempts.at(-1);
    if (!attempt) void window.showInformationMessage(l10n.t('Nothing was sent yet.'));
    else if (attempt.text === '' && attempt.base64 === undefined)
      void window.showInformationMessage(l10n.t('The bodies of old deliveries are not kept.'));
    else return attempt;
    return undefined;
  }

  return {
    async sendAgain({ id }: DeliverySummary): Promise<void> {
      await sandbox.control('sendAgain', { params: { id } });
      window.setStatusBarMessage(l10n.t('Sent again under the same event ID'), 5000);
    },

    async edit(delivery: DeliverySummary): Promise<void> {
      const attempt = await lastAttempt(delivery);
      if (!attempt) return;
      await drafts.open(delivery.webhookId, `${eventName(delivery)} ${numberOf(delivery)}`, bodyOf(attempt));
      window.setStatusBarMessage(l10n.t('Save the body to send it, signed anew'), 10_000);
    },

    async copyAs(delivery: DeliverySummary): Promise<void> {
      const attempt = await lastAttempt(delivery);
      if (!attempt) return;
      if (attempt.base64 !== undefined) {
        void window.showInformationMessage(l10n.t('The body is not UTF-8, so it can’t be copied as text.'));
        return;
      }
      const { copyRequestAs } = await import('../requests/copy/copy-request-as.ts');
      await copyRequestAs(messageOf(attempt), eventName(delivery), l10n.t('The signature is included.'));
    },

    async explain(delivery: DeliverySummary): Promise<void> {
      const attempt = await lastAttempt(delivery);
      if (!attempt) return;
      const [, signature] =
        Object.entries(attempt.headers).find(([name]) => name.toLowerCase() === signatureHeader.toLowerCase()) ?? [];
      const isOurs = delivery.webhookId === '';
      const keys = async () =>
        isOurs ? (webhooks.listener?.keys ?? []) : [...(await signingKeys(sandbox.control)), ...(await keptKeys(deps))];
      const notes =
        signature !== undefined
          ? signatureNotes(bodyOf(attempt), signature, await keys())
          : delivery.eventType === 'VERIFY'
            ? [l10n.t('VERIFY has no valid signature. Receivers answer with the signature of its challenge.')]
            : [l10n.t('It was sent without a signature. Receivers have to refuse it.')];
      await webhooks.open(delivery, notes);
    },

    /** With another attempt, or the last attempt of another delivery. */
    async compare(delivery: DeliverySummary): Promise<void> {
      const { attempts } = await webhooks.read(delivery);
      const last = attempts.at(-1);
      if (!last) return;
      const earlier = attempts.slice(0, -1).map((attempt, index) => {
        const label = l10n.t('Attempt {0}', index + 1);
        return { label, description: '', text: textOf(delivery, attempt, index + 1), other: undefined };
      });
      const others = webhooks.deliveries.filter(({ id, attempts }) => id !== delivery.id && attempts > 0);
      const lines = others.map((other) => ({ ...webhooks.describe(other), text: undefined, other }));
      const picked = await window.showQuickPick([...earlier.reverse(), ...lines], {
        title: l10n.t('Compare Body With'),
        matchOnDescription: true,
      });
      const other = picked?.other && (await webhooks.read(picked.other));
      const attempt = other?.attempts.at(-1);
      const text = picked?.text ?? (other && attempt && textOf(other, attempt, other.attempts.length));
      if (!text) return;
      const own = textOf(delivery, last, attempts.length);
      await webhooks.compare(
        ...(other && (other.at ?? '') > (delivery.at ?? '') ? ([own, text] as const) : ([text, own] as const)),
      );
    },
  };
}

/** Sends what a person has saved. Says so if it is no JSON. */
export async function sendDraft({ sandbox }: WebhooksDeps, id: string, body: Uint8Array): Promise<void> {
  const text = Buffer.from(body).toString('utf8');
  const { isJson, eventId } = about(text);
  await sandbox.control('sendEvent', { params: { id }, body: { text, ...(eventId !== undefined && { eventId }) } });
  window.setStatusBarMessage(isJson ? t('Sent, signed anew') : t('Sent as it is, signed. It is not JSON.'), 5000);
}

function about(text: string): { readonly isJson: boolean; readonly eventId?: string } {
  try {
    const { eventId } = (JSON.parse(text) ?? {}) as { eventId?: unknown };
    return { isJson: true, ...(typeof eventId === 'string' && /^.{1,200}$/.test(eventId) && { eventId }) };
  } catch {
    return { isJson: false };
  }
}

function bodyOf({ text, base64 }: Attempt): Uint8Array {
  return base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
}

function textOf(delivery: DeliverySummary | Delivery, { text }: Attempt, number: number): NamedText {
  return { name: `${eventName(delivery)} ${numberOf(delivery)}, ${number}.json`, text: comparableText(text) };
}
