import { fileURLToPath } from 'node:url';
import { helpPage } from '../../common/help-page.ts';
import { packageFolder } from '../../common/package-version.ts';
import type { FolderReport } from '../folder/check-folder.ts';
import type { UnreadKind } from '../source/languages.ts';
import { type FindingKind, type Severity, severityOf } from '../rules/finding.ts';
import { explain } from '../rules/texts.ts';
import { placesIn } from '../source/source-file.ts';

/** The help page that comes with the package. It has a section for each kind, with the same name. */
export const helpUrl = new URL(helpPage('migration', 'en'), packageFolder ?? import.meta.url);
export const helpFile = fileURLToPath(helpUrl);

/** A finding as the reports contain it. */
export interface ListedFinding {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The source text there. */
  readonly found: string;
  readonly kind: FindingKind;
  readonly severity: Severity;
  readonly what: string;
  readonly why: string;
  readonly advice: string;
  /** The replacement in version 3, if known. */
  readonly instead?: string | undefined;
  /** The matching section of the help that comes with the package, by its path there. */
  readonly help: string;
  /** The replacement text, if it is the whole change. */
  readonly fix?: string | undefined;
}

/** The output of `--format json`. */
export interface JsonReport {
  readonly filesRead: number;
  /** See `FolderReport`. */
  readonly ignored: number;
  /** What was not read, or only in part: see `Unread`. */
  readonly unread: readonly string[];
  readonly unreadKinds: readonly UnreadKind[];
  readonly findings: readonly ListedFinding[];
}

export function listed({ files }: Pick<FolderReport, 'files'>): ListedFinding[] {
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
        found: text.slice(finding.start, finding.end),
        kind: finding.kind,
        severity: severityOf(finding),
        ...explain(finding),
        instead: finding.instead,
        help: `${helpPage('migration', 'en')}#${finding.kind}`,
        fix: finding.fix,
      };
    });
  });
}
