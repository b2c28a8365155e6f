import { Broken, type Need, type Rule, Skipped } from './rule.ts';

/** A rule and what became of it, whichever version it is of. */
export interface Result {
  readonly rule: Omit<Rule, 'check'>;
  readonly outcome: 'pass' | 'fail' | 'skipped';
  /** Why it failed or was skipped; '' where it passed. */
  readonly reason: string;
}

/** What rules need, where the implementation offers it. */
interface Offers {
  readonly connectUrl?: string | undefined;
  readonly controlUrl?: string | undefined;
  readonly applicationId?: string | undefined;
  readonly webhookId?: string | undefined;
}

/** Checks the rules one after the other, in their order: what the last ones do to the clock, the first ones don't see. */
export async function checkAll<W extends { readonly target: Offers }>(
  world: W,
  rules: readonly Rule<W>[],
): Promise<Result[]> {
  /** Failed, or skipped because of one that failed: what builds on them says nothing. */
  const unsound = new Set<string>();
  const results: Result[] = [];
  for (const rule of rules) {
    const base = rule.buildsOn?.find((id) => unsound.has(id));
    const obstacle = missing(rule, world.target) ?? (base && `builds on ${base}, which does not hold`);
    const result = obstacle === undefined ? await check(rule, world) : skipped(rule, obstacle);
    if (result.outcome === 'fail' || base !== undefined) unsound.add(rule.id);
    results.push(result);
  }
  return results;
}

async function check<W>(rule: Rule<W>, world: W): Promise<Result> {
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

function skipped(rule: Result['rule'], reason: string): Result {
  return { rule, outcome: 'skipped', reason };
}

const offers: Readonly<Record<Need, { readonly by: keyof Offers; readonly reason: string }>> = {
  connect: { by: 'connectUrl', reason: 'needs an owner who connects: no --connect-url' },
  clock: { by: 'controlUrl', reason: 'needs a clock to turn: no --control-url' },
  application: { by: 'applicationId', reason: 'needs the ID for Connect: no --application-id' },
  webhook: { by: 'webhookId', reason: 'needs a webhook: no --webhook-id' },
};

function missing({ needs }: Result['rule'], target: Offers): string | undefined {
  return needs?.map((need) => offers[need]).find(({ by }) => target[by] === undefined)?.reason;
}
