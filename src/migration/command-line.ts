import { parseArgs } from 'node:util';
import type { Severity } from './rules/finding.ts';

const formats = ['text', 'json', 'sarif'] as const;
/** Each includes those before it. */
const bySeverity = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

/** Throws an Error whose message says which option is wrong. */
export function readCommandLine(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'text' },
      'fail-on': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (positionals.length > 1) throw new Error(`name one folder, not ${positionals.length}: ${positionals.join(', ')}`);
  const failOn = values['fail-on'];
  return {
    folder: positionals[0] ?? '.',
    format: oneOf('--format', formats, values.format),
    failOn: failOn === undefined ? undefined : oneOf('--fail-on', bySeverity, failOn),
    help: values.help,
  };
}

/** Whether findings of a severity count as failure. */
export function fails(severity: Severity, failOn: Severity | undefined): boolean {
  return failOn !== undefined && bySeverity.indexOf(severity) <= bySeverity.indexOf(failOn);
}

function oneOf<T extends string>(option: string, allowed: readonly T[], text: string): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new Error(`${option} must be ${allowed.join(', ')}, not '${text}'`);
  return found;
}
