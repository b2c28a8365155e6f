import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { oldestNode } from '../../tools/lib/other-nodes.ts';
import { root } from '../../tools/lib/paths.ts';

/** What is not in Node 20, each by itself. */
const newer = [
  'Map.groupBy([1], String)',
  'Object.groupBy([1], String)',
  'Promise.withResolvers()',
  'Promise.try(() => 1)',
  'Array.fromAsync([1])',
  'new Set([1]).union(new Set([2]))',
  '[1].values().map(String)',
  'Iterator.from([1])',
  "RegExp.escape('a')",
  "Uint8Array.fromBase64('')",
  'new ArrayBuffer(1).transfer()',
  'Error.isError(1)',
  'Math.f16round(1)',
];
/** And of the same kind, what is. */
const known = ['[1].toSorted()', '[1].findLast(Boolean)', "'a'.toWellFormed()", "'a'.at(0)", 'AbortSignal.timeout(1)'];

describe('the programs', () => {
  for (const [program, main] of [
    ['vehicle-data-check', 'src/check/main.ts'],
    ['vehicle-data-check-receiver', 'src/receiver-check/main.ts'],
    ['vehicle-data-mcp', 'src/mcp/main.ts'],
    ['vehicle-data-sandbox', 'src/sandbox/main.ts'],
  ] as const) {
    const on = (version: string) => {
      const claim = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
      const args = ['--import', `data:text/javascript,${encodeURIComponent(claim)}`, join(root, main), '--help'];
      return spawnSync(process.execPath, args, { encoding: 'utf8' });
    };
    it(`${program} says on an older Node which one it needs`, () => {
      for (const version of ['18.20.8', '20.18.0']) {
        const { status, stdout, stderr } = on(version);
        assert.deepEqual([status, stdout], [1, '']);
        assert.match(
          stderr,
          new RegExp(`^${program}: Node ${oldestNode} or newer is needed, and this is ${version} \\(`),
        );
      }
      for (const version of [oldestNode, '20.20.2', '100.0.0']) {
        const { status, stdout } = on(version);
        assert.deepEqual([status, stdout.split(' ')[1]], [0, program]);
      }
    });
  }
});

describe('the source', () => {
  it('is compiled with what the oldest Node has, and no more', () => {
    const { config } = ts.readConfigFile(join(root, 'src/tsconfig.json'), (file) => readFileSync(file, 'utf8')) as {
      config: object;
    };
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'src'));
    const texts = new Map([...newer, ...known].map((text, index) => [join(root, 'src', `line-${index}.ts`), text]));
    const host = ts.createCompilerHost(options);
    const onDisk = host.getSourceFile.bind(host);
    host.getSourceFile = (name, language) => {
      const text = texts.get(name);
      return text === undefined ? onDisk(name, language) : ts.createSourceFile(name, `export {};\n${text}`, language);
    };
    const program = ts.createProgram([...texts.keys()], options, host);
    const refused = [...texts].flatMap(([name, text]) =>
      program.getSemanticDiagnostics(program.getSourceFile(name)).length > 0 ? text : [],
    );
    assert.deepEqual(refused, newer);
  });

  it('is linted for it, whatever program it is of', async () => {
    const eslint = new ESLint({ cwd: root });
    const mains = ['sandbox/main', 'mcp/main', 'check/main', 'extension/extension', 'extension/api'];
    const others = ['extension/auth/refresh/refresh-helper', 'service/http/dispatchers'];
    for (const file of [...[...mains, ...others].map((name) => `src/${name}.ts`), 'test/tools/run.mjs']) {
      assert.ok(existsSync(join(root, file)), file);
      const { rules } = (await eslint.calculateConfigForFile(file)) as { rules: Record<string, [severity: number]> };
      for (const rule of ['es-builtins', 'es-syntax', 'node-builtins']) {
        assert.equal(rules[`n/no-unsupported-features/${rule}`]?.[0], 2, `${rule} in ${file}`);
      }
      assert.equal(rules['oldest-node/properties']?.[0], 2, file);
    }
  });
});
