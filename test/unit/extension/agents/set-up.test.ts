import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launcherOf, refreshLauncher, writeLauncher } from '../../../../src/extension/agents/launcher.ts';
import type { Places } from '../../../../src/extension/agents/set-up-agents.ts';
import '../auth/fake-vscode.ts';
import { freshFolder } from '../../../tools/lib/paths.ts';

async function configs(places: Partial<Places>, launcher = '/home/me/.x/mcp.mjs') {
  const { agentConfigs } = await import('../../../../src/extension/agents/set-up-agents.ts');
  return agentConfigs({ platform: 'linux', home: '/home/me', env: {}, workspace: undefined, ...places }, launcher);
}

describe('the server that agents are set up with', () => {
  it('belongs where each agent looks, by the documentation of each', async () => {
    const files = async (places: Partial<Places>) => (await configs(places)).map(({ agent, file }) => [agent, file]);
    assert.deepEqual(await files({ workspace: '/work' }), [
      ['VS Code', '/work/.vscode/mcp.json'],
      ['Claude Code', '/work/.mcp.json'],
      ['Cursor', '/home/me/.cursor/mcp.json'],
      ['Codex', '/home/me/.codex/config.toml'],
      ['Gemini CLI', '/home/me/.gemini/settings.json'],
    ]);
    const desktop = async (places: Partial<Places>) =>
      (await files(places)).find(([agent]) => agent === 'Claude Desktop')?.[1];
    assert.match((await desktop({ platform: 'darwin' })) ?? '', /Application Support\/Claude\/claude_desktop_config/);
    const windows = {
      platform: 'win32',
      home: 'C:\\me',
      env: { APPDATA: 'C:\\data', CODEX_HOME: 'D:\\codex' },
    } as const;
    assert.equal(await desktop(windows), 'C:\\data\\Claude\\claude_desktop_config.json');
    assert.ok((await files(windows)).some(([, file]) => file === 'D:\\codex\\config.toml'));
  });

  it('names no folder of this person in a file that others get', async () => {
    for (const { agent, snippet } of await configs({ workspace: '/home/me/work' })) {
      const isShared = agent === 'VS Code' || agent === 'Claude Code';
      assert.equal(snippet.includes('/home/me'), !isShared, agent);
    }
    const [own] = (await configs({})).filter(({ agent }) => agent === 'Codex');
    assert.equal(own?.snippet, '[mcp_servers.vehicle-data]\ncommand = "node"\nargs = ["/home/me/.x/mcp.mjs"]\n');
  });

  it('starts wherever an update has put it', async () => {
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
    await refreshLauncher(script('newer'));
    const { stdout } = await promisify(execFile)(process.execPath, [older.file, '--help']);
    assert.equal(stdout.trim(), 'newer ["--sandbox-folder","/the/sandbox","--help"]');
  });
});
