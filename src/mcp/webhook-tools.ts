import * as z from 'zod';
import { checkReceiver, receiverRules, type RuleResult } from '../receiver-check/check-receiver.ts';
import { receiverAddress } from '../receiver-check/receiver.ts';
import { controlEvents, type ControlAnswer, type Delivery } from '../sandbox/control/contract.ts';
import { control, parseJson, serverSentEvents } from '../sandbox-client/control-client.ts';
import type { Sandbox } from '../sandbox-client/sandbox.ts';
import { signingKeys } from '../sandbox-client/signing-keys.ts';
import { explainSignature, isRight, type KnownKey, originText } from '../service/webhooks/explain-signature.ts';
import { signatureHeader } from '../service/webhooks/signature.ts';
import { type CallContext, type Tool, tool } from './tool.ts';
import { timeLimit } from '../common/abort-with.ts';

const text = z.string().optional();
const limit = z.number().int().min(1).max(100).default(20);
const loose = z.array(z.looseObject({}));

/** A planned fault, or a clock that stands still, may hold a delivery back for longer. */
const mostHeldMs = 20_000;

/** The tools for webhooks of version 3, as the sandbox has them. Its tokens stay where they are. */
export function webhookTools(sandbox: Sandbox): readonly Tool[] {
  const read = (id: number): Promise<Delivery> => control(sandbox, 'readDelivery', { params: { id } });
  const keys = () => signingKeys((name, request) => control(sandbox, name, request));

  /** The webhook to a receiver, which is added if there is none. */
  async function webhookTo(callbackUri: string): Promise<ControlAnswer<'verifyWebhook'>> {
    const { webhooks } = await control(sandbox, 'listWebhooks', {});
    const known = webhooks.find(
      (webhook) => webhook.callbackUri !== null && new URL(webhook.callbackUri).href === callbackUri,
    );
    if (!known) return control(sandbox, 'createWebhook', { body: { callbackUri } });
    if (known.verified) return known;
    return control(sandbox, 'verifyWebhook', { params: { id: known.id } });
  }

  /** Sends, and waits until the receiver has answered the first attempt. */
  async function answered(send: () => Promise<{ deliveryId: number }>, signal: AbortSignal): Promise<Delivery> {
    const ended = new AbortController();
    const held = timeLimit(mostHeldMs, signal, ended.signal);
    const { body } = await fetch(`${(await sandbox.addresses()).controlUrl}/events`, {
      signal: held,
    });
    try {
      const { deliveryId: id } = await send();
      try {
        for await (const { event, data } of body ? serverSentEvents(body) : []) {
          const changed = event === 'delivery' ? controlEvents.delivery.safeParse(parseJson(data)) : undefined;
          const { answer, problem, status } = changed?.data?.id === id ? changed.data : {};
          if ((answer ?? problem ?? null) !== null || status === 'dropped') break;
        }
      } catch (error) {
        // What still waits is shown so.
        if (signal.aborted || !held.aborted) throw error;
      }
      return await read(id);
    } finally {
      ended.abort();
    }
  }

  return [
    tool({
      name: 'list_deliveries',
      title: 'List Webhook Deliveries',
      description:
        'Webhooks of the sandbox, and what it sent to receivers, newest first. With id: one with bodies, answers, and how its signature came about. With body and signature: only how that came about, or by which mistake.',
      input: z.strictObject({ id: z.number().int().optional(), body: text, signature: text, limit }),
      output: z.object({
        webhooks: loose,
        deliveries: loose,
        signature: z.looseObject({ explanation: z.string() }).optional(),
      }),
      hints: { readOnlyHint: true },
      run: async ({ id, limit, body, signature }) => {
        if ((body === undefined) !== (signature === undefined)) throw new Error('body and signature go together.');
        if (body !== undefined && signature !== undefined) {
          const explained = explanation(Buffer.from(body), signature, await keys());
          return { webhooks: [], deliveries: [], signature: explained };
        }
        const { webhooks } = await control(sandbox, 'listWebhooks', {});
        // Their lists of signals are long, and the same for most.
        const shown = webhooks.map(({ triggers, data, ...webhook }) => {
          return { ...webhook, triggers: triggers.length, data: data.length };
        });
        if (id !== undefined) {
          const delivery = await read(id);
          const last = delivery.attempts.at(-1);
          const made = last?.headers[signatureHeader];
          const bytes = Buffer.from(last?.base64 ?? last?.text ?? '', last?.base64 === undefined ? 'utf8' : 'base64');
          return {
            webhooks: shown,
            deliveries: [delivery],
            ...(made !== undefined && { signature: explanation(bytes, made, await keys()) }),
          };
        }
        const { deliveries } = await control(sandbox, 'listDeliveries', { query: { last: limit } });
        return { webhooks: shown, deliveries: deliveries.reverse() };
      },
    }),
    tool({
      name: 'try_receiver',
      title: 'Try Webhook Receiver',
      description:
        'Sends a signed event of the sandbox to a webhook receiver and gives its answer, or with check: true all that the service could send, and gives what failed with the fix. The receiver needs the management token (sandbox_start).',
      input: z.strictObject({
        url: z.string().describe('On this machine; its webhook is added'),
        check: z.boolean().default(false),
        probe: text.describe('With check: answers how often an event was handled; {eventId} in it is the event'),
        event: z.enum(['VERIFY', 'VEHICLE_STATE', 'VEHICLE_ERROR']).default('VEHICLE_STATE'),
        body: text.describe('Sent exactly so, in place of the event'),
        again: z.number().int().optional().describe('Id of a delivery to send again'),
      }),
      output: z.looseObject({
        problem: z.string().nullable().optional().describe('Of VERIFY'),
      }),
      hints: { readOnlyHint: false, destructiveHint: false },
      run: async ({ url: given, check, probe, event, body: text, again }, context) => {
        const url = receiverAddress(given, false);
        const { controlUrl } = await sandbox.addresses();
        // An event sent there would be a command, and stop the sandbox, for example.
        if (url.port === new URL(controlUrl).port) throw new Error(`${url.host} is the sandbox. Give your receiver.`);
        if (probe !== undefined) receiverAddress(probe.replaceAll('{eventId}', '0'), false);
        if (check) return checked(url, probe, context);
        const { id, verified, verification } = await webhookTo(url.href);
        const problem = verification?.problem ?? null;
        const isOther = text !== undefined || again !== undefined;
        if (!verified || (event === 'VERIFY' && !isOther)) return { verified, problem };
        const test = event === 'VEHICLE_ERROR' ? ('test-error' as const) : ('test-state' as const);
        const send = async () => {
          if (again !== undefined) return control(sandbox, 'sendAgain', { params: { id: again } });
          const body = text === undefined ? { event: test } : { text };
          return control(sandbox, 'sendEvent', { params: { id }, body });
        };
        return { verified, problem, delivery: await answered(send, context.signal) };
      },
    }),
  ];

  async function checked(url: URL, probe: string | undefined, { signal, progress }: CallContext) {
    const results: RuleResult[] = [];
    const running = checkReceiver({ url, probe, keys: await keys(), signal });
    for await (const result of running) {
      results.push(result);
      progress(results.length, receiverRules.length, result.title);
    }
    return {
      passed: results.filter(({ outcome }) => outcome === 'passed').length,
      failed: results.flatMap(({ rule, title, severity, because, outcome, findings }) =>
        outcome === 'failed' ? [{ rule, title, severity, because, findings }] : [],
      ),
      undecided: results.flatMap(({ rule, reason, outcome }) => (outcome === 'undecided' ? [{ rule, reason }] : [])),
    };
  }
}

function explanation(body: Uint8Array, signature: string, keys: readonly KnownKey[]) {
  const origin = explainSignature(body, signature, keys);
  return { correct: origin !== undefined && isRight(origin), explanation: originText(origin) };
}
