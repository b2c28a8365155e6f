import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { staticImports } from '../tools/lib/join-chunks.ts';
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
