import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { packageVersion } from '../common/package-version.ts';
import { fails, readCommandLine } from './command-line.ts';
import { checkFolder } from './folder/check-folder.ts';
import { type JsonReport, type ListedFinding, listed } from './report/listed.ts';
import { sarifReport } from './report/sarif.ts';
import { textReport } from './report/text.ts';
import { usage } from './usage.ts';

try {
  const { folder, format, failOn, help } = readCommandLine(process.argv.slice(2));
  if (help) {
    process.stdout.write(usage);
  } else {
    const root = resolve(folder);
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${folder} is no folder`);
    const report = checkFolder(root);
    const findings = listed(report);
    process.stdout.write(written(format, findings, report.filesRead));
    if (findings.some(({ severity }) => fails(severity, failOn))) process.exitCode = 1;
  }
} catch (error) {
  console.error(`vehicle-data-check: ${error instanceof Error ? error.message : String(error)}`);
  console.error('vehicle-data-check --help lists the options.');
  process.exitCode = 2;
}

function written(format: 'text' | 'json' | 'sarif', findings: readonly ListedFinding[], filesRead: number): string {
  switch (format) {
    case 'text':
      return textReport(findings, filesRead);
    case 'json':
      return `${JSON.stringify({ filesRead, findings } satisfies JsonReport, undefined, 2)}\n`;
    case 'sarif':
      return `${JSON.stringify(sarifReport(findings, packageVersion), undefined, 2)}\n`;
  }
}
