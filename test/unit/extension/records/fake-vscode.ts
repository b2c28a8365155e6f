/**
 * What the room uses of VS Code, as the module that it and what it imports of the extension get for `vscode` where they are
 * imported with the mark. A person's choices are the test's; what a person would see is noted.
 */
import { registerHooks } from 'node:module';
import { Emitter } from '../../../../src/common/event.ts';
import { english } from '../../../../src/common/translate.ts';
import { markOf, standInForVsCode } from '../../../tools/lib/stand-in-for-vscode.ts';
import { FakePanel } from './fake-panel.ts';

const mark = 'records';
standInForVsCode(import.meta.url, mark);
registerHooks({
  // What they import of the extension gets the same stand-in; other tests have others.
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const isOurs = markOf(context.parentURL) === mark && /\/src\/extension\/[^?]*$/.test(resolved.url);
    return isOurs ? { ...resolved, url: `${resolved.url}?${mark}` } : resolved;
  },
});

export interface FakeUri {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
  with(change: { readonly path: string }): FakeUri;
  toString(): string;
}

export function uri(scheme: string, path: string): FakeUri {
  const text = scheme === 'file' ? `file://${path}` : `${scheme}:${path}`;
  return { scheme, path, fsPath: path, with: (change) => uri(scheme, change.path), toString: () => text };
}

/** What a person has and does, and what they would see. */
export class FakePerson {
  readonly seen: string[] = [];
  /** Which of the choices in a list is taken; undefined: the list is closed. */
  choice: number | undefined;
  /** Where to save, or what to open; undefined: the dialog is closed. */
  place: FakeUri | undefined;
  /** The button that is pressed under what is said. */
  button: string | undefined;
  readonly cancel = new Emitter<void>();
  /** In percent; what happens when it grows. */
  progress = 0;
  onProgress: () => void = () => undefined;
  language = 'en';
  readonly copied: string[] = [];
  /** Documents that were opened, and pairs that were compared, by their names and texts. */
  readonly documents: (readonly [name: string, text: string])[] = [];
  /** Commands that were run, but for those that set the context. */
  readonly executed: (readonly [id: string, ...args: unknown[]])[] = [];
  /** What commands answer. */
  result: unknown = true;
  readonly context = new Map<string, unknown>();
  readonly settings = new Map<string, unknown>([['vehicleData.viewer.energyUnit', 'kWh']]);
  readonly panels: FakePanel[] = [];
  /** A file system that is none of this machine's: its files, what has gone on in it, and how writing fails. */
  readonly files = new Map<string, string | Uint8Array>();
  readonly done: string[] = [];
  failure: Error | undefined;
}

let person = new FakePerson();
let texts: ((at: FakeUri) => string) | undefined;
const settingsChanged = new Emitter<{ affectsConfiguration(section: string): boolean }>();

/** Begins with a person who has seen nothing. */
export function newPerson(): FakePerson {
  person = new FakePerson();
  return person;
}

export function setSetting(name: string, value: unknown): void {
  person.settings.set(name, value);
  settingsChanged.fire({ affectsConfiguration: (section) => section === name });
}

function say(text: string): Promise<string | undefined> {
  person.seen.push(text);
  return Promise.resolve(person.button);
}

const nothing = { dispose: () => undefined };

export { Emitter as EventEmitter };
export const Disposable = { from: () => nothing };
export const ViewColumn = { Active: -1, Beside: -2 };
export const ProgressLocation = { Notification: 15 };
export const l10n = { t: english, bundle: undefined };
export const env = {
  get language() {
    return person.language;
  },
  clipboard: { writeText: (text: string) => Promise.resolve(void person.copied.push(text)) },
};
export const Uri = {
  file: (path: string) => uri('file', path),
  parse(text: string) {
    const [, scheme = '', path = ''] = /^([\w-]+):(?:\/\/)?(.*)$/.exec(text) ?? [];
    return uri(scheme, path);
  },
  from: ({ scheme, path }: FakeUri) => uri(scheme, path),
  joinPath: (base: FakeUri, ...names: string[]) => uri(base.scheme, [base.path, ...names].join('/')),
};

