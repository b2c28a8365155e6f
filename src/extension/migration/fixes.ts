import * as vscode from 'vscode';
import type { Problem } from './diagnostics.ts';

/** Not below `source.fixAll`, which many run on save: the author decides when code moves. */
const ofFile = vscode.CodeActionKind.Source.append('vehicleData.fixFile');
const ofWorkspace = vscode.CodeActionKind.Source.append('vehicleData.fixWorkspace');

/** Offers the changes that are certain: one as a quick fix, all as source actions. */
export class Fixes implements vscode.CodeActionProvider {
  static readonly kinds: readonly vscode.CodeActionKind[] = [vscode.CodeActionKind.QuickFix, ofFile, ofWorkspace];

  readonly #problems: (document: vscode.TextDocument) => Promise<readonly Problem[]>;
  readonly #hasChecked: () => boolean;

  /**
   * @param problems those of a text as it is now
   * @param hasChecked whether fixes of the whole workspace are known
   */
  constructor(problems: (document: vscode.TextDocument) => Promise<readonly Problem[]>, hasChecked: () => boolean) {
    this.#problems = problems;
    this.#hasChecked = hasChecked;
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics, only }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const ours = diagnostics.filter(({ source }) => source === 'Vehicle Data');
    const isSource = only !== undefined && vscode.CodeActionKind.Source.intersects(only);
    if (ours.length === 0 && !isSource) return [];
    const fixable = (await this.#problems(document)).filter(({ finding }) => finding.fix !== undefined);
    const single = fixable.flatMap((problem) => {
      const diagnostic = ours.find(({ range }) => range.isEqual(problem.range));
      return diagnostic ? [replacement(document, problem, diagnostic)] : [];
    });
    if (isSource) return [...all(document, fixable, ofFile), ...(this.#hasChecked() ? [preview()] : [])];
    return single.length > 0 && fixable.length > 1
      ? [...single, ...all(document, fixable, vscode.CodeActionKind.QuickFix)]
      : single;
  }
}

function all({ uri }: vscode.TextDocument, fixable: readonly Problem[], kind: vscode.CodeActionKind) {
  if (fixable.length === 0) return [];
  const action = new vscode.CodeAction(vscode.l10n.t('Fix All for Version 3 in File'), kind);
  action.edit = new vscode.WorkspaceEdit();
  for (const problem of fixable) replace(action.edit, uri, problem);
  return [action];
}

function preview(): vscode.CodeAction {
  const title = vscode.l10n.t('Fix All for Version 3 in Workspace…');
  const action = new vscode.CodeAction(title, ofWorkspace);
  action.command = { title, command: 'vehicleData.previewFixes' };
  return action;
}

/**
 * An edit that VS Code shows before it makes it.
 *
 * @returns how many places are in it, and the files that have changed since they were checked
 */
export async function previewed(problems: ReadonlyMap<string, readonly Problem[]>) {
  const edit = new vscode.WorkspaceEdit();
  const changed: vscode.Uri[] = [];
  let count = 0;
  for (const [key, ofDocument] of problems) {
    const fixable = ofDocument.filter(({ finding }) => finding.fix !== undefined);
    const [first] = fixable;
    if (!first) continue;
    const uri = vscode.Uri.parse(key, true);
    const document = await vscode.workspace.openTextDocument(uri).then(
      (opened) => opened,
      () => undefined,
    );
    if (!document || fixable.some(({ range, found }) => document.getText(range) !== found)) {
      changed.push(uri);
      continue;
    }
    // The preview opens if one edit asks for it, and leaves out those that ask. This one does nothing.
    if (count === 0) {
      const label = vscode.l10n.t('Version 3');
      edit.createFile(uri, { ignoreIfExists: true }, { needsConfirmation: true, label });
    }
    for (const problem of fixable) replace(edit, uri, problem);
    count += fixable.length;
  }
  return { edit, count, changed };
}

function replacement({ uri }: vscode.TextDocument, problem: Problem, diagnostic: vscode.Diagnostic): vscode.CodeAction {
  const title = vscode.l10n.t('Replace with “{0}”', problem.finding.fix ?? '');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  replace(action.edit, uri, problem);
  action.diagnostics = [diagnostic];
  action.isPreferred = true;
  return action;
}

function replace(edit: vscode.WorkspaceEdit, uri: vscode.Uri, { range, finding }: Problem): void {
  edit.replace(uri, range, finding.fix ?? '');
}
