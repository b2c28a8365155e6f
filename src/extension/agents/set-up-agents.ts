import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { pathBelow } from '../../common/files/path-below.ts';
import { t } from '../../common/translate.ts';
import { window } from '../window/window.ts';
import type { AgentAccess, AgentPair } from './agent-access.ts';
import { type Launcher, writeLauncher } from './launcher.ts';

/** Where to look for the configuration files of agents. */
export interface Places {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Environment variables that change the location of files. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The workspace folder on this machine, if one is open. */
  readonly workspace: string | undefined;
}

interface AgentConfig {
  readonly agent: string;
  readonly file: string;
  /** What to add to the file. */
  readonly snippet: string;
}

/** The configurations on this machine, according to the public documentation of each agent. */
export function agentConfigs({ platform, home, env, workspace }: Places, launcher: string): readonly AgentConfig[] {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const json = (agent: string, file: string, section: string, server: object = serverAt(launcher)) => {
    const snippet = JSON.stringify({ [section]: { 'vehicle-data': server } }, undefined, 2);
    return { agent, file, snippet: `${snippet}\n` };
  };
  const below = pathBelow(home, launcher, paths);
  /** A file that is shared with others must not contain this person's folders. */
  const shared = (variable: string) => serverAt(below === undefined ? launcher : `${variable}/${below}`);
  const appData =
    platform === 'darwin'
      ? paths.join(home, 'Library', 'Application Support')
      : (env.APPDATA ?? paths.join(home, 'AppData', 'Roaming'));
  const codex = `[mcp_servers.vehicle-data]\ncommand = "node"\nargs = [${JSON.stringify(launcher)}]\n`;
  return [
    ...(workspace === undefined
      ? []
      : [
          json('VS Code', paths.join(workspace, '.vscode', 'mcp.json'), 'servers', {
            type: 'stdio',
            ...shared('${userHome}'),
          }),
          json(
            'Claude Code',
            paths.join(workspace, '.mcp.json'),
            'mcpServers',
            shared(platform === 'win32' ? '${USERPROFILE}' : '${HOME}'),
          ),
        ]),
    // Claude Desktop does not exist for Linux.
    ...(platform === 'darwin' || platform === 'win32'
      ? [json('Claude Desktop', paths.join(appData, 'Claude', 'claude_desktop_config.json'), 'mcpServers')]
      : []),
    json('Cursor', paths.join(home, '.cursor', 'mcp.json'), 'mcpServers'),
    { agent: 'Codex', file: paths.join(env.CODEX_HOME ?? paths.join(home, '.codex'), 'config.toml'), snippet: codex },
    json('Gemini CLI', paths.join(home, '.gemini', 'settings.json'), 'mcpServers'),
  ];
}

function serverAt(launcher: string) {
  return { command: 'node', args: [launcher] };
}

/** `Set Up Other Agents…`: copies the server for their configuration, opens that, and manages what they may read. */
export class SetUpAgents {
  readonly #launcher: Launcher;
  readonly #access: AgentAccess;
  readonly #nameOf: (account: string) => Promise<string | undefined>;

  /** @param nameOf the name of an account; undefined if it no longer exists */
  constructor(launcher: Launcher, access: AgentAccess, nameOf: (account: string) => Promise<string | undefined>) {
    this.#launcher = launcher;
    this.#access = access;
    this.#nameOf = nameOf;
  }

  async run(): Promise<void> {
    const { l10n } = vscode;
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    const places = {
      ...{ platform: process.platform, home: homedir(), env: process.env },
      workspace: folder?.uri.fsPath,
    };
    const configs = agentConfigs(places, this.#launcher.file).map((config) => {
      return { label: config.agent, description: shortPath(config.file, places), run: () => this.#copy(config) };
    });
    const pairs = await this.#pairs();
    const separator = { label: l10n.t('Access to accounts'), kind: vscode.QuickPickItemKind.Separator };
    const items = [...configs, ...(pairs.length === 0 ? [] : [{ ...separator, run: undefined }, ...pairs])];
    const placeHolder = l10n.t('Select the agent that will use the tools of this extension');
    const picked = await window.showQuickPick(items, { placeHolder, matchOnDescription: true });
    await picked?.run?.();
  }

  /** The file stays as it is: it is another program's, and may hold what is nobody else's business. */
  async #copy({ agent, file, snippet }: AgentConfig): Promise<void> {
    await writeLauncher(this.#launcher);
    await vscode.env.clipboard.writeText(snippet);
    const uri = vscode.Uri.file(file);
    const exists = await vscode.workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    void window.showInformationMessage(t('Copied. Paste it into {0} and restart {1}.', file, agent));
    await vscode.commands.executeCommand('vscode.open', exists ? uri : uri.with({ scheme: 'untitled' }));
  }

  /** What agents may read, and what was refused. */
  async #pairs() {
    const { l10n } = vscode;
    const line = async (pair: AgentPair, description: string, run: (name: string) => PromiseLike<unknown>) => {
      const name = (await this.#nameOf(pair.account)) ?? l10n.t('deleted account');
      return { label: `${pair.client} · ${name}`, description, run: () => run(name) };
    };
    const [revoke, again, ask, look] = [
      l10n.t('has access (select to revoke)'),
      l10n.t('was refused (select to ask again)'),
      l10n.t('wants access (select to decide)'),
      l10n.t('asks in a notification (select to show it)'),
    ];
    return Promise.all([
      ...(await this.#access.allowed()).map((pair) => line(pair, revoke, (name) => this.#forget(pair, name, true))),
      ...this.#access.refused().map((pair) => line(pair, again, (name) => this.#forget(pair, name, false))),
      ...this.#access
        .open()
        .map((pair) => line(pair, look, () => vscode.commands.executeCommand('notifications.showList'))),
      ...this.#access.waiting().map((pair) => line(pair, ask, () => this.#access.askNow(pair))),
    ]);
  }

  async #forget(pair: AgentPair, name: string, isAllowed: boolean): Promise<void> {
    const { l10n } = vscode;
    const forget = isAllowed ? l10n.t('Revoke Access') : l10n.t('Ask Again');
    const message = isAllowed
      ? t('Revoke access of “{0}” to “{1}”?', pair.client, name)
      : t('Let “{0}” ask again for access to “{1}”?', pair.client, name);
    if (await window.confirm(message, forget)) await this.#access.forget(pair);
  }
}

/** The path in its usual short form: relative to the workspace, or to the home directory. */
function shortPath(file: string, { home, workspace }: Pick<Places, 'home' | 'workspace'>): string {
  if (workspace !== undefined && file.startsWith(workspace + path.sep)) return path.relative(workspace, file);
  return file.startsWith(home + path.sep) ? path.join('~', path.relative(home, file)) : file;
}
