import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { installPacked } from '../tools/lib/packed.ts';

const run = promisify(execFile);

describe('the programs of the packed package, on a machine without this repository', () => {
  let bin: string;
  let environment: Record<string, string>;
  let bytes: number;

  before(async () => {
    ({ bin, environment, bytes } = await installPacked('packed-programs'));
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
