import { readFile, rm, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { build } from 'esbuild';
import type { Metafile, PluginBuild } from 'esbuild';

type Outputs = Metafile['outputs'];

/** Chunks of at most so many bytes are joined; larger ones are worth a file of their own. */
const small = 4000;

/** For each chunk that is now part of another file: that file, and what the chunk's exports are called there. */
type Moved = ReadonlyMap<string, { readonly file: string; readonly nameOf: (name: string) => string }>;

export interface JoinedFiles {
  /** The main file, which everything that it imports at once is joined into; undefined to leave main files as they are. */
  readonly main?: string;
  /** The file that small chunks are joined into. */
  readonly shared: string;
}

/**
 * Joins what activation loads into the main file, and small chunks that others share into one. esbuild gives every set
 * of files that share a module a chunk of its own: more than a hundred tiny ones. Each file costs some 0.15 ms of an
 * activation that may take 5, and a first use loaded up to thirty. Each module still exists once.
 *
 * @param outputs of the metafile, which is amended
 */
export async function joinChunks(outputs: Outputs, { main, shared }: JoinedFiles): Promise<void> {
  const eager = main === undefined ? [] : staticImports(main, outputs);
  const moved: Moved = new Map([
    ...(main === undefined ? [] : await join(main, eager.slice(1), outputs)),
    ...(await join(shared, smallChunks(eager, outputs), outputs)),
  ]);
  for (const file of Object.keys(outputs)) {
    if (moved.has(file)) await rm(file);
    else if (file.endsWith('.js')) await follow(file, moved, outputs);
  }
  for (const file of moved.keys()) delete outputs[file];
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

/** Small chunks that import nothing but each other and what is loaded anyway, so that no circle arises. */
function smallChunks(loaded: readonly string[], outputs: Outputs): readonly string[] {
  const joined = new Set<string>();
  const chunks = Object.entries(outputs).filter(
    ([file, { bytes, entryPoint }]) =>
      file.endsWith('.js') && entryPoint === undefined && bytes <= small && !loaded.includes(file),
  );
  for (let before = -1; before < joined.size;) {
    before = joined.size;
    for (const [file] of chunks) {
      const isReady = (each: string) => each === file || joined.has(each) || loaded.includes(each);
      if (staticImports(file, outputs).every(isReady)) joined.add(file);
    }
  }
  return [...joined];
}

/** Writes `file` with the chunks in it, and tells where they are now. */
async function join(file: string, chunks: readonly string[], outputs: Outputs): Promise<Moved> {
  if (chunks.length === 0) return new Map();
  const folder = posix.dirname(file);
  const own = outputs[file];
  const nameIn = (index: number) => (name: string) => `_${index}_${name}`;
  const lines = chunks.map((chunk, index) => {
    const list = (outputs[chunk]?.exports ?? []).map((name) => `${name} as ${nameIn(index)(name)}`);
    return `export { ${list.join(', ')} } from '${from(folder, chunk)}';`;
  });
  if (own) lines.unshift(`export * from '${from(folder, file)}';`);
  const files = own ? [file, ...chunks] : chunks;
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: folder },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    write: false,
    external: ['vscode'],
    plugins: [{ name: 'lazy', setup: (step) => leaveOut(step, folder, files) }],
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  await writeFile(file, contents);
  const parts = files.flatMap((each) => outputs[each] ?? []);
  outputs[file] = {
    ...own,
    bytes: contents.length,
    exports: own?.exports ?? [],
    imports: parts.flatMap(({ imports }) => imports.filter(({ path }) => !files.includes(path))),
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)) as Outputs[string]['inputs'],
  };
  return new Map(chunks.map((chunk, index) => [chunk, { file, nameOf: nameIn(index) }]));
}

/** `import{a as b}from"./chunk-1A2B3C4D.js"`, or the same without names, as esbuild writes it. */
const imported = /\bimport\s*(?:\{([^}]*)\}\s*from\s*)?"(\.{1,2}\/[^"]*)"/g;

/** Has a file import from where chunks are now. Throws if it still mentions one that is gone. */
async function follow(file: string, moved: Moved, outputs: Outputs): Promise<void> {
  const folder = posix.dirname(file);
  const before = await readFile(file, 'utf8');
  const text = before.replace(imported, (statement, names: string | undefined, path: string) => {
    const to = moved.get(posix.join(folder, path));
    if (!to) return statement;
    const renamed = names?.split(',').map((each) => {
      const [name = '', local = name] = each.trim().split(' as ');
      return `${to.nameOf(name)} as ${local}`;
    });
    return `import${renamed ? `{${renamed.join(',')}}from` : ''}"${from(folder, to.file)}"`;
  });
  const left = [...moved.keys()].find((chunk) => text.includes(posix.basename(chunk)));
  if (left !== undefined) throw new Error(`${file} still imports ${left}`);
  if (text === before) return;
  await writeFile(file, text);
  const output = outputs[file];
  const imports = output?.imports.map((each) => ({ ...each, path: moved.get(each.path)?.file ?? each.path }));
  Object.assign(output ?? {}, { bytes: Buffer.byteLength(text), imports });
}

function from(folder: string, file: string): string {
  const path = posix.relative(folder, file);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Keeps all other files out of the joined one, under their paths as seen from it. */
function leaveOut(step: PluginBuild, folder: string, files: readonly string[]): void {
  step.onResolve({ filter: /^\.{1,2}\// }, async ({ path, resolveDir, pluginData }) => {
    if (pluginData === 'found') return undefined;
    const found = await step.resolve(path, { resolveDir, kind: 'import-statement', pluginData: 'found' });
    const file = posix.relative(process.cwd(), found.path);
    return files.includes(file) ? { path: found.path } : { path: from(folder, file), external: true };
  });
}
