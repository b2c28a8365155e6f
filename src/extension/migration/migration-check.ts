import * as vscode from 'vscode';
import { mayUseService } from '../../check/rules/known-names.ts';
import { localPath } from '../../common/files/local-path.ts';
import { pathBelow } from '../../common/files/path-below.ts';
import { runProgram } from '../window/run-program.ts';
import { window } from '../window/window.ts';
import type { Problem } from './diagnostics.ts';
import { Fixes, previewed } from './fixes.ts';
import type { FolderReport } from '../../check/folder/check-folder.ts';
import type { ProjectContext } from '../../check/rules/finding.ts';
import { summary, type Total } from './summary.ts';

/** In a workspace with more files, open files are checked only if the setting is `on`. */
const manyFiles = 5_000;

/**
 * Files with more UTF-16 units than this are checked only in the separate process that checks the workspace: the time
 * grows with the size of the file, and the extension host must stay responsive.
 */
const mostUnits = 250_000;

/** Long enough not to disturb typing, in milliseconds. */
const pauseMs = 500;

/** A gate: the rules. */
const rules = () => import('./diagnostics.ts');

/** Shows what the check found as problems of the workspace, and offers fixes. */
export class MigrationCheck {
  readonly #extensionUri: vscode.Uri;
  readonly #shown = vscode.languages.createDiagnosticCollection('vehicleData.migration');
  /** What is shown, by the file's URI. */
  readonly #problems = new Map<string, readonly Problem[]>();
  readonly #disposables: readonly vscode.Disposable[];
  /** Open files that are checked once nobody has typed in them for a moment. */
  readonly #waiting = new Map<vscode.TextDocument, NodeJS.Timeout>();
  /** Files with problems in the last check of the workspace, and what the rules knew of their projects. */
  #checked = new Map<string, ProjectContext>();
  #isLarge: Promise<boolean> | undefined;

  constructor(extensionUri: vscode.Uri) {
    this.#extensionUri = extensionUri;
    const { workspace } = vscode;
    this.#disposables = [
      this.#shown,
      vscode.languages.registerCodeActionsProvider(
        { scheme: 'file' },
        new Fixes(
          (document) => this.#problemsOf(document),
          () => this.#checked.size > 0,
        ),
        { providedCodeActionKinds: Fixes.kinds },
      ),
      workspace.onDidOpenTextDocument((document) => this.#lookSoon(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#lookSoon(document)),
      workspace.onDidCloseTextDocument((document) => this.#close(document)),
    ];
    for (const document of workspace.textDocuments) this.#lookSoon(document);
  }

  readonly commands = {
    'vehicleData.checkWorkspace': (argument?: { folder?: string }) => this.checkWorkspace(argument?.folder),
    'vehicleData.previewFixes': () => this.previewFixes(),
  };

  #lookSoon(document: vscode.TextDocument): void {
    if (document.uri.scheme !== 'file') return;
    this.#forget(document);
    const look = () => {
      this.#waiting.delete(document);
      void this.#look(document);
    };
    this.#waiting.set(document, setTimeout(look, pauseMs));
  }

  #forget(document: vscode.TextDocument): void {
    clearTimeout(this.#waiting.get(document));
    this.#waiting.delete(document);
  }

