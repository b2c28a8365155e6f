import * as vscode from 'vscode';

/** The scheme of bodies that are edited; the manifest starts the extension for it. */
const draftScheme = 'vehicle-data-event';

interface Draft {
  readonly bytes: Uint8Array;
  readonly mtime: number;
}

/**
 * Bodies of events as files in memory, under `/WEBHOOK/NAME.json`. Whatever a person saves is sent as it is, byte for
 * byte; what VS Code saves by itself (files.autoSave) is only kept.
 */
export class EventDrafts implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #send: (webhookId: string, body: Uint8Array) => Promise<unknown>;
  readonly #drafts = new Map<string, Draft>();
  readonly #savedByPerson = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #registered: vscode.Disposable;
  readonly onDidChangeFile = this.#changed.event;

  /** @param send may reject: then VS Code says why, and the text stays unsaved */
  constructor(send: (webhookId: string, body: Uint8Array) => Promise<unknown>) {
    this.#send = send;
    this.#registered = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerFileSystemProvider(draftScheme, this, { isCaseSensitive: true }),
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme !== draftScheme) return;
        if (reason === vscode.TextDocumentSaveReason.Manual) this.#savedByPerson.add(uri.path);
        else this.#savedByPerson.delete(uri.path);
      }),
    );
  }

  dispose(): void {
    this.#registered.dispose();
  }

  /** Opens a body for editing, or the one of this name that is being edited. */
  async open(webhookId: string, name: string, bytes: Uint8Array): Promise<void> {
    const uri = vscode.Uri.from({ scheme: draftScheme, path: `/${webhookId}/${name}.json` });
    if (!this.#drafts.has(uri.path)) this.#keep(uri, bytes);
    await vscode.commands.executeCommand('vscode.open', uri);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, mtime } = this.#draft(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#draft(uri).bytes;
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const [, webhookId = ''] = uri.path.split('/');
    if (this.#savedByPerson.delete(uri.path)) await this.#send(webhookId, bytes);
    this.#keep(uri, bytes);
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  #draft(uri: vscode.Uri): Draft {
    const draft = this.#drafts.get(uri.path);
    if (!draft) throw vscode.FileSystemError.FileNotFound(uri);
    return draft;
  }

  #keep(uri: vscode.Uri, bytes: Uint8Array): void {
    const mtime = (this.#drafts.get(uri.path)?.mtime ?? 0) + 1;
    this.#drafts.set(uri.path, { bytes, mtime });
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}
