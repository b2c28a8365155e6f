import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../common/translate.ts';
import { MemoryDocuments } from '../window/memory-documents.ts';
import { window } from '../window/window.ts';
import type { AgentAccess, AgentPair } from './agent-access.ts';
import { type AgentConfig, agentConfigs, type Places, serverName, type Start } from './agent-configs.ts';
import { addServer, type ConfigFile, questionOf, readConfig, refusalOf } from './config-file.ts';
import { lastingProgram } from './lasting-program.ts';
import { type Launcher, writeLauncher } from './launcher.ts';

/** `Set Up Other Agents…`: adds the server to their configuration, with a preview, and manages what they may read. */
export class SetUpAgents {
  readonly #launcher: Launcher;
  readonly #access: AgentAccess;
  readonly #nameOf: (account: string) => Promise<string | undefined>;
  readonly #documents = new MemoryDocuments('vehicle-data-agents');

  /** @param nameOf the name of an account; undefined if it no longer exists */
  constructor(launcher: Launcher, access: AgentAccess, nameOf: (account: string) => Promise<string | undefined>) {
    this.#launcher = launcher;
    this.#access = access;
    this.#nameOf = nameOf;
  }

  async run(): Promise<void> {
    const { l10n } = vscode;
    const places = placesOfWindow();
    const configs = agentConfigs(places, startOf(this.#launcher, places)).map((config) => {
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
    const found = await readConfig(config);
    const { text: before, added, leadsTo } = found;
    const [open, copy, add] = [l10n.t('Open File'), l10n.t('Copy'), l10n.t('Add')];
    if (typeof added === 'string') {
      const message =
        added === 'present'
          ? t('{0} already has a server “{1}” in {2}.', agent, serverName, file)
          : refusalOf(added, file);
      // A folder or a file that is too large cannot be opened in an editor either.
      const buttons = added === 'present' || added === 'unreadable' ? [open, copy] : [copy];
      const answer = await window.showInformationMessage(message, ...buttons);
      if (answer === open) await show(file);
      if (answer === copy) await this.#copy(config);
      return;
    }
    const name = path.basename(file);
    await this.#documents.compare(
      { name, text: before },
      { name: l10n.t('with {0}', serverName) + path.extname(file), text: added.text },
    );
    const ask = leadsTo === undefined ? window.showInformationMessage : window.showWarningMessage;
    const answer = await ask(questionOf(config, found), add, copy);
    if (answer === copy) await this.#copy(config);
    if (answer === add) await this.#add(config, found);
  }

  async #add(config: AgentConfig, asked: ConfigFile): Promise<void> {
    const { l10n } = vscode;
    const { file, agent } = config;
    try {
      await writeLauncher(this.#launcher);
      await addServer(config, asked);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const copy = l10n.t('Copy');
      const answer = await window.showErrorMessage(l10n.t('{0} was not changed: {1}', file, reason), copy);
      if (answer === copy) await this.#copy(config);
      return;
    }
    await show(file);
    void window.showInformationMessage(l10n.t('Done. Restart {0} to use the tools.', agent));
  }

  async #copy({ snippet }: AgentConfig): Promise<void> {
    await writeLauncher(this.#launcher);
    await vscode.env.clipboard.writeText(snippet);
  }

  /** What agents may read, and what was refused. */
  async #pairs() {
    const { l10n } = vscode;
    const line = async (pair: AgentPair, description: string, run: (name: string) => Promise<unknown>) => {
      const name = (await this.#nameOf(pair.account)) ?? l10n.t('deleted account');
      return { label: `${pair.client} · ${name}`, description, run: () => run(name) };
    };
    const [revoke, again, ask] = [
      l10n.t('has access (select to revoke)'),
      l10n.t('was refused (select to ask again)'),
      l10n.t('wants access (select to decide)'),
    ];
    return Promise.all([
      ...(await this.#access.allowed()).map((pair) => line(pair, revoke, (name) => this.#forget(pair, name, true))),
      ...this.#access.refused().map((pair) => line(pair, again, (name) => this.#forget(pair, name, false))),
      ...this.#access.waiting().map((pair) => line(pair, ask, () => this.#access.askNow(pair))),
    ]);
  }

  async #forget(pair: AgentPair, name: string, isAllowed: boolean): Promise<void> {
    const { l10n } = vscode;
    const forget = isAllowed ? l10n.t('Revoke Access') : l10n.t('Ask Again');
    const message = isAllowed
      ? t('Revoke access of “{0}” to “{1}”?', pair.client, name)
      : t('Let “{0}” ask again for access to “{1}”?', pair.client, name);
    if ((await window.showWarningMessage(message, { modal: true }, forget)) === forget) {
      await this.#access.forget(pair);
    }
  }
}

function placesOfWindow(): Places {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  return { platform: process.platform, home: homedir(), env: process.env, workspace: folder?.uri.fsPath };
}

/** The path in its usual short form: relative to the workspace, or to the home directory. */
function shortPath(file: string, { home, workspace }: Pick<Places, 'home' | 'workspace'>): string {
  if (workspace !== undefined && file.startsWith(workspace + path.sep)) return path.relative(workspace, file);
  return file.startsWith(home + path.sep) ? path.join('~', path.relative(home, file)) : file;
}

/**
 * Uses VS Code's own executable if it can run as Node: not everybody has Node installed, and apps do not see the
 * shell's PATH.
 */
function startOf({ file: launcher }: Launcher, { platform, home, env }: Places): Start {
  if (!process.versions.electron) return { launcher, command: 'node' };
  return { launcher, ...lastingProgram(process.execPath, { platform, home, env, realPath }) };
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

async function show(file: string): Promise<void> {
  await window.showTextDocument(await vscode.workspace.openTextDocument(file), {});
}
