import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { realPath } from '../common/files/local-path.ts';
import { pathBelow } from '../common/files/path-below.ts';
import { packageVersion, requireNode } from '../common/package-version.ts';
import { complain, endWithOutput, print, printJson } from '../common/text/terminal.ts';
import { checkFolder } from './folder/check-folder.ts';
import { repositoryOf } from './folder/walk.ts';
import { type JsonReport, listed } from './report/listed.ts';
import { sarifReport } from './report/sarif.ts';
import { textReport, unreadLines } from './report/text.ts';
import type { Severity } from './rules/finding.ts';

/** What `--help` prints. */
const usage = `Usage: vehicle-data-check [DIR] [options]

Finds code that uses API version 2.0, and what version 3 has instead. Reads DIR (default: the current folder) without what
.gitignore names. Sends nothing and changes nothing.

Options
  --format FORMAT      text (default), json or sarif
  --fail-on SEVERITY   Exit with 1 if there is a finding of this severity or a worse one: error (default), warning or
                       info, or if a file or folder can't be opened; none: never
  --root ROOT          Paths in SARIF begin here (default: the repository of DIR, or DIR)
  -h, --help           Show this help

Reads source of any language, notebooks and files of settings, up to 1 MB a file, and follows imports in JavaScript,
TypeScript, Python, Java and Kotlin. Prose, data, lock files, minified scripts and binary files are counted by kind, and
not read.
Exit codes: 0 done, 1 findings or something that can't be opened, 2 could not check, or no files to check
`;

const formats = ['text', 'json', 'sarif'] as const;
/** Each one includes those before it. */
const failOn = ['none', 'error', 'warning', 'info'] as const satisfies readonly (Severity | 'none')[];
type FailOn = (typeof failOn)[number];

const program = 'vehicle-data-check';
requireNode(program);
endWithOutput(program);

try {
  const options = readCommandLine(process.argv.slice(2));
  if (options.help) print(usage.trimEnd().split('\n'));
  else check(options);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  // Node's message continues with advice if a folder name begins with a dash.
  const plain = message.replace(/\. To specify a positional argument .*/s, '');
  complain(program, plain, `${program} --help lists the options.`);
  process.exitCode = 2;
}

function check({ folder, format, failOn, root }: ReturnType<typeof readCommandLine>): void {
  const path = readable(folder);
  const below = format === 'sarif' ? belowRoot(path, root) : '';
  const report = checkFolder(path);
  // The editor, which has started this process, takes the report as it is.
  if (process.send) return void process.send(report);
  const findings = listed(report);
  const isClosed = report.unread.some(({ why }) => why === 'no access');
  // Set first, because the reader may close the output early.
  if (findings.some(({ severity }) => fails(severity, failOn)) || (isClosed && failOn !== 'none')) process.exitCode = 1;
  // In the wrong folder, nothing would ever be found.
  if (report.filesRead === 0) process.exitCode = 2;
  for (const line of unreadLines(report.unread, (each) => join(folder, each))) complain(program, line);
  const { filesRead, ignored, unreadKinds } = report;
  switch (format) {
    case 'text':
      print(textReport(findings, folder, report));
      break;
    case 'json': {
      const unread = report.unread.map((each) => each.path);
      printJson({ filesRead, ignored, unread, unreadKinds, findings } satisfies JsonReport, 2);
      break;
    }
    case 'sarif':
      printJson(sarifReport(findings, report, below, packageVersion), 2);
  }
}

/** The absolute path. Throws if there is no such folder, or it cannot be read. */
function readable(folder: string): string {
  const path = resolve(folder);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new Error(`there is no folder ${folder}`);
  if (!stats.isDirectory()) throw new Error(`${folder} is a file; name the folder that it is in`);
  try {
    readdirSync(path);
  } catch (error) {
    throw new Error(`can't read ${folder} (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
  return path;
}

/** The folder relative to the root of a report's paths, with slashes; empty if they are the same. */
function belowRoot(folder: string, root: string | undefined): string {
  const path = realPath(folder);
  const from = root === undefined ? (repositoryOf(path) ?? path) : realPath(readable(root));
  const below = pathBelow(from, path);
  if (below === undefined) throw new Error(`${folder} is not in ${root}; name as --root a folder around it`);
  return below;
}

/** Throws an Error whose message names the wrong option. */
function readCommandLine(args: readonly string[]) {
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
function fails(severity: Severity, least: FailOn): boolean {
  return failOn.indexOf(severity) <= failOn.indexOf(least);
}

function oneOf<T extends string>(option: string, allowed: readonly T[], text: string): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new Error(`${option} must be ${allowed.join(', ')}, not '${text}'`);
  return found;
}
