import type { Rule } from '../../rule.ts';
import type { World3 } from '../world.ts';
import { bodyRules } from './bodies.ts';
import { connectRules } from './connect.ts';
import { connectionRules, disconnectRules } from './connections.ts';
import { errorRules } from './errors.ts';
import { eventRules } from './events.ts';
import { pageRules } from './pages.ts';
import { signalRules } from './signals.ts';
import { subscriptionRules } from './subscriptions.ts';
import { tokenLifetimeRule, tokenRules } from './token.ts';
import { webhookRules } from './webhooks.ts';
import { vehicleRules } from './vehicles.ts';

/** All rules of version 3 in the order of their checks: what ends connections and turns the clock comes last. */
export const version3Rules: readonly Rule<World3>[] = [
  ...tokenRules,
  ...connectRules,
  ...errorRules,
  ...connectionRules,
  ...pageRules,
  ...vehicleRules,
  ...subscriptionRules,
  ...webhookRules,
  ...eventRules,
  ...signalRules,
  ...bodyRules,
  ...disconnectRules,
  tokenLifetimeRule,
];
