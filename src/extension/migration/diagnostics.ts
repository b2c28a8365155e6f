import * as vscode from 'vscode';
import { helpPage } from '../../common/help-page.ts';
import { checkText } from '../../check/rules/check-text.ts';
import { type Finding, type ProjectContext, type Severity, severityOf } from '../../check/rules/finding.ts';
import { serviceUse, usedVersions } from '../../check/rules/known-names.ts';
import { explain, type Explained, headline } from '../../check/rules/texts.ts';

// With the rules, one chunk that the first file which may use the service loads.
export { kindsText } from '../../check/report/text.ts';
export { placesIn } from '../../check/source/source-file.ts';

const levels: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
};

/** What the check found at one place. */
export interface Problem {
  readonly range: vscode.Range;
  readonly finding: Explained & Pick<Finding, 'fix'>;
  /** The text there, when it was checked. */
  readonly found: string;
}

/** @param known what the last check of the workspace knew of the file's project: without it, its own text decides */
export function problemsOf(document: vscode.TextDocument, known: ProjectContext | undefined): readonly Problem[] {
  const text = document.getText();
  const context = {
    ...known,
    projectUsesService: serviceUse.test(text) || known !== undefined,
    hasMoved: known ? known.hasMoved : !usedVersions(text).older,
  };
  return checkText(document.uri.path, text, context).map((finding) => {
    const range = new vscode.Range(document.positionAt(finding.start), document.positionAt(finding.end));
    return { finding, range, found: document.getText(range) };
  });
}

/**
 * A finding as the Problems panel shows it, with a link to the matching section of the help. The panel shows its first
 * line and unfolds the others.
 */
export function diagnosticOf({ finding, range, found }: Problem, extensionUri: vscode.Uri): vscode.Diagnostic {
  const { kind } = finding;
  const { what, why, advice } = explain(finding);
  const message = `${headline(finding, found)}\n${what} ${why} ${advice}`;
  const diagnostic = new vscode.Diagnostic(range, message, levels[severityOf(finding)]);
  diagnostic.source = 'Vehicle Data';
  const target = vscode.Uri.joinPath(extensionUri, helpPage('migration', vscode.env.language)).with({ fragment: kind });
  diagnostic.code = { value: kind, target };
  if (kind === 'refresh-token') diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  return diagnostic;
}
