import { type RuleIds, ruleHeaders } from '../behavior-basis.ts';
import type { WebhookEvent } from '../world/stored-state.ts';
import { firstDelivery } from './world-watch.ts';

const ofAny = ['sandbox.webhook-loopback', 'v3.events.signature', 'v3.events.attempts', 'v3.events.version'] as const;
const ofForms = ['v3.events.vehicle-id', 'v3.events.vehicle', 'v3.events.meta'] as const;
const ofStates = [
  'v3.events.state',
  'v3.events.triggers',
  'v3.events.signal-status',
  'v3.events.signal-times',
  ...ofForms,
] as const;
const ofErrors = [
  'v3.events.error',
  'v3.events.error-fields',
  'v3.events.error-signals',
  'v3.events.resolved',
  ...ofForms,
] as const;

/** Headers that name the rules of a delivery, as answers of the sandbox have them. The service sends none. */
export function eventRuleHeaders(content: WebhookEvent['content']): Readonly<Record<string, string>> {
  return ruleHeaders(rulesOf(content));
}

export const faultRuleHeaders: Readonly<Record<string, string>> = ruleHeaders([
  'sandbox.webhook-loopback',
  'sandbox.fault',
]);

export const challengeRuleHeaders: Readonly<Record<string, string>> = ruleHeaders([
  'sandbox.webhook-loopback',
  'v3.events.verify',
  'v3.events.unsigned',
  'v3.events.verify-time',
]);

function rulesOf(content: WebhookEvent['content']): RuleIds {
  switch (content.kind) {
    case 'bytes':
      return ofAny;
    case 'error':
    case 'test-error':
      return [...ofAny, ...ofErrors];
    case 'test-state':
      return [...ofAny, ...ofStates];
    case 'state': {
      const isFirst = content.triggers.includes(firstDelivery);
      return [...ofAny, ...ofStates, ...(isFirst ? (['v3.events.first-delivery'] as const) : [])];
    }
  }
}
