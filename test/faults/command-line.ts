import { parseArgs } from 'node:util';

export interface CommandLine {
  /** A sample of every scenario, in seconds. */
  readonly quick: boolean;
  readonly json: boolean;
  /** `T1` and so on; all where it is undefined. */
  readonly only: readonly string[] | undefined;
}

export const usage = 'Usage: npm run faults -- [--quick] [--json] [--only T1,T3]';

/** Throws an Error that says which option is wrong. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const only = values.only?.split(',').map((name) => name.trim().toUpperCase());
  const unknown = only?.find((name) => !/^T\d+$/.test(name));
  if (unknown !== undefined) throw new Error(`--only takes tests such as T1,T3, not '${unknown}'`);
  return { quick: values.quick, json: values.json, only };
}
