import * as vscode from 'vscode';
import { displayText } from './display-text.ts';
import { tooltipMarkdown } from './tooltip-markdown.ts';

/** What a notification of progress can be told. */
interface ProgressReport {
  readonly message?: string;
  readonly increment?: number;
  /** In place of `message`: our own words alone, whose links work. */
  readonly linked?: string;
}

type InputOptions = Omit<vscode.InputBoxOptions, 'validateInput'> & {
  readonly validateInput?: (text: string) => string | vscode.InputBoxValidationMessage | undefined;
};

/** The keys under which VS Code's objects hold what is shown of them. */
const shownKeys: readonly string[] = [
  ...['label', 'description', 'detail', 'title', 'prompt', 'placeHolder', 'placeholder', 'message'],
  ...['tooltip', 'validationMessage', 'accessibilityInformation'],
];

/** A copy whose texts show as they read, whoever wrote them. */
function shown<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, shownValue(key, value)])) as T;
}

function shownValue(key: string, value: unknown): unknown {
  if (key === 'items') return (value as object[]).map(shown);
  if (!shownKeys.includes(key)) return value;
  if (typeof value === 'string') return displayText(value);
  // Markdown comes from `tooltip` below.
  return value?.constructor === Object ? shown(value) : value;
}

/** The same object, except that what is set on it to be shown shows as it reads, and for what stands in place of its own. */
function guarded<T extends object>(object: T, own: Partial<T> = {}): T {
  return new Proxy(object, {
    get(target, key) {
      const value: unknown = Reflect.get(key in own ? own : target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, shownValue(String(key), value)),
  });
}

/** A label and a description may stand in a tree item as its constructor left them, so the item is changed in place. */
function shownItem(item: vscode.TreeItem): vscode.TreeItem {
  return Object.assign(item, shown({ ...item }));
}

/**
 * Trees gather their changes until the end of a turn, and VS Code finds no line that it has not been told of. One that is
 * gone by then is nothing to reveal.
 */
async function reveal<T>(view: vscode.TreeView<T>, ...line: Parameters<vscode.TreeView<T>['reveal']>): Promise<void> {
  await new Promise((resume) => setImmediate(resume));
  await Promise.resolve(view.reveal(...line)).catch(() => undefined);
}

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
 * VS Code's window, for all that is shown outside web pages. Text is text here: links, icons, line breaks and marks that
 * steer a display do nothing, whoever wrote them. Icons have properties of their own, and links `linked`.
 */
export const window = {
  showInformationMessage: messages('showInformationMessage'),
  showWarningMessage: messages('showWarningMessage'),
  showErrorMessage: messages('showErrorMessage'),
  showQuickPick,

  showInputBox({ validateInput, ...options }: InputOptions) {
    type Verdict = ReturnType<NonNullable<typeof validateInput>>;
    const check = validateInput && ((text: string) => shownValue('message', validateInput(text)) as Verdict);
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

  setStatusBarMessage: (text: string, ms: number) => vscode.window.setStatusBarMessage(displayText(text), ms),

  createQuickPick: <T extends vscode.QuickPickItem>() => guarded(vscode.window.createQuickPick<T>()),
  createInputBox: () => guarded(vscode.window.createInputBox()),

  createTreeView<T>(id: string, { treeDataProvider: provider, ...options }: vscode.TreeViewOptions<T>) {
    const resolve = provider.resolveTreeItem?.bind(provider);
    const treeDataProvider: vscode.TreeDataProvider<T> = {
      ...provider,
      getTreeItem: async (element) => shownItem(await provider.getTreeItem(element)),
      ...(resolve && {
        resolveTreeItem: async (item, element, token) => shownItem((await resolve(item, element, token)) ?? item),
      }),
    };
    const view = vscode.window.createTreeView(id, { ...options, treeDataProvider });
    return guarded(view, { reveal: (...line) => reveal(view, ...line) });
  },

  createStatusBarItem: (id: string, alignment: vscode.StatusBarAlignment) =>
    guarded(vscode.window.createStatusBarItem(id, alignment)),
  /** The text of an item in the status bar, with the icon before it. */
  statusText: (icon: string, text: string) => `$(${icon}) ${displayText(text)}`,

  createWebviewPanel: (viewType: string, title: string, column: vscode.ViewColumn) =>
    vscode.window.createWebviewPanel(viewType, displayText(title), column),

  /** A tooltip of these lines, the first in bold. */
  tooltip(lines: readonly string[]): vscode.MarkdownString {
    return new vscode.MarkdownString(tooltipMarkdown(lines));
  },

  // These show nothing of others, or files, which have paths.
  showSaveDialog: (options: vscode.SaveDialogOptions) => vscode.window.showSaveDialog(options),
  showOpenDialog: (options: vscode.OpenDialogOptions) => vscode.window.showOpenDialog(options),
  showTextDocument: (document: vscode.TextDocument, options: vscode.TextDocumentShowOptions) =>
    vscode.window.showTextDocument(document, options),
};
