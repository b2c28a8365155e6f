import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { freshFolder, root } from '../tools/lib/paths.ts';

const run = promisify(execFile);

describe('the programs of the packed package, on a machine without this repository', () => {
  let bin: string;
  let environment: Record<string, string>;
  let bytes: number;

  before(async () => {
    const folder = await freshFolder('packed-programs');
    // npm's own, 20 or newer; this process has the newer one that the tools bring.
    const node = process.env.npm_node_execpath ?? process.execPath;
    const [home, packed, app] = ['home', 'packed', 'app'].map((name) => join(folder, name)) as [string, string, string];
    for (const each of [home, packed, app]) await mkdir(each);
    await writeFile(join(app, 'package.json'), '{}');
    environment = { PATH: [dirname(node), process.env.PATH].join(delimiter), HOME: home, USERPROFILE: home };
    const npm = (cwd: string, ...args: string[]) => run('npm', args, { cwd, env: environment, encoding: 'utf8' });
    const { stdout } = await npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', packed);
    const [{ filename, size }] = JSON.parse(stdout) as [{ filename: string; size: number }];
    bytes = size;
    // Offline and with nothing in a cache: it needs no other package.
    await npm(app, 'install', '--offline', '--no-audit', '--no-fund', join(packed, filename));
    bin = join(app, 'node_modules', '.bin');
  });

  it('are there by their names, in less than a megabyte and a half', async () => {
    assert.ok(bytes < 1_500_000, `${bytes} bytes`);
    for (const name of ['vehicle-data-sandbox', 'vehicle-data-mcp', 'vehicle-data-check']) {
      await stat(join(bin, name));
      const { stdout } = await run(join(bin, name), ['--help'], { env: environment });
      assert.match(stdout, new RegExp(`^Usage: ${name} `));
    }
  });

  it('serve an agent, which starts the sandbox of the package', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: join(bin, 'vehicle-data-mcp'), env: environment }));
    try {
      const { structuredContent } = await client.callTool({ name: 'list_vehicles', arguments: {} });
      assert.ok((structuredContent as { total: number }).total > 0);
    } finally {
      await client.close();
    }
  });
});
