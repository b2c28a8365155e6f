import type { Rule } from './rule.ts';
import { accessRules } from './rules/access.ts';
import { capacityRules } from './rules/capacity.ts';
import { lifetimeRules } from './rules/lifetimes.ts';
import { publicRules } from './rules/public.ts';
import { lateRecordRules, recordRules } from './rules/records.ts';
import { tokenPairRules } from './rules/token-pair.ts';
import { tokenRequestRules } from './rules/token-requests.ts';
import type { World3 } from './v3/world.ts';
import { bodyRules } from './v3/rules/bodies.ts';
import { connectRules } from './v3/rules/connect.ts';
import { connectionRules, disconnectRules } from './v3/rules/connections.ts';
import { errorRules } from './v3/rules/errors.ts';
import { eventRules } from './v3/rules/events.ts';
import { pageRules } from './v3/rules/pages.ts';
import { signalRules } from './v3/rules/signals.ts';
import { subscriptionRules } from './v3/rules/subscriptions.ts';
import { tokenLifetimeRule, tokenRules } from './v3/rules/token.ts';
import { webhookRules } from './v3/rules/webhooks.ts';
import { vehicleRules } from './v3/rules/vehicles.ts';

/** All rules in the order of their checks: what turns the clock far comes last. */
export const allRules: readonly Rule[] = [
  ...tokenPairRules,
  ...tokenRequestRules,
  ...accessRules,
  ...capacityRules,
  ...recordRules,
  ...publicRules,
  ...lifetimeRules,
  ...lateRecordRules,
];

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
