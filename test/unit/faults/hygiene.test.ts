import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hygiene } from '../../faults/hygiene.ts';

const secret = '7b0c9c1e-52f3-4a55-9f0e-0d1f5f3b6a21';

describe('the search for secrets', () => {
  it('finds one in every spelling that a text may have it in', () => {
    const others = [0, 1, 2].map((before) => `${'?'.repeat(before)}${secret}&x=1`);
    const texts = [
      `token ${secret}.`,
      ...others.map((text) => Buffer.from(text).toString('base64')),
      ...others.map((text) => Buffer.from(text).toString('base64url')),
      Buffer.from(secret).toString('hex'),
    ];
    const hygiene = new Hygiene();
    for (const [place, text] of texts.entries()) hygiene.searchText(String(place), text, [secret]);
    assert.deepEqual(hygiene.hits, [...texts.keys()].map(String));
  });

  it('finds one in the name of a file and in its content, but in no content that it is told to pass over', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hygiene-'));
    try {
      await mkdir(join(folder, `of ${secret}`));
      await writeFile(join(folder, 'log.txt'), `token ${secret}`);
      await writeFile(join(folder, 'state.json'), secret);
      const hygiene = new Hygiene();
      await hygiene.searchFolder(folder, [secret], ['state.json']);
      assert.deepEqual(hygiene.hits.sort(), ['the file log.txt', 'the name of a file']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('finds one in the arguments and in the environment of a process that another one has started', async function () {
    if (process.platform !== 'linux') return;
    for (const [args, env, where] of [
      [[secret], {}, 'cmdline of a process'],
      [[], { TOKEN: secret }, 'environ of a process'],
    ] as const) {
      const child = spawn('/bin/sh', ['-c', 'cat; true', ...args], { env: { ...process.env, ...env } });
      await once(child, 'spawn');
      const hygiene = new Hygiene();
      await hygiene.searchProcess(process.pid, [secret]);
      child.stdin.end();
      await once(child, 'close');
      assert.ok(hygiene.hits.includes(where), where);
    }
  });

  it('finds nothing where nothing is', () => {
    const hygiene = new Hygiene();
    hygiene.searchText('a log', `token ${secret.slice(1)}`, [secret]);
    assert.deepEqual([hygiene.looked, hygiene.hits], [1, []]);
  });
});
