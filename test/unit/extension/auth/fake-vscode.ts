/**
 * What the edges of the room use of VS Code, as a module that stands in for `vscode`. It records what a person would
 * see and answers as `answers` says; a dialog without an answer is closed.
 */
import { Emitter } from '../../../../src/common/event.ts';
import { standInForVsCode } from '../../../tools/lib/stand-in-for-vscode.ts';
import { english } from '../../../../src/common/translate.ts';

standInForVsCode(import.meta.url);

export interface Shown {
  readonly kind: 'information' | 'warning' | 'error' | 'pick' | 'input' | 'progress' | 'status';
  readonly text: string;
  readonly isModal: boolean;
  readonly choices: readonly string[];
}

export const shown: Shown[] = [];
/** Buttons and picks to choose, by their label. */
export const answers: string[] = [];
export const executed: unknown[][] = [];
/** What commands that are executed answer, by their id. */
export const results = new Map<string, () => unknown>();
/** What `when` clauses see. */
export const context = new Map<string, unknown>();
export const registered = new Map<string, (argument?: object) => Promise<unknown>>();
export const copied: string[] = [];
/** What the browser does; false where none opens. */
export const browser = { open: (_url: unknown): Promise<boolean> => Promise.resolve(false) };
/** What a person types, for each input box that opens. */
export const typed: string[] = [];
/** The user's settings, by their whole name. */
export const configuration = new Map<string, unknown>();
/** Cancels the progress that is shown. */
export const cancel = new Emitter<void>();
/** Fires when a person comes to the window or leaves it. */
export const windowState = new Emitter<void>();

export function forgetAll(): void {
  for (const list of [shown, answers, executed, copied, typed]) list.length = 0;
  registered.clear();
  context.clear();
  results.clear();
  cancel.dispose();
}

function show(kind: Shown['kind'], text: string, choices: readonly string[] = [], isModal = false): string | undefined {
  shown.push({ kind, text, choices, isModal });
  const index = answers.findIndex((answer) => choices.includes(answer));
  return index < 0 ? undefined : answers.splice(index, 1)[0];
}

function message(kind: Shown['kind']) {
  return (text: string, ...rest: (string | { modal?: boolean })[]) => {
    const isModal = rest.some((item) => typeof item === 'object' && item.modal === true);
    const choices = rest.filter((item) => typeof item === 'string');
    return Promise.resolve(show(kind, text, choices, isModal));
  };
}

export const ProgressLocation = { Notification: 15 };
export const UIKind = { Desktop: 1, Web: 2 };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const ExtensionKind = { UI: 1, Workspace: 2 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const l10n = { t: english };

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class ThemeIcon extends ThemeColor {
  readonly color: ThemeColor | undefined;
  constructor(id: string, color?: ThemeColor) {
    super(id);
    this.color = color;
  }
}
export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
export class MarkdownString {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
export class Uri {
  static joinPath(_: unknown, ...path: string[]): string {
    return path.join('/');
  }
}

export const window = {
  state: { active: true, focused: true },
  onDidChangeWindowState: windowState.event,
  showInformationMessage: message('information'),
  showWarningMessage: message('warning'),
  showErrorMessage: message('error'),
  setStatusBarMessage: (text: string) => void show('status', text),
  showQuickPick: async (
    given: readonly { label: string }[] | Promise<readonly { label: string }[]>,
    { title }: { title: string },
  ) => {
    const items = await given;
    const label = show(
      'pick',
      title,
      items.map((item) => item.label),
    );
    return items.find((item) => item.label === label);
  },
  /** Is answered once it has items. */
  createQuickPick: () => {
    const [accepted, hidden] = [new Emitter<void>(), new Emitter<void>()];
    return {
      ...{ title: '', value: '', selectedItems: [] as unknown[], show: () => undefined, dispose: () => undefined },
      ...{ onDidAccept: accepted.event, onDidHide: hidden.event, onDidChangeValue: new Emitter<void>().event },
      set items(items: readonly { label: string }[]) {
        const labels = items.map((item) => item.label);
        const answer = show('pick', this.title, labels);
        this.selectedItems = items.filter(({ label }) => label === answer);
        (this.selectedItems.length > 0 ? accepted : hidden).fire();
      },
    };
  },
  showInputBox: ({ prompt }: { prompt: string }) => {
    show('input', prompt);
    return Promise.resolve(typed.shift());
  },
  withProgress: <T>(
    { title }: { title: string },
    work: (
      progress: object,
      token: { isCancellationRequested: boolean; onCancellationRequested: typeof cancel.event },
    ) => Promise<T>,
  ) => {
    show('progress', title);
    return work({ report: () => undefined }, { isCancellationRequested: false, onCancellationRequested: cancel.event });
  },
};

export const EventEmitter = Emitter;
export const Disposable = { from: () => ({ dispose: () => undefined }) };

export const workspace = {
  registerTextDocumentContentProvider: () => undefined,
  onDidCloseTextDocument: () => undefined,
  onDidChangeConfiguration: new Emitter<void>().event,
  getConfiguration: (section: string) => ({
    get: (key: string, otherwise?: unknown) => {
      const value = configuration.get(`${section}.${key}`);
      return value === undefined ? otherwise : value;
    },
  }),
};

export const commands = {
  registerCommand: (id: string, run: (argument?: object) => Promise<unknown>) => {
    registered.set(id, run);
    return { dispose: () => void registered.delete(id) };
  },
  executeCommand: (...command: unknown[]) => {
    const [id, key, value] = command;
    if (id === 'setContext') context.set(String(key), value);
    else executed.push(command);
    return Promise.resolve(results.get(String(id))?.());
  },
};

export const env = {
  language: 'en',
  uiKind: UIKind.Desktop,
  remoteName: undefined,
  uriScheme: 'vscode',
  openExternal: (url: unknown) => browser.open(url),
  clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
};
