import * as z from 'zod';
import { isLoopbackHost } from '../../common/loopback/loopback-listeners.ts';

/**
 * An address of this machine, so that no sandbox posts to strangers. Publicly, the service accepts only https and public
 * hosts.
 */
const callbackUri = z.string().superRefine((text, context) => {
  const problem = problemOf(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

function problemOf(text: string): string | undefined {
  const [, authority = ''] = /^https?:\/\/([^/?#\\]*)/i.exec(text) ?? [];
  if (authority === '' || !URL.canParse(text)) return 'must be an address like http://localhost:3000/hook';
  if (authority.includes('@')) return 'must have no user name or password';
  if (text.includes('#')) return 'must have no fragment';
  if (!isLoopbackHost(authority)) {
    return 'must be on localhost, 127.0.0.1 or [::1]: the sandbox posts to this machine only';
  }
  return undefined;
}

const codes = z.array(z.string().min(1).max(200)).max(200);

const fields = {
  name: z.string().min(1).max(200).describe('What deliveries call it'),
  callbackUri: callbackUri.describe('Where events go: http or https, on this machine only'),
  errorCallbackUri: callbackUri.nullable().describe('Where errors go instead'),
  triggers: codes.describe('Signals whose change causes an event, by code'),
  data: codes.describe('Signals that every event holds, by code'),
  isEnabled: z.boolean().describe('false: nothing is sent and nothing waits'),
  autoSubscribe: z.boolean().describe('Whether connected vehicles are subscribed, those of now and later ones'),
};

/** A webhook to create, in a scenario and of the control API. */
export const webhookOptions = z.strictObject({
  name: fields.name.default('Sandbox webhook'),
  callbackUri: fields.callbackUri,
  errorCallbackUri: fields.errorCallbackUri.default(null),
  triggers: fields.triggers.optional().describe('Default: every signal that vehicles of the sandbox have'),
  data: fields.data.optional().describe('Default: every signal that vehicles of the sandbox have'),
  isEnabled: fields.isEnabled.default(true),
  autoSubscribe: fields.autoSubscribe.default(true),
});
export type WebhookOptions = z.output<typeof webhookOptions>;

export const webhookChange = z.strictObject(fields).partial();
export type WebhookChange = z.output<typeof webhookChange>;