  /** Checks one open file, if the setting says so or the file already has problems. */
  async #look(document: vscode.TextDocument): Promise<void> {
    const isShown = this.#problems.has(document.uri.toString());
    // Keep what the check of the workspace has found there.
    if (isShown && isTooLarge(document)) return;
    if (!isShown && !(mayUseService(document.getText()) && (await this.#checksOpenFiles()))) return;
    await rules();
    if (document.isClosed) return;
    await this.#set(document.uri.toString(), await this.#problemsOf(document), isTooLarge(document));
  }

  /** Problems from the last check of the workspace remain. */
  #close(document: vscode.TextDocument): void {
    this.#forget(document);
    const { uri } = document;
    if (this.#checked.has(uri.toString())) return;
    this.#problems.delete(uri.toString());
    this.#shown.delete(uri);
    this.#fixes();
  }

  /** Checks the folders of the workspace, or only the given one, as `vehicle-data-check` does. */
  async checkWorkspace(folder?: string): Promise<void> {
    const ofWorkspace = vscode.workspace.workspaceFolders ?? [];
    const onDisk = ofWorkspace.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
    if (folder === undefined && onDisk.length === 0) {
      await window.showWarningMessage(vscode.l10n.t('Open a folder on disk to check it.'));
      return;
    }
    const title = vscode.l10n.t('Checking for version 2.0…');
    const location = vscode.ProgressLocation.Notification;
    try {
      const folders = folder === undefined ? onDisk : [localPath(folder, onDisk)];
      const total = await window.withProgress({ title, location, cancellable: true }, (_, token) =>
        this.#checkFolders(folders, token),
      );
      if (total) void this.#tell(total);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      void window.showErrorMessage(vscode.l10n.t('The check failed: {0}', reason));
    }
  }

  /** Shows all fixes as edits of VS Code's own preview, which makes those that the person keeps. */
  async previewFixes(): Promise<void> {
    const { edit, count, changed } = await previewed(this.#problems);
    if (changed.length > 0) {
      const names = changed.map((uri) => vscode.workspace.asRelativePath(uri)).join(', ');
      void window.showWarningMessage(vscode.l10n.t('Changed since the check, so not in the preview: {0}.', names));
    }
    if (count > 0) await vscode.workspace.applyEdit(edit);
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    for (const each of this.#disposables) each.dispose();
  }

  /** Shown in place of the findings of a file, or in addition to those of its saved version. */
  #tooLarge(): vscode.Diagnostic {
    const text = vscode.l10n.t(
      'This file is larger than {0} kB, so it is checked with the workspace as saved, and not as you type.',
      mostUnits / 1000,
    );
    const diagnostic = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 0), text, vscode.DiagnosticSeverity.Information);
    diagnostic.source = 'Vehicle Data';
    return diagnostic;
  }

  /** Shows what was found in a file, and nothing if that is nothing. */
  async #set(uri: string, problems: readonly Problem[], tooLarge = false): Promise<void> {
    const { diagnosticOf } = await rules();
    this.#problems.set(uri, problems);
    const diagnostics = problems.map((problem) => diagnosticOf(problem, this.#extensionUri));
    this.#shown.set(vscode.Uri.parse(uri, true), tooLarge ? [...diagnostics, this.#tooLarge()] : diagnostics);
    this.#fixes();
  }

  /** How many there are; the palette offers their preview if there is one. */
  #fixes(): number {
    const { length } = [...this.#problems.values()].flat().filter(({ finding }) => finding.fix !== undefined);
    void vscode.commands.executeCommand('setContext', 'vehicleData.hasFixes', length > 0);
    return length;
  }

  async #problemsOf(document: vscode.TextDocument): Promise<readonly Problem[]> {
    if (isTooLarge(document)) return [];
    const { problemsOf } = await rules();
    return problemsOf(document, this.#checked.get(document.uri.toString()));
  }

  /** Undefined if it was cancelled. */
  async #checkFolders(folders: readonly string[], token: vscode.CancellationToken) {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const script = vscode.Uri.joinPath(this.#extensionUri, 'dist', 'check.js').fsPath;
    const problems = new Map<string, readonly Problem[]>();
    const contexts = new Map<string, ProjectContext>();
    let filesRead = 0;
    const unread: string[] = [];
    const { diagnosticOf, kindsText, placesIn } = await rules();
    const unreadKinds: FolderReport['unreadKinds'][number][] = [];
    for (const folder of folders) {
      let report: FolderReport | undefined;
      const onMessage = (message: unknown) => (report = message as FolderReport);
      await runProgram(script, [folder], { signal: stop.signal, onMessage }).catch((error: unknown) => {
        if (!token.isCancellationRequested) throw error;
      });
      if (!report) return undefined;
      filesRead += report.filesRead;
      for (const { path } of report.unread) unread.push(path);
      for (const each of report.unreadKinds) unreadKinds.push(each);
      for (const { path, text, findings, context } of report.files) {
        const uri = vscode.Uri.joinPath(vscode.Uri.file(folder), path).toString();
        const place = placesIn(text);
        const positionAt = (offset: number) => {
          const { line, column } = place(offset);
          return new vscode.Position(line - 1, column - 1);
        };
        const ofFile = findings.map((finding) => {
          const { start, end } = finding;
          const range = new vscode.Range(positionAt(start), positionAt(end));
          return { finding, range, found: text.slice(start, end) };
        });
        problems.set(uri, ofFile);
        contexts.set(uri, context);
      }
    }
    this.#checked = contexts;
    this.#problems.clear();
    this.#shown.clear();
    for (const [uri, found] of problems) this.#problems.set(uri, found);
    this.#shown.set(
      [...problems].map(([uri, found]) => [
        vscode.Uri.parse(uri, true),
        found.map((each) => diagnosticOf(each, this.#extensionUri)),
      ]),
    );
    await this.#addUnsaved(folders);
    const all = [...this.#problems.values()];
    return {
      findings: all.flat().length,
      fixes: this.#fixes(),
      files: all.filter(({ length }) => length > 0).length,
      filesRead,
      unread,
      unreadKinds: kindsText(unreadKinds),
    };
  }

  /** Unsaved changes are not on disk, so these files are checked with the content of the editor. */
  async #addUnsaved(folders: readonly string[]): Promise<void> {
    for (const document of vscode.workspace.textDocuments) {
      const { uri, isDirty } = document;
      if (!isDirty || uri.scheme !== 'file' || folders.every((folder) => pathBelow(folder, uri.fsPath) === undefined))
        continue;
      const key = uri.toString();
      if (!isTooLarge(document)) await this.#set(key, await this.#problemsOf(document));
      else if (this.#problems.has(key)) await this.#set(key, this.#problems.get(key) ?? [], true);
    }
  }

  async #tell(total: Total): Promise<void> {
    if (total.findings > 0) await vscode.commands.executeCommand('workbench.actions.view.problems');
    const preview = vscode.l10n.t('Preview Fixes');
    const buttons = total.fixes === 0 ? [] : [preview];
    if ((await window.showInformationMessage(summary(total), ...buttons)) === preview) await this.previewFixes();
  }

  async #checksOpenFiles(): Promise<boolean> {
    const mode = vscode.workspace.getConfiguration('vehicleData').get<string>('checkOpenFiles');
    if (mode !== 'auto') return mode === 'on';
    this.#isLarge ??= isLargeWorkspace();
    return !(await this.#isLarge);
  }
}

/** Avoids getting the text, because a document may be large. */
function isTooLarge(document: vscode.TextDocument): boolean {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end) > mostUnits;
}

async function isLargeWorkspace(): Promise<boolean> {
  const files = await vscode.workspace.findFiles('**/*', undefined, manyFiles + 1);
  return files.length > manyFiles;
}
