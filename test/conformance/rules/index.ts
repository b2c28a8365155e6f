import type { Rule } from '../rule.ts';
import { accessRules } from './access.ts';
import { capacityRules } from './capacity.ts';
import { lifetimeRules } from './lifetimes.ts';
import { publicRules } from './public.ts';
import { lateRecordRules, recordRules } from './records.ts';
import { tokenPairRules } from './token-pair.ts';
import { tokenRequestRules } from './token-requests.ts';

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
