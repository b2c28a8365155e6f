// Builds everything that ships, and what runs in VS Code's extension host beside it:
// `node esbuild.mjs [--watch] [--production [--host-tests]]`. What went into the extension is in dist/extension.meta.json,
// and every source of what ships in dist/shipped-inputs.json; neither is packed.
import { context } from 'esbuild';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import manifest from './package.json' with { type: 'json' };
import { jsonSchemas } from './src/service/v2/contract.ts';

const { engines } = manifest;
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
const node = {
  ...common,
  platform: 'node',
  // What the oldest Node of the manifest runs: whoever starts a program has it, and no VS Code an older one.
  target: engines.node.replace('>=', 'node'),
  format: 'esm',
  // Its other form loads its parts by names that no bundler finds.
  alias: {
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    '@modelcontextprotocol/server/_shims': './src/mcp/sdk-shims.ts',
  },
};

/** The extension: one small eager file; what is loaded on first use lies in `chunks`. */
const extension = {
  ...node,
  entryPoints: { extension: 'src/extension/extension.ts' },
  outdir: 'dist',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  external: ['vscode'],
};
/** Of undici, what the programs use: the rest (mocks, caches, WebSocket) takes as long to load again. */
const partsOfUndici = {
  name: 'parts-of-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, ({ resolveDir }) => ({
      path: 'undici',
      namespace: 'parts',
      pluginData: resolveDir,
    }));
    onLoad({ filter: /./, namespace: 'parts' }, ({ pluginData: resolveDir }) => ({
      resolveDir,
      contents: `
        Object.assign(require('undici/lib/dispatcher/dispatcher').prototype, require('undici/lib/api'));
        exports.Pool = require('undici/lib/dispatcher/pool');
        exports.EnvHttpProxyAgent = require('undici/lib/dispatcher/env-http-proxy-agent');
        exports.DecoratorHandler = require('undici/lib/handler/decorator-handler');
        exports.fetch = require('undici/lib/web/fetch').fetch;`,
    }));
  },
};
/**
 * What runs by itself: the sandbox, tools for agents (the Model Context Protocol), both checks, and the process that
 * finishes a refresh of tokens whatever becomes of its window.
 */
const programs = {
  ...node,
  entryPoints: {
    sandbox: 'src/sandbox/main.ts',
    mcp: 'src/mcp/main.ts',
    check: 'src/check/main.ts',
    'check-receiver': 'src/receiver-check/main.ts',
    'refresh-helper': 'src/extension/auth/refresh/refresh-helper.ts',
  },
  outdir: 'dist',
  // undici, which is CommonJS, asks for Node's modules by `require`.
  banner: {
    js: `#!/usr/bin/env node
import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);`,
  },
  plugins: [partsOfUndici],
  // They share a third, and undici; that and the service client are loaded on first use.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
};
const webview = {
  ...common,
  platform: 'browser',
  target: 'chrome138',
  format: 'iife',
  // What the charts need comes after what rows need: it is nearly half of all.
  entryPoints: { records: 'src/viewer/main.ts', charts: 'src/viewer/charts/charts.ts' },
  // V8 compiles all functions with the script, while the page waits for records, and not one by one as they come.
  banner: { js: '//# allFunctionsCalledOnLoad' },
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
  entryPoints: {
    index: 'test/host/suite/index.ts',
    activation: 'test/host/activation.ts',
    soak: 'test/bench/soak/in-window.ts',
  },
  outdir: 'dist/test',
  outExtension: { '.js': '.cjs' },
  external: ['vscode', 'mocha'],
};

const shipped = [extension, programs, webview];
const builds = production && !flags.has('--host-tests') ? shipped : [...shipped, hostTests];

await rm('dist', { recursive: true, force: true });
// For the editor, which checks "Open Raw JSON" by them: see contributes.jsonValidation.
await mkdir('dist/schemas', { recursive: true });
for (const [file, schema] of Object.entries(jsonSchemas())) {
  await writeFile(`dist/schemas/${file}`, JSON.stringify(schema));
}
const contexts = await Promise.all(builds.map((options) => context(options)));
if (flags.has('--watch')) {
  await Promise.all(contexts.map((each) => each.watch()));
  console.log('watching');
} else {
  const results = await Promise.all(contexts.map((each) => each.rebuild()));
  const inputs = results.slice(0, shipped.length).flatMap((each) => Object.keys(each.metafile.inputs));
  await writeFile('dist/extension.meta.json', JSON.stringify(results[0].metafile));
  await writeFile('dist/shipped-inputs.json', JSON.stringify([...new Set(inputs)].sort()));
  await Promise.all(contexts.map((each) => each.dispose()));
}
