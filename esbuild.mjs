// Builds everything that ships, and the host tests: `node esbuild.mjs [--watch] [--production]`.
import { context } from 'esbuild';
import { rm } from 'node:fs/promises';

const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

const common = {
  bundle: true,
  minify: production,
  sourcemap: !production,
  logLevel: 'warning',
  legalComments: 'none',
  metafile: true,
};
const node = { ...common, platform: 'node', target: 'node22', format: 'esm' };

/** The extension: one small eager file; what is loaded on first use lies in `chunks`. */
const extension = {
  ...node,
  entryPoints: { extension: 'src/extension.ts' },
  outdir: 'dist',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  external: ['vscode'],
};
const sandbox = {
  ...node,
  // It runs by itself too, on what a developer has.
  target: 'node20',
  entryPoints: { sandbox: 'src/sandbox/main.ts' },
  outdir: 'dist',
  banner: { js: '#!/usr/bin/env node' },
};
const webview = {
  ...common,
  platform: 'browser',
  target: 'chrome138',
  format: 'iife',
  entryPoints: { records: 'src/webview/main.ts' },
  outdir: 'dist/webview',
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
};
const hostTests = {
  ...common,
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  sourcemap: 'inline',
  minify: false,
  entryPoints: { index: 'test/host/suite/index.ts' },
  outdir: 'dist/test',
  outExtension: { '.js': '.cjs' },
  external: ['vscode', 'mocha'],
};

const builds = production ? [extension, sandbox, webview] : [extension, sandbox, webview, hostTests];

await rm('dist', { recursive: true, force: true });
const contexts = await Promise.all(builds.map((options) => context(options)));
if (flags.has('--watch')) {
  await Promise.all(contexts.map((each) => each.watch()));
  console.log('watching');
} else {
  await Promise.all(contexts.map((each) => each.rebuild()));
  await Promise.all(contexts.map((each) => each.dispose()));
}
