import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from '../tools/lib/paths.ts';

export interface EagerBundle {
  readonly bytes: number;
  /** The main file and the chunks that it imports at once. */
  readonly files: readonly string[];
  /** Sources in it that come from packages: none is needed to activate. */
  readonly packages: readonly string[];
}

/** What activation loads, by the account of esbuild. `dist` has been built for production. */
export async function eagerBundle(): Promise<EagerBundle> {
  const meta = JSON.parse(await readFile(join(root, 'dist/extension.meta.json'), 'utf8')) as Metafile;
  const files = staticImports('dist/extension.js', meta.outputs);
  const outputs = files.flatMap((file) => meta.outputs[file] ?? []);
  const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
  return {
    bytes: outputs.reduce((sum, output) => sum + output.bytes, 0),
    files,
    packages: inputs.filter((input) => input.includes('node_modules')),
  };
}

/** A file of the build and all that it imports at once, by the account of esbuild. */
function staticImports(main: string, outputs: Metafile['outputs']): readonly string[] {
  const files = new Set([main]);
  // A set that grows while it is walked is walked to its end.
  for (const file of files) {
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && !external) files.add(path);
    }
  }
  return [...files];
}
