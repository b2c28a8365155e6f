import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { joinChunks } from '../../tools/lib/join-chunks.ts';
import { freshFolder } from '../../tools/lib/paths.ts';

const sources = {
  'main.js': `import { note, notes } from './shared.js';
    import { double } from './other.js';
    note('main ' + double(2));
    export const load = async () => { const { lazy } = await import('./lazy.js'); note('later ' + (await lazy()).later); return notes; };`,
  'lazy.js': `import { note } from './shared.js';
    import { half } from './later-shared.js';
    export const lazy = () => { note('lazy ' + half(4)); return import('./later.js'); };`,
  'later.js': `import { double } from './other.js'; import { half } from './later-shared.js'; export const later = half(double(3));`,
  'later-shared.js': `import { double } from './other.js'; export const half = (value) => value * double(0.25);`,
  'shared.js': `export const notes = []; export const note = (text) => void notes.push(text);`,
  'other.js': `export const double = (value) => value * 2;`,
};

describe('the chunks of a build, joined', () => {
  it('leave one file for the start and one for what is shared later, with each module once', async () => {
    const folder = relative(process.cwd(), await freshFolder('unit-join-chunks')).replaceAll('\\', '/');
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
    const shared = `${dist}/shared.js`;
    await joinChunks(metafile.outputs, { main: `${dist}/main.js`, shared });
    assert.doesNotMatch(await readFile(`${dist}/main.js`, 'utf8'), eager);
    const left = (await readdir(`${dist}/chunks`)).map((file) => file.replace(/-[A-Z0-9]{8}/, ''));
    assert.deepEqual(left.sort(), ['later.js', 'lazy.js']);
    const known = ['main.js', 'shared.js', ...(await readdir(`${dist}/chunks`)).map((file) => `chunks/${file}`)];
    assert.deepEqual(Object.keys(metafile.outputs).sort(), known.map((file) => `${dist}/${file}`).sort());
    const program = `const { load } = await import('./main.js'); console.log(JSON.stringify(await load()))`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: dist,
      encoding: 'utf8',
    });
    assert.deepEqual(JSON.parse(said), ['main 4', 'lazy 2', 'later 3']);
  });
});
