import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageVersion, requireNode } from '../common/package-version.ts';
import { plainText } from '../common/text/plain-text.ts';
import { fails, readCommandLine } from './command-line.ts';
import { checkFolder, type FolderReport } from './folder/check-folder.ts';
import { type JsonReport, type ListedFinding, listed } from './report/listed.ts';
import { sarifReport } from './report/sarif.ts';
import { textReport } from './report/text.ts';
import { usage } from './usage.ts';

requireNode('vehicle-data-check', 2);

process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  // `| head` has seen enough.
  if (code === 'EPIPE') process.exit();
  console.error(`vehicle-data-check: can't write the report (${code})`);
  process.exit(2);
});

try {
  const options = readCommandLine(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else check(options);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  // Node goes on about folders whose name begins with a dash.
  console.error(`vehicle-data-check: ${message.replace(/\. To specify a positional argument .*/s, '')}`);
  console.error('vehicle-data-check --help lists the options.');
  process.exitCode = 2;
}

function check({ folder, format, failOn }: ReturnType<typeof readCommandLine>): void {
  const report = checkFolder(readable(folder));
  const findings = listed(report);
  // Before anybody may close the output.
  if (findings.some(({ severity }) => fails(severity, failOn))) process.exitCode = 1;
  const [first, ...more] = report.unread;
  if (first !== undefined) {
    const files = `${plainText(join(folder, first), Infinity)}${more.length === 0 ? '' : ` and ${more.length} more`}`;
    console.error(`vehicle-data-check: not read (larger than 1 MB, not text, or not accessible): ${files}`);
  }
  process.stdout.write(written(format, folder, findings, report));
}

/** Its absolute path. Throws where there is no such folder, or it can't be read. */
function readable(folder: string): string {
  const root = resolve(folder);
  const stats = statSync(root, { throwIfNoEntry: false });
  if (!stats) throw new Error(`there is no folder ${folder}`);
  if (!stats.isDirectory()) throw new Error(`${folder} is a file; name the folder that it is in`);
  try {
    readdirSync(root);
  } catch (error) {
    throw new Error(`can't read ${folder} (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
  return root;
}

function written(
  format: 'text' | 'json' | 'sarif',
  folder: string,
  findings: readonly ListedFinding[],
  { filesRead, unread, files }: FolderReport,
): string {
  const moved = files.filter(({ hasMoved }) => hasMoved).map(({ path }) => path);
  switch (format) {
    case 'text':
      return textReport(findings, folder, filesRead);
    case 'json':
      return `${JSON.stringify({ filesRead, unread, moved, findings } satisfies JsonReport, undefined, 2)}\n`;
    case 'sarif':
      return `${JSON.stringify(sarifReport(findings, unread, packageVersion), undefined, 2)}\n`;
  }
}
