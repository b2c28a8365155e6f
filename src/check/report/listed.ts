import type { FolderReport } from '../folder/check-folder.ts';
import { type FindingKind, type Severity, severities } from '../rules/finding.ts';
import { explain } from '../rules/texts.ts';
import { helpUrl } from './help.ts';
import { placesIn } from './places.ts';

/** A finding as the reports write it. */
export interface ListedFinding {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly kind: FindingKind;
  readonly severity: Severity;
  readonly what: string;
  readonly why: string;
  readonly advice: string;
  /** What stands in its place in version 3, where that is known. */
  readonly instead?: string | undefined;
  /** Address of the section of the help that comes with the package. */
  readonly help: string;
  /** The text to put there, where that is all. */
  readonly fix?: string | undefined;
}

/** What `--format json` writes. */
export interface JsonReport {
  readonly filesRead: number;
  /** Files of no kind that the check reads. */
  readonly otherFiles: number;
  /** What was not read, or only in part: see `Unread`. */
  readonly unread: readonly string[];
  /** Files with findings whose project has moved: see `ProjectContext` of the rules. */
  readonly moved: readonly string[];
  readonly findings: readonly ListedFinding[];
}

export function listed({ files }: FolderReport): ListedFinding[] {
  return files.flatMap(({ path, text, findings }) => {
    const place = placesIn(text);
    return findings.map((finding) => {
      const { line, column } = place(finding.start);
      const end = place(finding.end);
      return {
        path,
        line,
        column,
        endLine: end.line,
        endColumn: end.column,
        kind: finding.kind,
        severity: severities[finding.kind],
        ...explain(finding),
        instead: finding.instead,
        help: `${helpUrl.href}#${finding.kind}`,
        fix: finding.fix,
      };
    });
  });
}
