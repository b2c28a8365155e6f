import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
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
    const mains = ['sandbox/main', 'agents/main', 'migration/main', 'auth/refresh/refresh-helper', 'extension', 'api'];
    for (const file of [...mains.map((main) => `src/${main}.ts`), 'src/service/http/tunnel.ts', 'test/tools/run.mjs']) {
      const { rules } = (await eslint.calculateConfigForFile(file)) as { rules: Record<string, [severity: number]> };
      for (const rule of ['es-builtins', 'es-syntax', 'node-builtins']) {
        assert.equal(rules[`n/no-unsupported-features/${rule}`]?.[0], 2, `${rule} in ${file}`);
      }
      assert.equal(rules['no-restricted-properties']?.[0], 2, file);
    }
  });
});
