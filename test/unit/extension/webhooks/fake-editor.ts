/** What `event-drafts.ts` uses of VS Code, as the module that it gets for `vscode`. */
import { Emitter } from '../../../../src/common/event.ts';
import { standInForVsCode } from '../../../tools/lib/stand-in-for-vscode.ts';

standInForVsCode(import.meta.url, 'event-drafts');

interface FakeUri {
  readonly scheme: string;
  readonly path: string;
}
interface WillSave {
  readonly document: { readonly uri: FakeUri };
  readonly reason: number;
}

export const opened: FakeUri[] = [];
export const willSave = new Emitter<WillSave>();

export const Uri = { from: (parts: FakeUri) => parts };
export const Disposable = { from: () => ({ dispose: () => undefined }) };
export const FileType = { File: 1 };
export const FileChangeType = { Changed: 1 };
export const TextDocumentSaveReason = { Manual: 1, AfterDelay: 2, FocusOut: 3 };
export const FileSystemError = {
  FileNotFound: () => new Error('FileNotFound'),
  NoPermissions: () => new Error('NoPermissions'),
};
export { Emitter as EventEmitter };
export const commands = {
  executeCommand: (_: 'vscode.open', uri: FakeUri) => {
    opened.push(uri);
    return Promise.resolve();
  },
};
export const workspace = {
  registerFileSystemProvider: () => ({ dispose: () => undefined }),
  onWillSaveTextDocument: willSave.event,
};
