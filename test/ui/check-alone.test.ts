import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dist, freshFolder } from '../tools/lib/paths.ts';

describe('the built migration check', () => {
  it('runs by itself on the Node that runs npm', async () => {
    const folder = await freshFolder('ui-migration');
    await writeFile(join(folder, 'client.py'), 'BASE = "https://api.smartcar.com/v2.0"\n');
    // npm's own Node, 20 or newer; this process has the newer one that the tools bring.
    const node = process.env.npm_node_execpath ?? process.execPath;
    const said = execFileSync(node, [join(dist, 'check.js'), folder], { encoding: 'utf8' });
    assert.ok(said.startsWith(`${join(folder, 'client.py')}:1:9: error v2-address: `), said);
    assert.match(
      said,
      /^.*\n.*\nWhat each kind means: file:.+\/media\/help\/migration\.md\n1 finding in 1 of 1 files\.\n$/,
    );
  });
});
