import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathBelow } from '../common/files/path-below.ts';
import { packageVersion, requireNode } from '../common/package-version.ts';
import { complain, endWithOutput, print, printJson } from '../common/text/terminal.ts';
import { fails, readCommandLine, usage } from './command-line.ts';
import { checkFolder } from './folder/check-folder.ts';
import { repositoryOf } from './folder/walk.ts';
import { type JsonReport, listed } from './report/listed.ts';
import { sarifReport } from './report/sarif.ts';
import { textReport } from './report/text.ts';
import { unreadLines } from './report/unread.ts';

const program = 'vehicle-data-check';
requireNode(program, 2);
endWithOutput(program);

try {
  const options = readCommandLine(process.argv.slice(2));
  if (options.help) print(usage.trimEnd().split('\n'));
  else check(options);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  // Node's message continues with advice if a folder name begins with a dash.
  const plain = message.replace(/\. To specify a positional argument .*/s, '');
  complain(program, `${plain}\n${program} --help lists the options.`);
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
  const path = realpathSync(folder);
  const from = root === undefined ? (repositoryOf(path) ?? path) : realpathSync(readable(root));
  const below = pathBelow(from, path);
  if (below === undefined) throw new Error(`${folder} is not in ${root}; name as --root a folder around it`);
  return below;
}
