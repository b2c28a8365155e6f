import * as vscode from 'vscode';
import type { Finding } from '../../check/rules/finding.ts';

/** Offers the changes that are certain as quick fixes. */
export class Fixes implements vscode.CodeActionProvider {
  readonly #findings: (document: vscode.TextDocument) => readonly Finding[];

  constructor(findings: (document: vscode.TextDocument) => readonly Finding[]) {
    this.#findings = findings;
  }

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const ours = diagnostics.filter(({ source }) => source === 'Vehicle Data');
    if (ours.length === 0) return [];
    // Findings are computed again, because the text may have changed.
    return this.#findings(document).flatMap(({ start, end, fix }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const diagnostic = ours.find((each) => each.range.isEqual(range));
      return diagnostic && fix !== undefined ? [change(document, range, fix, diagnostic)] : [];
    });
  }
}

function change(
  { uri }: vscode.TextDocument,
  range: vscode.Range,
  text: string,
  diagnostic: vscode.Diagnostic,
): vscode.CodeAction {
  const title = vscode.l10n.t('Replace with “{0}”', text);
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(uri, range, text);
  action.diagnostics = [diagnostic];
  action.isPreferred = true;
  return action;
}
