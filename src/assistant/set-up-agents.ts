import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { MemoryDocuments } from '../window/memory-documents.ts';
import { window } from '../window/window.ts';
import type { AgentAccess, AgentPair } from './agent-access.ts';
import { type AgentConfig, agentConfigs, type Places, serverName } from './agent-configs.ts';
import { readConfig } from './config-file.ts';
import { type Launcher, writeLauncher } from './launcher.ts';

export interface SetUpAgentsDeps {
  readonly launcher: Launcher;
  readonly access: AgentAccess;
  /** What an account is called; undefined where there is none any more. */
  readonly nameOf: (account: string) => Promise<string | undefined>;
}

/** `Set Up Other Agents…`: their configuration, with a preview, and what they may read. */
export class SetUpAgents {
  readonly #deps: SetUpAgentsDeps;
  readonly #documents = new MemoryDocuments('vehicle-data-agents');

  constructor(deps: SetUpAgentsDeps) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { l10n } = vscode;
    const places = placesOfWindow();
    const configs = agentConfigs(places, startOf(this.#deps.launcher)).map((config) => {
      return { label: config.agent, description: shortPath(config.file, places), run: () => this.#preview(config) };
    });
    const pairs = await this.#pairs();
    const separator = { label: l10n.t('Access to accounts'), kind: vscode.QuickPickItemKind.Separator };
    const items = [...configs, ...(pairs.length === 0 ? [] : [{ ...separator, run: undefined }, ...pairs])];
    const placeHolder = l10n.t('Select the agent that will use the tools of this extension');
    const picked = await window.showQuickPick(items, { placeHolder, matchOnDescription: true });
    await picked?.run?.();
  }

  dispose(): void {
    this.#documents.dispose();
  }

  async #preview(config: AgentConfig): Promise<void> {
    const { l10n } = vscode;
    const { file, agent } = config;
    const { text: before, added } = await readConfig(config);
    const [open, copy, add] = [l10n.t('Open File'), l10n.t('Copy'), l10n.t('Add')];
    if (typeof added === 'string') {
      const message =
        added === 'present'
          ? l10n.t('{0} already has a server “{1}” in {2}.', agent, serverName, file)
          : l10n.t('{0} can’t be changed safely. Copy the server and add it yourself.', file);
      const answer = await window.showInformationMessage(message, open, copy);
      if (answer === open) await show(file);
      if (answer === copy) await this.#copy(config);
      return;
    }
    const name = path.basename(file);
    await this.#documents.compare(
      { name, text: before },
      { name: l10n.t('with {0}', serverName) + path.extname(file), text: added.text },
    );
    const message = config.isShared
      ? l10n.t('Add “{0}” to {1}? Others who open this project get it too, and need the extension.', serverName, file)
      : l10n.t('Add “{0}” to {1}?', serverName, file);
    const answer = await window.showInformationMessage(message, add, copy);
    if (answer === copy) await this.#copy(config);
    if (answer === add) await this.#add(config);
  }

  /** To what the file holds by now. */
  async #add(config: AgentConfig): Promise<void> {
    const { l10n } = vscode;
    const { file, agent } = config;
    try {
      const { added } = await readConfig(config);
      if (typeof added === 'string') throw new Error(l10n.t('The file has changed. Run the command again.'));
      await writeLauncher(this.#deps.launcher);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, added.text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      void window.showErrorMessage(l10n.t('{0} was not changed: {1}', file, reason));
      return;
    }
    await show(file);
    void window.showInformationMessage(l10n.t('Done. Restart {0} to use the tools.', agent));
  }

  async #copy({ snippet }: AgentConfig): Promise<void> {
    await writeLauncher(this.#deps.launcher);
    await vscode.env.clipboard.writeText(snippet);
  }

  /** What agents may read, and what they may not. */
  async #pairs() {
    const { l10n } = vscode;
    const { access } = this.#deps;
    const line = async (pair: AgentPair, isAllowed: boolean) => {
      const name = (await this.#deps.nameOf(pair.account)) ?? l10n.t('deleted account');
      const description = isAllowed
        ? l10n.t('has access (select to revoke)')
        : l10n.t('was refused (select to ask again)');
      return { label: `${pair.client} · ${name}`, description, run: () => this.#forget(pair, name, isAllowed) };
    };
    return Promise.all([
      ...(await access.allowed()).map((pair) => line(pair, true)),
      ...access.refused().map((pair) => line(pair, false)),
    ]);
  }

  async #forget(pair: AgentPair, name: string, isAllowed: boolean): Promise<void> {
    const { l10n } = vscode;
    const forget = isAllowed ? l10n.t('Revoke Access') : l10n.t('Ask Again');
    const message = isAllowed
      ? l10n.t('Revoke access of “{0}” to “{1}”?', pair.client, name)
      : l10n.t('Let “{0}” ask again for access to “{1}”?', pair.client, name);
    if ((await window.showWarningMessage(message, { modal: true }, forget)) === forget) {
      await this.#deps.access.forget(pair);
    }
  }
}

function placesOfWindow(): Places {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  return { platform: process.platform, home: homedir(), env: process.env, workspace: folder?.uri.fsPath };
}

/** As people write it: below the workspace, or below their home. */
function shortPath(file: string, { home, workspace }: Pick<Places, 'home' | 'workspace'>): string {
  if (workspace !== undefined && file.startsWith(workspace + path.sep)) return path.relative(workspace, file);
  return file.startsWith(home + path.sep) ? path.join('~', path.relative(home, file)) : file;
}

/** By VS Code's own executable where it can be Node: not everybody has one, and apps don't see a shell's PATH. */
function startOf({ file: launcher }: Launcher) {
  if (!process.versions.electron) return { launcher, command: 'node' };
  return { launcher, command: process.execPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
}

async function show(file: string): Promise<void> {
  await window.showTextDocument(await vscode.workspace.openTextDocument(file), {});
}
