import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addMember } from '../../../src/assistant/add-member.ts';
import { type AgentConfig, agentConfigs } from '../../../src/assistant/agent-configs.ts';
import { readConfig } from '../../../src/assistant/config-file.ts';
import { launcherOf, refreshLauncher, writeLauncher } from '../../../src/assistant/launcher.ts';
import { freshFolder } from '../../tools/lib/paths.ts';

const value = { command: 'node' };
const added = (text: string) => {
  const result = addMember(text, 'mcpServers', 'vehicle-data', value);
  return typeof result === 'string' ? result : result.text;
};

describe('a server that is added to the configuration of an agent', () => {
  it('leaves all else to the letter: comments, order, indentation, line ends', () => {
    for (const [before, after] of [
      ['', '{\n  "mcpServers": {\n    "vehicle-data": {\n      "command": "node"\n    }\n  }\n}\n'],
      ['{}', '{\n  "mcpServers": {\n    "vehicle-data": {\n      "command": "node"\n    }\n  }\n}'],
      [
        '{\r\n\t// mine\r\n\t"theme": "x" // dark\r\n}\r\n',
        '{\r\n\t// mine\r\n\t"theme": "x", // dark\r\n\t"mcpServers": {\r\n\t\t"vehicle-data": {\r\n\t\t\t"command": "node"\r\n\t\t}\r\n\t}\r\n}\r\n',
      ],
      [
        '{\n    "mcpServers": {\n        "other": { "command": "a }" }, /* last */\n    },\n    "z": [1, {"mcpServers": {}}]\n}',
        '{\n    "mcpServers": {\n        "other": { "command": "a }" }, /* last */\n        "vehicle-data": {\n            "command": "node"\n        }\n    },\n    "z": [1, {"mcpServers": {}}]\n}',
      ],
    ] as const) {
      assert.equal(added(before), after);
    }
  });

  it('never replaces one, and is not written where the text can’t be read', () => {
    assert.equal(added('{"mcpServers": {"vehicle-data": {"command": "mine"}}}'), 'present');
    for (const text of [
      '{',
      '[]',
      'null',
      '{"mcpServers": []}',
      '{"mcpServers": 1}',
      '{"a": 1 "b": 2}',
      '{"a": \'b\'}',
    ]) {
      assert.equal(added(text), 'unreadable', text);
    }
  });

  const start = { launcher: '/home/kim/.vehicle-data/vehicle-data-mcp.mjs', command: '/opt/code', env: { A: '1' } };
  const places = { platform: 'linux', home: '/home/kim', env: {}, workspace: '/work/app' } as const;

  it('stands where each agent looks, by the documentation of each', () => {
    const files = (configs: readonly AgentConfig[]) => configs.map(({ agent, file }) => `${agent}: ${file}`);
    assert.deepEqual(files(agentConfigs(places, start)), [
      'VS Code: /work/app/.vscode/mcp.json',
      'Claude Code: /work/app/.mcp.json',
      'Cursor: /home/kim/.cursor/mcp.json',
      'Codex: /home/kim/.codex/config.toml',
      'Gemini CLI: /home/kim/.gemini/settings.json',
    ]);
    const mac = files(agentConfigs({ ...places, platform: 'darwin', workspace: undefined }, start));
    assert.equal(mac[0], 'Claude Desktop: /home/kim/Library/Application Support/Claude/claude_desktop_config.json');
    const windows = { platform: 'win32', home: 'C:\\Users\\kim', env: {}, workspace: 'D:\\app' } as const;
    assert.ok(
      files(agentConfigs(windows, start)).includes(
        'Claude Desktop: C:\\Users\\kim\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
      ),
    );
  });

  it('names no folder of this person in a file that others get', () => {
    for (const { snippet, isShared, agent } of agentConfigs(places, start)) {
      assert.equal(snippet.includes('/home/kim'), !isShared, agent);
    }
    const [code, claude] = agentConfigs(places, start);
    assert.deepEqual(JSON.parse(code?.snippet ?? ''), {
      servers: {
        'vehicle-data': {
          type: 'stdio',
          command: 'node',
          args: ['${userHome}/.vehicle-data/vehicle-data-mcp.mjs'],
        },
      },
    });
    assert.match(claude?.snippet ?? '', /"mcpServers".*\$\{HOME\}\/\.vehicle-data/s);
  });

  it('is a table of its own in TOML', () => {
    const codex = agentConfigs(places, start).find(({ agent }) => agent === 'Codex') ?? assert.fail('no Codex');
    const table =
      '[mcp_servers.vehicle-data]\ncommand = "/opt/code"\nargs = ["/home/kim/.vehicle-data/vehicle-data-mcp.mjs"]\nenv = { A = "1" }\n';
    assert.deepEqual(codex.add(''), { text: table });
    assert.deepEqual(codex.add('model = "x"\n\n[mcp_servers.other]\ncommand = "a"\n'), {
      text: `model = "x"\n\n[mcp_servers.other]\ncommand = "a"\n\n${table}`,
    });
    assert.equal(codex.add('[mcp_servers."vehicle-data"]\n'), 'present');
    assert.equal(codex.add('[mcp_servers.vehicle-data.env]\nA = "1"\n'), 'present');
    assert.equal(codex.add('mcp_servers = { a = { command = "b" } }\n'), 'unreadable');
  });

  it('is not added to a file that is no UTF-8, which would not stay as it is', async () => {
    const file = join(await freshFolder('agent-config'), 'config.toml');
    const codex = agentConfigs(places, start).find(({ agent }) => agent === 'Codex') ?? assert.fail('no Codex');
    const read = async () => (await readConfig({ ...codex, file })).added;
    assert.deepEqual(await read(), { text: codex.snippet });
    writeFileSync(file, '\ufeff# Größe\n');
    assert.deepEqual(await read(), { text: `\ufeff# Größe\n\n${codex.snippet}` });
    writeFileSync(file, '# Größe\n', 'latin1');
    assert.equal(await read(), 'unreadable');
  });

  it('starts the server wherever an update has put it', async () => {
    const folder = await freshFolder('agent-launcher');
    const script = (text: string) => {
      const file = join(folder, `${text}'s “server”.mjs`);
      writeFileSync(file, `console.log(${JSON.stringify(text)}, JSON.stringify(process.argv.slice(2)));`);
      return launcherOf(file, '/the/sandbox', join(folder, 'home'));
    };
    const older = script('older');
    await refreshLauncher(older);
    assert.throws(() => statSync(older.file), /ENOENT/);
    await writeLauncher(older);
    if (process.platform !== 'win32') assert.equal(statSync(older.file).mode & 0o777, 0o600);
    const newer = script('newer');
    await refreshLauncher(newer);
    const { stdout } = await promisify(execFile)(process.execPath, [older.file, '--help']);
    assert.equal(stdout.trim(), 'newer ["--sandbox-folder","/the/sandbox","--help"]');
  });
});
