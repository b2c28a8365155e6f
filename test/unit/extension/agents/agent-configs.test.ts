import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addToJson } from '../../../../src/extension/agents/add-to-json.ts';
import { type AgentConfig, agentConfigs } from '../../../../src/extension/agents/agent-configs.ts';
import { addServer, readConfig } from '../../../../src/extension/agents/config-file.ts';
import { launcherOf, refreshLauncher, writeLauncher } from '../../../../src/extension/agents/launcher.ts';
import { freshFolder } from '../../../tools/lib/paths.ts';

const value = { command: 'node' };
const added = (text: string) => {
  const result = addToJson(text, 'mcpServers', 'vehicle-data', value);
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
      '{"mcpServers": {}} {}',
      '{"mcpServers": {}, "mcpServers": {}}',
      '{"mcpServers": {}, "mcp\\u0053ervers": {}}',
      '{"a": "unfinished',
      `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      '{"a": \'b\'}',
    ]) {
      assert.equal(added(text), 'unreadable', text.slice(0, 100));
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

  const codex = agentConfigs(places, start).find(({ agent }) => agent === 'Codex') ?? assert.fail('no Codex');
  const table =
    '[mcp_servers.vehicle-data]\ncommand = "/opt/code"\nargs = [ "/home/kim/.vehicle-data/vehicle-data-mcp.mjs" ]\n\n[mcp_servers.vehicle-data.env]\nA = "1"\n';

  it('is a table of its own in TOML, where all else stays to the letter', () => {
    assert.equal(codex.snippet, table);
    assert.deepEqual(codex.add(''), { text: table });
    for (const before of [
      'model = "x"\n\n[mcp_servers.other]\ncommand = "a"\n',
      '[mcp_servers]\nother.command = "a"\n',
      '[mcp_servers]\nother = { command = "a" }\n',
      'mcp_servers.other.command = "a"\n',
      '["mcp_servers"]\n',
      '# [mcp_servers.vehicle-data]\n',
      'a = """\n[mcp_servers.vehicle-data]\n"""\n',
      'big = 9223372036854775807\nnan = nan\nday = 1979-05-27\nat = 07:32:00\nthen = 1979-05-27T07:32:00-08:00\n',
      '"__proto__" = 1\n[constructor]\na = 1\n',
    ]) {
      assert.deepEqual(codex.add(before), { text: `${before}\n${table}` }, before);
    }
    assert.deepEqual(codex.add('a = 1  '), { text: `a = 1  \n\n${table}` });
    assert.deepEqual(codex.add('a = 1\r\n'), { text: `a = 1\r\n\r\n${table.replaceAll('\n', '\r\n')}` });
  });

  it('is found in TOML however it is written', () => {
    for (const text of [
      '[mcp_servers."vehicle-data"]\n',
      '[mcp_servers.vehicle-data.env]\nA = "1"\n',
      '[mcp_servers]\nvehicle-data = { command = "x" }\n',
      '[mcp_servers]\nvehicle-data.command = "x"\n',
      '["mcp_servers"."vehicle-data"]\n',
      "[ 'mcp_servers' . vehicle-data ]\n",
      '["mcp_\\u0073ervers".vehicle-data]\n',
      'mcp_servers.vehicle-data.command = "x"\n',
      'mcp_servers = { vehicle-data = { command = "b" } }\n',
    ]) {
      assert.equal(codex.add(text), 'present', text);
    }
  });

  it('is not written into TOML that is closed, or is none', () => {
    for (const text of [
      'mcp_servers = { a = { command = "b" } }\n',
      '"mcp_servers" = {}\n',
      'mcp_servers = 1\n',
      '[[mcp_servers]]\n',
      'a = 1\na = 2\n',
      '[a]\n[a]\n',
      'a = "unfinished\n',
      '{"json": true}',
      'no toml',
      `a = ${'['.repeat(100_000)}`,
    ]) {
      assert.equal(codex.add(text), 'unreadable', text.slice(0, 100));
    }
  });

  describe('in its file', () => {
    let base: string;
    let file: string;
    const at = (...names: string[]) => ({ ...codex, base, file: join(base, ...names) });
    const addTo = async (config: AgentConfig) => addServer(config, await readConfig(config));

    beforeEach(async () => {
      base = await freshFolder('agent-config');
      file = join(base, 'config.toml');
    });

    it('is not added where that is no UTF-8, which would not stay as it is', async () => {
      const read = async () => (await readConfig(at('config.toml'))).added;
      assert.deepEqual(await read(), { text: table });
      writeFileSync(file, '\ufeff# Größe\n');
      assert.deepEqual(await read(), { text: `\ufeff# Größe\n\n${table}` });
      writeFileSync(file, '# Größe\n', 'latin1');
      assert.equal(await read(), 'unreadable');
    });

    it('is written with the folders on the way, and keeps the mode of what is there', async () => {
      const config = at('.codex', 'deeper', 'config.toml');
      await addTo(config);
      assert.equal(readFileSync(config.file, 'utf8'), table);
      writeFileSync(file, 'a = 1\n');
      chmodSync(file, 0o640);
      await addTo(at('config.toml'));
      assert.equal(readFileSync(file, 'utf8'), `a = 1\n\n${table}`);
      if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o640);
    });

    it('is not written where another program has written since', async () => {
      const config = at('config.toml');
      const asked = await readConfig(config);
      writeFileSync(file, table);
      await assert.rejects(addServer(config, asked), /has changed/);
      assert.equal(readFileSync(file, 'utf8'), table);
      assert.deepEqual(readdirSync(base), ['config.toml']);
    });

    it('is not written where it would be too large', async () => {
      writeFileSync(file, '#'.repeat(4 * 1024 * 1024 + 1));
      assert.equal((await readConfig(at('config.toml'))).added, 'too-large');
    });
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
