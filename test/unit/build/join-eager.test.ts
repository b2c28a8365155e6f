import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { joinEager } from '../../tools/lib/join-eager.ts';
import { freshFolder } from '../../tools/lib/paths.ts';

const sources = {
  'main.js': `import { note, notes } from './shared.js';
    import { double } from './other.js';
    note('main ' + double(2));
    export const load = async () => { const { lazy } = await import('./lazy.js'); lazy(); return notes; };`,
  'lazy.js': `import { note } from './shared.js';
    export const lazy = () => { note('lazy'); void import('./later.js'); };`,
  'later.js': `import { double } from './other.js'; export const later = double(3);`,
  'shared.js': `export const notes = []; export const note = (text) => void notes.push(text);`,
  'other.js': `export const double = (value) => value * 2;`,
};

describe('what activation loads, joined', () => {
  it('is one file, in which each module exists once for what is loaded later as well', async () => {
    const folder = relative(process.cwd(), await freshFolder('unit-join-eager')).replaceAll('\\', '/');
    await mkdir(join(folder, 'src'));
    for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, 'src', name), text);
    const dist = `${folder}/dist`;
    const { metafile } = await build({
      entryPoints: [`${folder}/src/main.js`],
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: dist,
      chunkNames: 'chunks/[name]-[hash]',
      metafile: true,
      logLevel: 'silent',
    });
    const eager = /from "\.\/chunks\//;
    assert.match(await readFile(`${dist}/main.js`, 'utf8'), eager);
    await joinEager(`${dist}/main.js`, metafile.outputs);
    assert.doesNotMatch(await readFile(`${dist}/main.js`, 'utf8'), eager);
    assert.ok((await readdir(`${dist}/chunks`)).length >= 4);
    const program = `const { load } = await import('./main.js'); console.log(JSON.stringify(await load()))`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: dist,
      encoding: 'utf8',
    });
    assert.deepEqual(JSON.parse(said), ['main 4', 'lazy']);
  });
});
