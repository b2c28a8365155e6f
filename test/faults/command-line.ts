import { parseArgs } from 'node:util';

export interface CommandLine {
  /** A sample of every scenario, in seconds. */
  readonly quick: boolean;
  /** How the table is printed: for a terminal, as JSON, or for a page in Markdown. */
  readonly form: 'text' | 'json' | 'markdown';
  /** `T1` and so on; all where it is undefined. */
  readonly only: readonly string[] | undefined;
  /** How much faster than in life the minute of grace goes by; a slow machine wants less. Undefined for the usual. */
  readonly speed: number | undefined;
  /** Of each strike of T10 on each of its four machines; about five seconds each. The plan wants 50 in all. */
  readonly runs: number;
  /** Nothing is run: the latest rows of earlier runs are printed. */
  readonly report: boolean;
}

export const usage =
  'Usage: npm run faults -- [--quick] [--json | --markdown] [--only T1,T3] [--speed 30] [--runs N, for T10] [--report]';

/** Throws an Error that says which option is wrong. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      only: { type: 'string' },
      speed: { type: 'string' },
      runs: { type: 'string', default: '13' },
      report: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.split(',').map((name) => name.trim().toUpperCase());
  const unknown = only?.find((name) => !/^T\d+$/.test(name));
  if (unknown !== undefined) throw new Error(`--only takes tests such as T1,T3, not '${unknown}'`);
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs takes a number from 1, not '${values.runs}'`);
  const speed = values.speed === undefined ? undefined : Number(values.speed);
  if (speed !== undefined && !(speed >= 1 && speed <= 100)) {
    throw new Error(`--speed takes a number from 1 to 100, not '${values.speed ?? ''}'`);
  }
  const form = values.json ? 'json' : values.markdown ? 'markdown' : 'text';
  return { quick: values.quick, form, only, speed, runs, report: values.report };
}
