import path from 'node:path';
import { pathBelow } from '../../common/files/path-below.ts';
import { type Added, addToJson } from './add-to-json.ts';
import { addToToml, tomlOf } from './add-to-toml.ts';
import type { Program } from './lasting-program.ts';

/** The server's name in every configuration. */
export const serverName = 'vehicle-data';

/** Where to look for the configuration files of agents. */
export interface Places {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Environment variables that change the location of files. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The workspace folder on this machine, if one is open. */
  readonly workspace: string | undefined;
}

/** How the server is started. */
export interface Start extends Program {
  /** The file that the command runs; its path stays the same when the extension is updated. */
  readonly launcher: string;
}

export interface AgentConfig {
  readonly agent: string;
  readonly file: string;
  /** A folder that the person chose or owns. A link below it leads somewhere else. */
  readonly base: string;
  /** Whether it also applies to other people who work on the project. */
  readonly isShared: boolean;
  /** The server's entry, for people who add it themselves. */
  readonly snippet: string;
  /** The whole file with the server added. See `addToJson`. */
  add(text: string): Added;
}

/** The configurations on this machine, according to the public documentation of each agent. */
export function agentConfigs(places: Places, start: Start): readonly AgentConfig[] {
  const { platform, home, env, workspace } = places;
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const own: OwnServer = {
    command: start.command,
    args: [...(start.args ?? []), start.launcher],
    ...(start.env && { env: start.env }),
  };
  /** A file that is shared with others must not contain this person's folders. */
  const shared = (variable: string) => {
    const below = pathBelow(home, start.launcher, paths);
    return { command: 'node', args: [below === undefined ? start.launcher : `${variable}/${below}`] };
  };
  const homeVariable = platform === 'win32' ? '${USERPROFILE}' : '${HOME}';
  const appData = env.APPDATA ?? paths.join(home, 'AppData', 'Roaming');
  const claude =
    platform === 'darwin'
      ? paths.join(home, 'Library', 'Application Support', 'Claude')
      : platform === 'win32'
        ? paths.join(appData, 'Claude')
        : undefined;
  const at = (base: string, ...names: string[]) => ({ base, file: paths.join(base, ...names) });
  return [
    ...(workspace === undefined
      ? []
      : [
          json('VS Code', at(workspace, '.vscode', 'mcp.json'), 'servers', true, {
            type: 'stdio',
            ...shared('${userHome}'),
          }),
          json('Claude Code', at(workspace, '.mcp.json'), 'mcpServers', true, shared(homeVariable)),
        ]),
    // Claude Desktop does not exist for Linux.
    ...(claude === undefined
      ? []
      : [json('Claude Desktop', at(claude, 'claude_desktop_config.json'), 'mcpServers', false, own)]),
    json('Cursor', at(home, '.cursor', 'mcp.json'), 'mcpServers', false, own),
    toml('Codex', env.CODEX_HOME ? at(env.CODEX_HOME, 'config.toml') : at(home, '.codex', 'config.toml'), own),
    json('Gemini CLI', at(home, '.gemini', 'settings.json'), 'mcpServers', false, own),
  ];
}

type Place = Pick<AgentConfig, 'base' | 'file'>;

function json(agent: string, place: Place, section: string, isShared: boolean, server: object): AgentConfig {
  return {
    ...{ agent, ...place, isShared },
    snippet: `${JSON.stringify({ [section]: { [serverName]: server } }, undefined, 2)}\n`,
    add: (text) => addToJson(text, section, serverName, server),
  };
}

interface OwnServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function toml(agent: string, place: Place, server: OwnServer): AgentConfig {
  const section = 'mcp_servers';
  return {
    ...{ agent, ...place, isShared: false },
    snippet: tomlOf(section, serverName, server),
    add: (text) => addToToml(text, section, serverName, server),
  };
}
