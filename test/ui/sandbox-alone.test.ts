import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dist } from '../tools/lib/paths.ts';

describe('the built sandbox', () => {
  it('runs by itself on the Node that runs npm, and answers', async () => {
    // npm's own Node, 20 or newer; this process has the newer one that the tools bring.
    const node = process.env.npm_node_execpath ?? process.execPath;
    const child = spawn(node, [join(dist, 'sandbox.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const { baseUrl, controlUrl } = JSON.parse(line) as { baseUrl: string; controlUrl: string };
      assert.equal((await fetch(`${baseUrl}/v2.0/vehicles`)).status, 401);
      const { version } = (await (await fetch(controlUrl)).json()) as { version: string };
      assert.match(version, /^\d+\.\d+\.\d+$/);
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });
});
