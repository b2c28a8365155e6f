import * as vscode from 'vscode';
import { helpPage } from '../../common/help-page.ts';
import { type Finding, type Severity, severities } from '../../check/rules/finding.ts';
import { explain, type Explained, headline } from '../../check/rules/texts.ts';

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

/**
 * A finding as the Problems panel shows it, with a link to the matching section of the help. The panel shows its first
 * line and unfolds the others.
 */
export function diagnosticOf({ finding, range, found }: Problem, extensionUri: vscode.Uri): vscode.Diagnostic {
  const { kind } = finding;
  const { what, why, advice } = explain(finding);
  const message = `${headline(finding, found)}\n${what} ${why} ${advice}`;
  const diagnostic = new vscode.Diagnostic(range, message, levels[severities[kind]]);
  diagnostic.source = 'Vehicle Data';
  const target = vscode.Uri.joinPath(extensionUri, helpPage('migration', vscode.env.language)).with({ fragment: kind });
  diagnostic.code = { value: kind, target };
  if (kind === 'refresh-token') diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  return diagnostic;
}
