import * as z from 'zod';
import { webhookFields as fields } from '../world/stored-state.ts';

/** More than anybody has use for: each is posted to at every event. */
export const mostWebhooks = 100;

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
