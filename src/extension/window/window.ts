import * as vscode from 'vscode';
import { displayText, tooltipMarkdown } from './display-text.ts';
import { guarded, shown, shownValue } from './literal-texts.ts';

/** A progress report. */
interface ProgressReport {
  readonly message?: string;
  readonly increment?: number;
  /** Used in place of `message` for our own texts only, because links in it work. */
  readonly linked?: string;
}

type InputOptions = Omit<vscode.InputBoxOptions, 'validateInput'> & {
  readonly validateInput?: (text: string) => string | vscode.InputBoxValidationMessage | undefined;
};

type Message = 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage';

function messages(kind: Message) {
  function show(message: string, ...buttons: string[]): Thenable<string | undefined>;
  function show(message: string, options: vscode.MessageOptions, ...buttons: string[]): Thenable<string | undefined>;
  function show(message: string, ...rest: (vscode.MessageOptions | string)[]): Thenable<string | undefined> {
    const { detail, ...options } = rest.find((each) => typeof each !== 'string') ?? {};
    const buttons = rest.filter((each) => typeof each === 'string');
    const more = detail === undefined ? options : { ...options, detail: displayText(detail) };
    return vscode.window[kind](displayText(message), more, ...buttons);
  }
  return show;
}

const showWarningMessage = messages('showWarningMessage');

/**
 * Asks before something that another program may have started, because VS Code tells nobody who runs a command. The
 * first button has the focus and refuses, so that nobody agrees by typing on. VS Code adds Cancel: it puts a button that
 * stands for closing the dialog last, and the focus on the first of the others.
 */
async function confirm(message: string, yes: string, detail?: string, no = vscode.l10n.t('No')): Promise<boolean> {
  const options = { modal: true, ...(detail !== undefined && { detail }) };
  return (await showWarningMessage(message, options, no, yes)) === yes;
}

type Items<T> = readonly T[] | Thenable<readonly T[]>;

function showQuickPick<T extends vscode.QuickPickItem>(
  items: Items<T>,
  options: vscode.QuickPickOptions & { readonly canPickMany: true },
): Thenable<T[] | undefined>;
function showQuickPick<T extends vscode.QuickPickItem>(
  items: Items<T>,
  options: vscode.QuickPickOptions,
): Thenable<T | undefined>;
function showQuickPick<T extends vscode.QuickPickItem>(items: Items<T>, options: vscode.QuickPickOptions) {
  const all = (each: readonly T[]): readonly T[] => each.map(shown);
  const given = 'then' in items ? items.then(all) : all(items);
  return vscode.window.showQuickPick(given as Thenable<readonly T[]>, shown(options));
}

/**
 * VS Code's window, for everything that is shown outside web pages. Texts are displayed literally, whoever wrote them:
 * links, icons, line breaks and control characters have no effect. Icons are set by separate properties, and links by
 * `linked`.
 */
export const window = {
  showInformationMessage: messages('showInformationMessage'),
  showWarningMessage,
  showErrorMessage: messages('showErrorMessage'),
  showQuickPick,
  confirm,

  /** Asks for what only another program starts: in a notification, which takes no focus, then with all details. */
  async consent(message: string, detail: string): Promise<boolean> {
    const { l10n } = vscode;
    const [look, no] = [l10n.t('Allow…'), l10n.t('Don’t Allow')];
    if ((await showWarningMessage(message, look, no)) !== look) return false;
    return confirm(message, l10n.t('Allow'), detail, no);
  },

  /** An empty text is one that nobody has typed; otherwise `validateInput` decides about it. */
  showInputBox({ validateInput, ...options }: InputOptions) {
    type Verdict = ReturnType<NonNullable<typeof validateInput>>;
    let isUntouched = true;
    const check =
      validateInput &&
      ((text: string) => {
        // VS Code checks at once what nobody has typed yet, and a screen reader would begin with the error.
        if (isUntouched && text === '') return void (isUntouched = false);
        return shownValue('message', validateInput(text)) as Verdict;
      });
    return vscode.window.showInputBox({ ...shown(options), ...(check && { validateInput: check }) });
  },

  withProgress<T>(
    options: vscode.ProgressOptions,
    task: (progress: vscode.Progress<ProgressReport>, token: vscode.CancellationToken) => Thenable<T>,
  ): Thenable<T> {
    return vscode.window.withProgress<T>(shown(options), (progress, token) => {
      const report = ({ linked, ...rest }: ProgressReport) =>
        progress.report({ ...shown(rest), ...(linked !== undefined && { message: linked }) });
      return task({ report }, token);
    });
  },

  /** Says in the status bar, which no screen reader reads, that what was asked for is on the clipboard. */
  note: (text: string) => vscode.window.setStatusBarMessage(displayText(text), 5000),

  createQuickPick: <T extends vscode.QuickPickItem>() => guarded(vscode.window.createQuickPick<T>()),
  createInputBox: () => guarded(vscode.window.createInputBox()),

  createStatusBarItem: (id: string, alignment: vscode.StatusBarAlignment) =>
    guarded(vscode.window.createStatusBarItem(id, alignment)),
  /** The text of a status bar item, preceded by an icon. */
  statusText: (icon: string, text: string) => `$(${icon}) ${displayText(text)}`,

  createWebviewPanel: (viewType: string, title: string, column: vscode.ViewColumn) =>
    vscode.window.createWebviewPanel(viewType, displayText(title), column, { retainContextWhenHidden: true }),

  /** A tooltip with these lines, the first in bold. */
  tooltip(lines: readonly string[]): vscode.MarkdownString {
    return new vscode.MarkdownString(tooltipMarkdown(lines));
  },

  // These show only paths and files, no texts from elsewhere.
  showSaveDialog: (options: vscode.SaveDialogOptions) => vscode.window.showSaveDialog(options),
  showOpenDialog: (options: vscode.OpenDialogOptions) => vscode.window.showOpenDialog(options),
  showTextDocument: (document: vscode.TextDocument, options: vscode.TextDocumentShowOptions) =>
    vscode.window.showTextDocument(document, options),
};
