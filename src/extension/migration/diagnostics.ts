import * as vscode from 'vscode';
import { helpPage } from '../../common/help-page.ts';
import { type Severity, severities } from '../../check/rules/finding.ts';
import { explain, type Explained } from '../../check/rules/texts.ts';

const levels: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
};

/** A finding as the Problems view shows it, with a link to the matching section of the help. */
export function diagnosticOf(finding: Explained, range: vscode.Range, extensionUri: vscode.Uri): vscode.Diagnostic {
  const { kind } = finding;
  const { what, why, advice } = explain(finding);
  const diagnostic = new vscode.Diagnostic(range, `${what} ${why} ${advice}`, levels[severities[kind]]);
  diagnostic.source = 'Vehicle Data';
  const target = vscode.Uri.joinPath(extensionUri, helpPage('migration', vscode.env.language)).with({ fragment: kind });
  diagnostic.code = { value: kind, target };
  if (kind === 'refresh-token') diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  return diagnostic;
}
