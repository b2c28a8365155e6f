import type { Basis } from '../service/model/basis.ts';
import { sandboxRules } from './rules/sandbox.ts';
import { version2Rules } from './rules/v2.ts';
import { version3Rules } from './rules/v3.ts';

export type { Rule } from '../service/model/basis.ts';

/**
 * Every behaviour of the service that the sandbox reproduces. Responses name the rules that they demonstrate (header
 * `Sandbox-Rule`).
 */
export const rules = { ...version2Rules, ...version3Rules, ...sandboxRules };

export type RuleId = keyof typeof rules;
export type RuleIds = readonly [RuleId, ...RuleId[]];

const fromStrongToWeak: readonly Basis[] = ['document', 'public', 'reported', 'assumed'];

/** The headers with which a response names its rules. Its basis is that of its weakest rule. */
export function ruleHeaders(ids: RuleIds): Record<'Sandbox-Basis' | 'Sandbox-Rule', string> {
  const strengths = ids.map((id) => fromStrongToWeak.indexOf(rules[id].basis));
  return { 'Sandbox-Basis': fromStrongToWeak[Math.max(...strengths)] ?? 'assumed', 'Sandbox-Rule': ids.join(', ') };
}
