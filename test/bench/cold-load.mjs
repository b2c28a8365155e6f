// Loads one extension's main file in this fresh process and prints how many milliseconds that took:
// `node cold-load.mjs require|import FILE [--builtins]`. The module `vscode` is found in a node_modules above the
// file. With --builtins, those of Node's modules that a real extension host has loaded anyway are loaded before.
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const [how, file, ...flags] = process.argv.slice(2);
const require = createRequire(file);

if (flags.includes('--builtins')) {
  for (const name of ['child_process', 'crypto', 'http', 'https', 'net', 'os', 'stream/web', 'tls', 'util', 'zlib']) {
    require(`node:${name}`);
  }
  new globalThis.Response();
}
// In VS Code it is there before any extension.
const stub = require.resolve('vscode');
if (how === 'import') await import(pathToFileURL(stub.replace(/cjs$/, 'mjs')).href);
else require(stub);

const start = performance.now();
if (how === 'import') await import(pathToFileURL(file).href);
else require(file);
console.log(performance.now() - start);
process.exit(0);
