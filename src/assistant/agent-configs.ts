import path from 'node:path';
import { addMember } from './add-member.ts';

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
export interface Start {
  /** The file that stays where it is when the extension is updated. */
  readonly launcher: string;
  /** Runs it. */
  readonly command: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface AgentConfig {
  readonly agent: string;
  readonly file: string;
  /** Whether others who work on the project get it too. */
  readonly isShared: boolean;
  /** What stands there of the server, for people who write it themselves. */
  readonly snippet: string;
  /** The whole file with the server. See `addMember`. */
  add(text: string): { readonly text: string } | 'present' | 'unreadable';
}

/** The configurations that there are on this machine, by the public documentation of each agent. */
export function agentConfigs(places: Places, start: Start): readonly AgentConfig[] {
  const { platform, home, env, workspace } = places;
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const own = { command: start.command, args: [start.launcher], ...(start.env && { env: start.env }) };
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
  return [
    ...(workspace === undefined
      ? []
      : [
          json('VS Code', paths.join(workspace, '.vscode', 'mcp.json'), 'servers', true, {
            type: 'stdio',
            ...shared('${userHome}'),
          }),
          json('Claude Code', paths.join(workspace, '.mcp.json'), 'mcpServers', true, shared(homeVariable)),
        ]),
    // There is none for Linux.
    ...(claude === undefined
      ? []
      : [json('Claude Desktop', paths.join(claude, 'claude_desktop_config.json'), 'mcpServers', false, own)]),
    json('Cursor', paths.join(home, '.cursor', 'mcp.json'), 'mcpServers', false, own),
    toml('Codex', paths.join(env.CODEX_HOME ?? paths.join(home, '.codex'), 'config.toml'), own),
    json('Gemini CLI', paths.join(home, '.gemini', 'settings.json'), 'mcpServers', false, own),
  ];
}

function json(agent: string, file: string, section: string, isShared: boolean, server: object): AgentConfig {
  return {
    ...{ agent, file, isShared },
    snippet: `${JSON.stringify({ [section]: { [serverName]: server } }, undefined, 2)}\n`,
    add: (text) => addMember(text, section, serverName, server),
  };
}

interface OwnServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A table at the end: valid after anything, but for a table of the servers that stands in one line. */
function toml(agent: string, file: string, { command, args, env }: OwnServer): AgentConfig {
  // A basic string of TOML takes what JSON writes.
  const pairs = Object.entries(env ?? {}).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const lines = [
    `[mcp_servers.${serverName}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((each) => JSON.stringify(each)).join(', ')}]`,
    ...(pairs.length === 0 ? [] : [`env = { ${pairs.join(', ')} }`]),
    '',
  ];
  const snippet = lines.join('\n');
  return {
    ...{ agent, file, isShared: false, snippet },
    add: (text) => {
      if (new RegExp(`^\\s*\\[\\s*mcp_servers\\s*\\.\\s*["']?${serverName}["']?\\s*[.\\]]`, 'm').test(text))
        return 'present';
      if (/^\s*mcp_servers\b/m.test(text)) return 'unreadable';
      return { text: text.trim() === '' ? snippet : `${text.trimEnd()}\n\n${snippet}` };
    },
  };
}
