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

/** The table that a person reads: a line per rule, the reason below where there is one, and the sum. */
export function table(results: readonly Result[]): string {
  const width = (values: readonly string[]) => Math.max(...values.map((value) => value.length));
  const idWidth = width(results.map(({ rule }) => rule.id));
  const sectionWidth = width(results.map(({ rule }) => rule.section));
  const lines = results.flatMap(({ rule, outcome, reason }) => {
    const cells = [outcome.padEnd(7), rule.basis.padEnd(8), rule.id.padEnd(idWidth), rule.section.padEnd(sectionWidth)];
    return [`${cells.join('  ')}  ${rule.title}`, ...(reason === '' ? [] : [`${' '.repeat(19)}${reason}`])];
  });
  const heading = [
    'result'.padEnd(7),
    'tag'.padEnd(8),
    'rule'.padEnd(idWidth),
    'section'.padEnd(sectionWidth),
    'what it says',
  ];
  return [heading.join('  '), ...lines, '', ...summary(results)].join('\n');
}

const count = (results: readonly Result[], outcome: Result['outcome']) =>
  results.filter((result) => result.outcome === outcome).length;

function summary(results: readonly Result[]): readonly string[] {
  const [pass, fail, skipped] = [count(results, 'pass'), count(results, 'fail'), count(results, 'skipped')];
  const failed = fail > 0 ? `${fail} fail (${basesOf(results)})` : '0 fail';
  const sum = `${results.length} rules: ${pass} pass, ${failed}, ${skipped} skipped`;
  return isIncomplete(results)
    ? [sum, `Incomplete: only ${pass + fail} rules could be checked. Pass what the skipped ones need.`]
    : [sum];
}

/** How many failed of each basis: a guess that is not kept weighs less than what is documented. */
function basesOf(results: readonly Result[]): string {
  const failed = results.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule.basis);
  return [...new Set(failed)].map((basis) => `${failed.filter((each) => each === basis).length} ${basis}`).join(', ');
}

/** Whether most rules were skipped, so that no failure means little. */
function isIncomplete(results: readonly Result[]): boolean {
  return count(results, 'skipped') * 2 > results.length;
}

/** 0: no rule failed; 1: a rule failed; 3: most rules were skipped. */
export function exitCodeOf(results: readonly Result[]): number {
  if (count(results, 'fail') > 0) return 1;
  return isIncomplete(results) ? 3 : 0;
}

/** The same for a program, as JSON. */
export function report(results: readonly Result[]): string {
  const rows = results.map(({ rule: { id, section, title, basis }, outcome, reason }) => {
    return { id, section, title, basis, outcome, ...(reason !== '' && { reason }) };
  });
  return JSON.stringify({ incomplete: isIncomplete(results), rules: rows }, null, 2);
}
