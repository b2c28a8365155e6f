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
  const failed = new Set<string>();
  const results: Result[] = [];
  for (const rule of rules) {
    const obstacle = missing(rule, target) ?? brokenBase(rule, failed);
    const result = obstacle === undefined ? await check(rule, world) : skipped(rule, obstacle);
    if (result.outcome === 'fail') failed.add(rule.id);
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

function brokenBase(rule: Rule, failed: ReadonlySet<string>): string | undefined {
  const base = rule.buildsOn?.find((id) => failed.has(id));
  return base === undefined ? undefined : `builds on ${base}, which failed`;
}
