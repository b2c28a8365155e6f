import { parseArgs } from 'node:util';
import type { Severity } from './rules/finding.ts';

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
