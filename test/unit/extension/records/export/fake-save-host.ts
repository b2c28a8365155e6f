/**
 * What `save-file.ts` uses of VS Code, and nothing more, as the module that it and `window.ts` get for `vscode`. A person's choices are the
 * test's; what a person would see is noted.
 */
import { registerHooks } from 'node:module';
import { markOf, standInForVsCode } from '../../../../tools/lib/stand-in-for-vscode.ts';
import { Emitter } from '../../../../../src/common/event.ts';
import { english } from '../../../../../src/common/translate.ts';

const mark = 'save-file';
standInForVsCode(import.meta.url, mark);
registerHooks({
  // What they import of the same room gets the same stand-in; other tests have others.
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const isOurs = markOf(context.parentURL) === mark && /\/(?:window|save-place)\.ts$/.test(specifier);
    return isOurs ? { ...resolved, url: `${resolved.url}?${mark}` } : resolved;
  },
});

/** A place in a file system. */
export interface FakeUri {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
  with(change: { readonly path: string }): FakeUri;
}

export function uri(scheme: string, path: string): FakeUri {
  return { scheme, path, fsPath: path, with: (change) => uri(scheme, change.path) };
}

/** A file system that is none of this machine's. */
export class FakeFileSystem {
  readonly files = new Map<string, string>();
  /** What has gone on, in its order. */
  readonly done: string[] = [];
  /** How writing fails, if it does. */
  failure: Error | undefined;

  writeFile({ path }: FakeUri, bytes: Uint8Array): Promise<void> {
    this.done.push('write');
    this.files.set(path, Buffer.from(bytes).toString());
    return this.failure ? Promise.reject(this.failure) : Promise.resolve();
  }

  rename(from: FakeUri, to: FakeUri, { overwrite }: { overwrite: boolean }): Promise<void> {
    this.done.push(overwrite ? 'rename over' : 'rename');
    this.files.set(to.path, this.files.get(from.path) ?? '');
    this.files.delete(from.path);
    return Promise.resolve();
  }

  delete({ path }: FakeUri): Promise<void> {
    this.done.push('delete');
    this.files.delete(path);
    return Promise.resolve();
  }
}

/** One person, one export. */
export class FakePerson {
  /** Where to save; undefined: the dialog is closed. */
  target: FakeUri | undefined;
  /** Which of the choices; undefined: the list is closed. */
  choice: number | undefined;
  /** The button that is pressed under what is said. */
  button: string | undefined;
  readonly cancel = new Emitter<void>();
  readonly fs = new FakeFileSystem();
  /** What was asked, said or opened. */
  readonly seen: string[] = [];
  /** In percent. */
  progress = 0;
}

let person = new FakePerson();

/** Begins with a person who has seen nothing. */
export function newPerson(): FakePerson {
  person = new FakePerson();
  return person;
}

function say(text: string): Promise<string | undefined> {
  person.seen.push(text);
  return Promise.resolve(person.button);
}

export const l10n = { t: english };
export const ProgressLocation = { Notification: 15 };
export const Uri = {
  file: (path: string) => uri('file', path),
  joinPath: ({ scheme, path }: FakeUri, name: string) => uri(scheme, `${path}/${name}`),
};

export const workspace = {
  workspaceFolders: [{ uri: uri('file', '/project') }],
  get fs() {
    return person.fs;
  },
};

export const window = {
  showQuickPick: (choices: readonly { label: string }[]) => {
    person.seen.push(`choose ${choices.map(({ label }) => label).join('|')}`);
    return Promise.resolve(person.choice === undefined ? undefined : choices[person.choice]);
  },
  showSaveDialog: ({ defaultUri, filters }: { defaultUri: FakeUri; filters: Record<string, string[]> }) => {
    person.seen.push(`save ${defaultUri.path} ${JSON.stringify(filters)}`);
    return Promise.resolve(person.target);
  },
  withProgress: <T>(
    { title, cancellable }: { title: string; cancellable: boolean },
    work: (report: object, token: object) => Promise<T>,
  ) => {
    person.seen.push(cancellable ? `${title} (Cancel)` : title);
    const report = ({ increment }: { increment: number }) => (person.progress += increment);
    return work({ report }, { isCancellationRequested: false, onCancellationRequested: person.cancel.event });
  },
  showInformationMessage: (text: string) => say(text),
  showErrorMessage: (text: string) => say(`Error: ${text}`),
};

export const commands = {
  executeCommand: (command: string, { path }: FakeUri) => Promise.resolve(void person.seen.push(`${command} ${path}`)),
};
