import { Broken, type Need, type Rule, Skipped } from './rule.ts';
import type { Target } from './target.ts';
import { World } from './world.ts';

export interface Result {
  readonly rule: Rule;
  readonly outcome: 'pass' | 'fail' | 'skipped';
  /** Why it failed or was skipped; '' where it passed. */
  readonly reason: string;
}

/** Checks the rules one after the other, in their order: what the last ones do to the clock, the first ones don't see. */
export async function checkAll(target: Target, rules: readonly Rule[]): Promise<Result[]> {
  const world = new World(target);
  /** Failed, or skipped because of one that failed: what builds on them says nothing. */
  const unsound = new Set<string>();
  const results: Result[] = [];
  for (const rule of rules) {
    const base = rule.buildsOn?.find((id) => unsound.has(id));
    const obstacle = missing(rule, target) ?? (base && `builds on ${base}, which does not hold`);
    const result = obstacle === undefined ? await check(rule, world) : skipped(rule, obstacle);
    if (result.outcome === 'fail' || base !== undefined) unsound.add(rule.id);
    results.push(result);
  }
  return results;
}

async function check(rule: Rule, world: World): Promise<Result> {
  try {
    await rule.check(world);
    return { rule, outcome: 'pass', reason: '' };
  } catch (error) {
    if (error instanceof Skipped) return skipped(rule, error.message);
    if (error instanceof Broken) return { rule, outcome: 'fail', reason: error.message };
    // A connection that breaks, an address that leads nowhere.
    return {
      rule,
      outcome: 'fail',
      reason: `the request failed: ${error instanceof Error ? error.message : 'unknown'}`,
    };
  }
}

function skipped(rule: Rule, reason: string): Result {
  return { rule, outcome: 'skipped', reason };
}

const offers: Readonly<Record<Need, { readonly by: 'connectUrl' | 'controlUrl'; readonly reason: string }>> = {
  connect: { by: 'connectUrl', reason: 'needs codes at will: no --connect-url' },
  clock: { by: 'controlUrl', reason: 'needs a clock to turn: no --control-url' },
};

function missing(rule: Rule, target: Target): string | undefined {
  return rule.needs?.map((need) => offers[need]).find(({ by }) => target[by] === undefined)?.reason;
}
