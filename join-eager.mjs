import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';
import { posix } from 'node:path';

/**
 * Joins what activation loads into one file, because each file of its own costs some 0.15 ms of an activation that may
 * take 5. esbuild gives every set of modules that lazy chunks share with the main file a chunk of its own: a dozen
 * small ones. Their names stay, and lead to the main file, so that each module still exists once.
 *
 * @param main the main file in the output folder: `dist/extension.js`
 * @param outputs of the metafile, which is amended
 */
export async function joinEager(main, outputs) {
  const eager = staticImports(main, outputs);
  const chunks = eager.filter((file) => file !== main);
  if (chunks.length === 0) return;
  const folder = posix.dirname(main);
  const from = (file) => `./${posix.relative(folder, file)}`;
  const exportsOf = chunks.map((file, index) =>
    outputs[file].exports.map((name) => ({ name, as: `_${index}_${name}` })),
  );
  const lines = exportsOf.map(
    (names, index) =>
      `export { ${names.map(({ name, as }) => `${name} as ${as}`).join(', ')} } from '${from(chunks[index])}';`,
  );

  const joined = await build({
    stdin: { contents: [`export * from '${from(main)}';`, ...lines].join('\n'), resolveDir: folder },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    write: false,
    external: ['vscode'],
    plugins: [{ name: 'lazy', setup: (step) => leaveOut(step, folder, new Set(eager)) }],
  });
  const [{ contents }] = joined.outputFiles;
  await writeFile(main, contents);
  outputs[main] = {
    ...outputs[main],
    bytes: contents.length,
    imports: eager.flatMap((file) => outputs[file].imports.filter(({ path }) => !eager.includes(path))),
    inputs: Object.assign({}, ...eager.map((file) => outputs[file].inputs)),
  };
  for (const [index, file] of chunks.entries()) {
    const names = exportsOf[index].map(({ name, as }) => `${as} as ${name}`).join(', ');
    const text = `export { ${names} } from '../${posix.basename(main)}';\n`;
    await writeFile(file, text);
    outputs[file] = {
      ...outputs[file],
      bytes: text.length,
      imports: [{ path: main, kind: 'import-statement' }],
      inputs: {},
    };
  }
}

/** The main file and all that it imports at once. */
function staticImports(main, outputs) {
  const files = new Set([main]);
  // A set that grows while it is walked is walked to its end.
  for (const file of files) {
    for (const { path, kind, external } of outputs[file].imports) {
      if (kind === 'import-statement' && !external) files.add(path);
    }
  }
  return [...files];
}

/** Keeps files that are loaded on first use out of the joined one, under their paths as seen from it. */
function leaveOut(step, folder, eager) {
  step.onResolve({ filter: /^\.{1,2}\// }, async ({ path, resolveDir, pluginData }) => {
    if (pluginData === 'found') return undefined;
    const found = await step.resolve(path, { resolveDir, kind: 'import-statement', pluginData: 'found' });
    const file = posix.relative(process.cwd(), found.path);
    return eager.has(file) ? found : { path: `./${posix.relative(folder, file)}`, external: true };
  });
}
