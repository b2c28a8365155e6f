import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';

const client = `const token = 'https://auth.smartcar.com/oauth/token';
const { percentRemaining } = await (await fetch(url, 'client_credentials')).json();
`;

describe('the migration check', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vehicle-data-migration-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function file(name: string, text = client): Promise<vscode.Uri> {
    const path = join(folder, name);
    await writeFile(path, text);
    return vscode.Uri.file(path);
  }

  /** Those of other extensions are left out: TypeScript has some as well. */
  const found = (uri: vscode.Uri) =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Vehicle Data');
  const kinds = (uri: vscode.Uri) => found(uri).map(({ code }) => (typeof code === 'object' ? code.value : code));

  const problems = (uri: vscode.Uri, expected: readonly string[]) => until(() => kinds(uri).join() === expected.join());

  /** Resolves once the problems are as expected. */
  function until(isThere: () => boolean): Promise<void> {
    if (isThere()) return Promise.resolve();
    return new Promise((resolve) => {
      const listener = vscode.languages.onDidChangeDiagnostics(() => {
        if (!isThere()) return;
        listener.dispose();
        resolve();
      });
    });
  }

  /** An action of ours. On a busy machine the window knows a problem later than the extension host does. */
  async function actionOf(uri: vscode.Uri, range: vscode.Range, kind: string, title: RegExp) {
    for (;;) {
      const ask = ['vscode.executeCodeActionProvider', uri, range, kind] as const;
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(...ask);
      const action = actions.find((each) => each.edit && title.test(each.title));
      if (action) return action;
    }
  }

  it('shows what an open file has, offers the certain fix, and follows the change', async () => {
    const uri = await file('open.ts');
    const document = await vscode.workspace.openTextDocument(uri);
    await problems(uri, ['token-address', 'scale']);

    const [first] = found(uri);
    assert.ok(first);
    const { title, edit } = await actionOf(uri, first.range, 'quickfix', /^Replace with/);
    assert.match(title, /iam\.smartcar\.com\/oauth2\/token/);
    assert.ok(edit && (await vscode.workspace.applyEdit(edit)));
    assert.match(document.getText(), /^const token = 'https:\/\/iam\.smartcar\.com\/oauth2\/token';$/m);
    await problems(uri, ['scale']);
  });

  it('begins a problem with what it is about, and says the rest below', async () => {
    const uri = await file('about.ts');
    await vscode.workspace.openTextDocument(uri);
    await problems(uri, ['token-address', 'scale']);
    const [address = [], level = []] = found(uri).map(({ message }) => message.split('\n'));
    const [token, iam] = ['https://auth.smartcar.com/oauth/token', 'https://iam.smartcar.com/oauth2/token'];
    assert.equal(address[0], `${token} → ${iam}; application token instead of a code`);
    assert.match(address[1] ?? '', /^Token endpoint of version 2\.0\. Version 3 has its own token endpoint\. /);
    assert.match(level[0] ?? '', /^percentRemaining → tractionbattery-stateofcharge: value; /);
  });

  it('fixes all of a file at once, by the lightbulb and as a source action, and not on save', async () => {
    const uri = await file('all.ts', client.repeat(2).replaceAll('const', 'var'));
    const document = await vscode.workspace.openTextDocument(uri);
    await problems(uri, ['token-address', 'scale', 'token-address', 'scale']);
    const whole = document.validateRange(new vscode.Range(0, 0, 10, 0));
    const all = (kind: string) => actionOf(uri, whole, kind, /^Fix All for Version 3 in File$/);
    await all('quickfix');
    const { edit, kind } = await all('source.vehicleData');
    assert.ok(kind && !vscode.CodeActionKind.SourceFixAll.intersects(kind));
    assert.ok(edit && (await vscode.workspace.applyEdit(edit)));
    assert.doesNotMatch(document.getText(), /auth\.smartcar/);
    await problems(uri, ['scale', 'scale']);
  });

  it('shows what a folder has, files that are not open included', async () => {
    const uri = await file('closed.ts');
    await vscode.commands.executeCommand('vehicleData.checkWorkspace', { folder });
    assert.deepEqual(kinds(uri), ['token-address', 'scale']);
    const [first] = found(uri);
    assert.deepEqual([first?.range.start.line, first?.range.start.character], [0, 15]);
  });

  it('lets those who have moved call a field of their own by a name of version 2.0, while they type too', async () => {
    const page = 'export const text = (car) => (car.isPluggedIn ? 1 : car.percentRemaining);\n';
    const request = 'fetch(`https://vehicle.api.smartcar.com/v3/vehicles/${id}/vin`);\n';
    const moved = join(folder, 'moved');
    await mkdir(moved);
    const uri = await file('moved/page.ts', page);
    const api = await file('moved/api.ts', request + page);
    // Before any check of the folder, by its own text.
    await vscode.workspace.openTextDocument(api);
    await problems(api, ['invented-path', 'scale']);
    await vscode.commands.executeCommand('vehicleData.checkWorkspace', { folder: moved });
    assert.deepEqual(kinds(uri), ['scale']);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), '\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until(() => found(uri)[0]?.range.start.line === 1);
    assert.deepEqual(kinds(uri), ['scale']);
  });

  it('says that a large file is checked as it is saved, and keeps what the check of the folder has found there', async () => {
    const uri = await file('large.ts', client + `${' '.repeat(99)}\n`.repeat(3000));
    await vscode.workspace.openTextDocument(uri);
    await until(() => found(uri).length === 1);
    assert.match(found(uri)[0]?.message ?? '', /250 kB/);
    await vscode.commands.executeCommand('vehicleData.checkWorkspace', { folder });
    await problems(uri, ['token-address', 'scale']);
  });

  it('reads what is not saved from the editor, and leaves it unsaved', async () => {
    const uri = await file('unsaved.ts');
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), '\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await vscode.commands.executeCommand('vehicleData.checkWorkspace', { folder });
    assert.deepEqual([kinds(uri)[0], found(uri)[0]?.range.start.line], ['token-address', 1]);
    assert.ok(document.isDirty);
    assert.equal(await readFile(uri.fsPath, 'utf8'), client);
  });
});
