import { checkSequences } from '../model/check.ts';
import type { Scenario, Verdict } from '../plan.ts';

/** So that each run of the plan is many sequences, and a failure names one of them. */
const sequencesOfRun = 100;

function sequencesOf(test: string, of: 'life' | 'clocks', title: string): Scenario {
  return {
    test,
    title,
    kind: 'model',
    runs: 10_000 / sequencesOfRun,
    // The unit tests have their share.
    quick: 0,
    width: 1,
    async run() {
      const verdict: Verdict = { lost: false, struck: true, extra: 0 };
      try {
        await checkSequences(of, sequencesOfRun);
        return Array.from({ length: sequencesOfRun }, () => verdict);
      } catch (error) {
        const complaint = error instanceof Error ? error.message : String(error);
        return { ...verdict, lost: true, what: 'a sequence', complaints: [complaint] };
      }
    },
  };
}

export const sequences: readonly Scenario[] = [
  sequencesOf('T8', 'clocks', 'clock set by 5 min, a day, a month in every step (sequences of a model)'),
  sequencesOf('T9', 'life', 'refreshes, kills, lies, damage, sign-outs (sequences of a model)'),
];
