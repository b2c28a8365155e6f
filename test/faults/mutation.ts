import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPeers, peerCommand } from '../bench/peers.ts';
import { cache } from '../tools/lib/paths.ts';
import { run } from '../tools/lib/processes.ts';

const peers = { '@stryker-mutator/core': '10.0.0', '@stryker-mutator/mocha-runner': '10.0.0' } as const;

/** What a session's life hangs on. */
const tokenCode = [
  'refresh-session',
  'persist-pair',
  'renewal',
  'refresh-policy',
  'token-keeper',
  'session-vault',
  'session-folder',
  'session-seal',
  'session-record',
  'key-ring',
  'replica-shelf',
  'session-lock',
  'folder-lock',
  'send-refresh',
].map((name) => `src/auth/${name}.ts`);

/** Where no mutant may survive: the order of lock, fence and persist. */
const orderCode = ['src/auth/refresh-session.ts', 'src/auth/persist-pair.ts', 'src/auth/folder-lock.ts'];

/** The tests of it, in the order in which they are likely to notice. */
const tests = [
  'refresh-outcomes',
  'refresh-session',
  'persist-pair',
  'renewal',
  'send-refresh',
  'interrupted-refresh',
  'refresh-policy',
  'token-keeper',
  'session-vault',
  'stored-session',
  'folder-lock',
  'connected-sessions',
  'folder-sweep',
  'session-model',
].map((name) => `test/unit/auth/${name}.test.ts`);

/** What a mutant can't change but in what people read. */
const texts = ['StringLiteral'];

/** Stryker's runner looks for parts of mocha by the names that they had before version 12. */
const mochaBridge = `
const Module = require('node:module');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  const isMoved = /mocha[\\\\/]lib[\\\\/]cli[\\\\/][a-z-]+$/.test(name);
  return resolve.call(this, isMoved ? name + '.cjs' : name, ...rest);
};
`;

export interface MutationResult {
  readonly killed: number;
  readonly mutants: number;
  /** `file:line what it became`, without a test that minds. */
  readonly survivors: readonly string[];
  readonly survivorsInOrder: readonly string[];
}

/**
 * Breaks the token code in every small way there is, one at a time, and runs the unit tests that reach the place.
 * @param files some of it, by their paths
 */
export async function mutate(files: readonly string[] = tokenCode): Promise<MutationResult> {
  const folder = await installPeers('mutation', peers);
  const place = join(cache, 'mutation');
  await mkdir(place, { recursive: true });
  const report = join(place, 'report.json');
  await rm(report, { force: true });
  const settings = {
    mutate: files,
    mutator: { excludedMutations: texts },
    plugins: ['@stryker-mutator/mocha-runner'],
    testRunner: 'mocha',
    testRunnerNodeArgs: ['--require', join(place, 'mocha-12.cjs')],
    mochaOptions: { 'no-config': true, 'no-package': true, extension: ['ts'], spec: tests },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    checkers: [],
    disableTypeChecks: false,
    ignorePatterns: ['/dist', '/.vscode-test', '/media', '/*.vsix'],
    tempDirName: join(place, 'sandbox'),
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    timeoutMS: 10_000,
    allowEmpty: false,
  };
  const bridge = join(place, 'mocha-12.cjs');
  await writeFile(bridge, mochaBridge);
  const configuration = join(place, 'stryker.json');
  await writeFile(configuration, JSON.stringify(settings));
  const stryker = await peerCommand(folder, '@stryker-mutator/core', 'stryker');
  await run(process.execPath, ['--require', bridge, stryker, 'run', configuration], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, VEHICLE_DATA_SEQUENCES: '15' },
  });
  return resultOf(JSON.parse(await readFile(report, 'utf8')) as Report);
}

/** The part of Stryker's report that is read. */
interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly mutants: readonly {
          readonly status: string;
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly location: { readonly start: { readonly line: number } };
        }[];
      }
    >
  >;
}

function resultOf({ files }: Report): MutationResult {
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })));
  const judged = all.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const alive = judged.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const told = (mutants: typeof alive) =>
    mutants.map(({ file, location, mutatorName, replacement = '' }) => {
      return `${file}:${location.start.line} ${mutatorName} ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`;
    });
  return {
    killed: judged.length - alive.length,
    mutants: judged.length,
    survivors: told(alive),
    survivorsInOrder: told(alive.filter(({ file }) => orderCode.includes(file))),
  };
}
