import path from 'node:path';
import { type Added, addToJson } from './add-to-json.ts';
import { addToToml, tomlOf } from './add-to-toml.ts';
import type { Program } from './lasting-program.ts';

/** What the server is called in every configuration. */
export const serverName = 'vehicle-data';

/** Where the files of agents are looked for. */
export interface Places {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Environment variables that move them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the workspace on this machine, if one is open. */
  readonly workspace: string | undefined;
}

/** How the server is started. */
export interface Start extends Program {
  /** The file that stays where it is when the extension is updated; the program runs it. */
  readonly launcher: string;
}

export interface AgentConfig {
  readonly agent: string;
  readonly file: string;
  /** The folder that the person named, or that is theirs: what is a link below it leads elsewhere. */
  readonly base: string;
  /** Whether others who work on the project get it too. */
  readonly isShared: boolean;
  /** What stands there of the server, for people who write it themselves. */
  readonly snippet: string;
  /** The whole file with the server. See `addToJson`. */
  add(text: string): Added;
}

/** The configurations that there are on this machine, by the public documentation of each agent. */
export function agentConfigs(places: Places, start: Start): readonly AgentConfig[] {
  const { platform, home, env, workspace } = places;
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const own: OwnServer = {
    command: start.command,
    args: [...(start.args ?? []), start.launcher],
    ...(start.env && { env: start.env }),
  };
  /** A file that others get must not name this person's folders. */
  const shared = (variable: string) => {
    const below = paths.relative(home, start.launcher);
    const isBelow = !below.startsWith('..') && !paths.isAbsolute(below);
    return { command: 'node', args: [isBelow ? `${variable}/${below.split(paths.sep).join('/')}` : start.launcher] };
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
    // There is none for Linux.
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
