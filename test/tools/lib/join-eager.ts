import { writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { build } from 'esbuild';
import type { Metafile, PluginBuild } from 'esbuild';

type Outputs = Metafile['outputs'];

/**
 * Joins what activation loads into one file, because each file of its own costs some 0.15 ms of an activation that may
 * take 5. esbuild gives every set of modules that lazy chunks share with the main file a chunk of its own: a dozen
 * small ones. Their names stay, and lead to the main file, so that each module still exists once.
 *
 * @param main the main file in the output folder: `dist/extension.js`
 * @param outputs of the metafile, which is amended
 */
export async function joinEager(main: string, outputs: Outputs): Promise<void> {
  const eager = staticImports(main, outputs);
  const folder = posix.dirname(main);
  const chunks = eager
    .filter((file) => file !== main)
    .map((file, index) => {
      const names = (outputs[file]?.exports ?? []).map((name) => ({ name, joined: `_${index}_${name}` }));
      return { file, names };
    });
  if (chunks.length === 0) return;
  const lines = chunks.map(({ file, names }) => {
    const list = names.map(({ name, joined }) => `${name} as ${joined}`);
    return `export { ${list.join(', ')} } from '${from(folder, file)}';`;
  });

  const { outputFiles } = await build({
    stdin: { contents: [`export * from '${from(folder, main)}';`, ...lines].join('\n'), resolveDir: folder },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    write: false,
    external: ['vscode'],
    plugins: [{ name: 'lazy', setup: (step) => leaveOut(step, folder, eager) }],
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  await writeFile(main, contents);
  const parts = eager.flatMap((file) => outputs[file] ?? []);
  Object.assign(outputs[main] ?? {}, {
    bytes: contents.length,
    imports: parts.flatMap(({ imports }) => imports.filter(({ path }) => !eager.includes(path))),
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)) as object,
  });
  for (const { file, names } of chunks) {
    const list = names.map(({ name, joined }) => `${joined} as ${name}`);
    const text = `export { ${list.join(', ')} } from '${from(posix.dirname(file), main)}';\n`;
    await writeFile(file, text);
    const imports = [{ path: main, kind: 'import-statement' }];
    Object.assign(outputs[file] ?? {}, { bytes: text.length, imports, inputs: {} });
  }
}

/** A file of the build and all that it imports at once, by the account of esbuild. */
export function staticImports(main: string, outputs: Outputs): readonly string[] {
  const files = new Set([main]);
  // A set that grows while it is walked is walked to its end.
  for (const file of files) {
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && !external) files.add(path);
    }
  }
  return [...files];
}

function from(folder: string, file: string): string {
  const path = posix.relative(folder, file);
  return path.startsWith('.') ? path : `.///${path}`;
}

/** Keeps files that are loaded on first use out of the joined one, under their paths as seen from it. */
function leaveOut(step: PluginBuild, folder: string, eager: readonly string[]): void {
  step.onResolve({ filter: /^\.{1,2}\// }, async ({ path, resolveDir, pluginData }) => {
    if (pluginData === 'found') return undefined;
    const found = await step.resolve(path, { resolveDir, kind: 'import-statement', pluginData: 'found' });
    const file = posix.relative(process.cwd(), found.path);
    return eager.includes(file) ? { path: found.path } : { path: from(folder, file), external: true };
  });
}