export const workspace = {
  workspaceFolders: [{ uri: uri('file', '/project') }],
  getConfiguration: (section: string) => ({ get: (name: string) => person.settings.get(`${section}.${name}`) }),
  onDidChangeConfiguration: settingsChanged.event,
  onDidCloseTextDocument: () => nothing,
  registerTextDocumentContentProvider: (_: string, provider: { provideTextDocumentContent(at: FakeUri): string }) => {
    texts = (at) => provider.provideTextDocumentContent(at);
    return nothing;
  },
  openTextDocument: (at: FakeUri) => Promise.resolve(at),
  fs: {
    stat({ path }: FakeUri) {
      const file = person.files.get(path);
      return file === undefined ? Promise.reject(new Error('none')) : Promise.resolve({ type: 1, size: file.length });
    },
    readFile: ({ path }: FakeUri) => Promise.resolve(Buffer.from(person.files.get(path) ?? '')),
    writeFile({ path }: FakeUri, bytes: Uint8Array) {
      person.done.push('write');
      person.files.set(path, Buffer.from(bytes).toString());
      return person.failure ? Promise.reject(person.failure) : Promise.resolve();
    },
    rename(from: FakeUri, to: FakeUri, { overwrite }: { overwrite: boolean }) {
      person.done.push(overwrite ? 'rename over' : 'rename');
      person.files.set(to.path, person.files.get(from.path) ?? '');
      person.files.delete(from.path);
      return Promise.resolve();
    },
    delete({ path }: FakeUri) {
      person.done.push('delete');
      person.files.delete(path);
      return Promise.resolve();
    },
  },
};

function noted(at: FakeUri): void {
  person.documents.push([at.path.slice(at.path.lastIndexOf('/') + 1), texts?.(at) ?? '']);
}

export const window = {
  createWebviewPanel(_: string, title: string) {
    const panel = new FakePanel(title);
    person.panels.push(panel);
    return panel;
  },
  showQuickPick: (choices: readonly { label: string }[], { title }: { title: string }) => {
    person.seen.push(`${title}: ${choices.map(({ label }) => label).join(' | ')}`);
    return Promise.resolve(person.choice === undefined ? undefined : choices[person.choice]);
  },
  showSaveDialog: ({ defaultUri, filters }: { defaultUri: FakeUri; filters: Record<string, string[]> }) => {
    person.seen.push(`save ${defaultUri.path} ${JSON.stringify(filters)}`);
    return Promise.resolve(person.place);
  },
  showOpenDialog: () => Promise.resolve(person.place && [person.place]),
  showTextDocument: (at: FakeUri) => Promise.resolve(noted(at)),
  withProgress: <T>(
    { title, cancellable }: { title: string; cancellable: boolean },
    work: (report: object, token: object) => Promise<T>,
  ) => {
    person.seen.push(cancellable ? `${title} (Cancel)` : title);
    const report = ({ increment }: { increment: number }) => {
      person.progress += increment;
      person.onProgress();
    };
    return work({ report }, { isCancellationRequested: false, onCancellationRequested: person.cancel.event });
  },
  showInformationMessage: (text: string) => say(text),
  showErrorMessage: (text: string) => say(`Error: ${text}`),
  setStatusBarMessage: (text: string) => void say(text),
};

export const commands = {
  executeCommand(id: string, ...args: unknown[]) {
    if (id === 'setContext') person.context.set(String(args[0]), args[1]);
    else if (id === 'vscode.diff') for (const each of args.slice(0, 2)) noted(each as FakeUri);
    else person.executed.push([id, ...args]);
    return Promise.resolve(person.result);
  },
};
