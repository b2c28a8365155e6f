import type { ListedFinding } from './listed.ts';

/** One line for each finding, as compilers write them, and a total. */
export function textReport(findings: readonly ListedFinding[], filesRead: number): string {
  const lines = findings.map(
    ({ path, line, column, severity, kind, what, why, advice, fix }) =>
      `${path}:${line}:${column}: ${severity} ${kind}: ${what} ${why} ${advice}${fix === undefined ? '' : `\n    fix: ${fix}`}`,
  );
  const files = new Set(findings.map(({ path }) => path)).size;
  const found = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  return [...lines, `${found} in ${files} of ${filesRead} files.`, ''].join('\n');
}
