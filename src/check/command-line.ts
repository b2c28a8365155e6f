import { parseArgs } from 'node:util';
import type { Severity } from './rules/finding.ts';

/** What `--help` prints. */
export const usage = `Usage: vehicle-data-check [DIR] [options]

Finds code that uses API version 2.0, and what version 3 has instead. Reads DIR (default: the current folder) without what
.gitignore names. Sends nothing and changes nothing.

Options
  --format FORMAT      text (default), json or sarif
  --fail-on SEVERITY   Exit with 1 if there is a finding of this severity or a worse one: error (default), warning or
                       info, or if a file or folder can't be opened; none: never
  --root ROOT          Paths in SARIF begin here (default: the repository of DIR, or DIR)
  -h, --help           Show this help

Reads source of any language, notebooks and files of settings, up to 1 MB a file, and follows imports in JavaScript,
TypeScript, Python, Java and Kotlin. Prose, data, lock files and binary files are counted by kind, and not read.
Exit codes: 0 done, 1 findings or something that can't be opened, 2 could not check
`;

const formats = ['text', 'json', 'sarif'] as const;
/** Each one includes those before it. */
const failOn = ['none', 'error', 'warning', 'info'] as const satisfies readonly (Severity | 'none')[];
export type FailOn = (typeof failOn)[number];

/** Throws an Error whose message names the wrong option. */
export function readCommandLine(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'text' },
      'fail-on': { type: 'string', default: 'error' },
      root: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (positionals.length > 1) throw new Error(`name one folder, not ${positionals.length}: ${positionals.join(', ')}`);
  return {
    folder: positionals[0] ?? '.',
    format: oneOf('--format', formats, values.format),
    failOn: oneOf('--fail-on', failOn, values['fail-on']),
    root: values.root,
    help: values.help,
  };
}

/** Whether findings of a severity count as failure. */
export function fails(severity: Severity, least: FailOn): boolean {
  return failOn.indexOf(severity) <= failOn.indexOf(least);
}

function oneOf<T extends string>(option: string, allowed: readonly T[], text: string): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new Error(`${option} must be ${allowed.join(', ')}, not '${text}'`);
  return found;
}
