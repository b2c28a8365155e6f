import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { installPeers, peerCommand } from '../bench/peers.ts';
import { cache, root } from '../tools/lib/paths.ts';
import { runOrFail } from '../tools/lib/processes.ts';

const peers = { '@stryker-mutator/core': '10.0.0', '@stryker-mutator/mocha-runner': '10.0.0' } as const;

/** What a session's life hangs on: whatever reads, seals, stores, sends, watches or hands over tokens and their keys. */
const tokenCode = [
  'refresh/helper-protocol',
  'refresh/helper-refresher',
  'refresh/in-process-refresher',
  'refresh/refresh-policy',
  'refresh/refresh-session',
  'refresh/send-with-resends',
  'refresh/send-refresh',
  'refresh/token-manager',
  'sessions/session-keys',
  'sessions/session-replicas',
  'sessions/secret-storage',
  'sessions/session-database',
  'sessions/session-lock',
  'sessions/session-record',
  'sessions/session-encryption',
  'sessions/session-store',
  'sessions/session-vault',
  'sessions/session-watch',
  'sessions/stored-session',
  'sign-in/register-session',
].map((name) => `src/extension/auth/${name}.ts`);

/** Where no mutant may survive: the order of lock, fence and persist. */
const orderCode = [
  'src/extension/auth/refresh/refresh-session.ts',
  'src/extension/auth/sessions/session-store.ts',
  'src/extension/auth/sessions/session-lock.ts',
];

/** Of the rest of the room: they reach this code only by way of the whole extension, or not at all. */
const otherTests = ['sandbox.test.ts', 'register.test.ts', 'callback.test.ts'];

/** Slower than the others, so that they judge only what those let pass. */
const lastTests = ['helper-refresher', 'sign-in', 'session-model'].map((name) => `${name}.test.ts`);

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

/** What became of the mutants of one file. */
export interface FileScore {
  /** Its path from the root of the repository. */
  readonly file: string;
  readonly mutants: number;
  /** How many of them make a test fail, or never end. */
  readonly noticed: number;
  /** `line what it became` of the others, in the order of the lines. */
  readonly survivors: readonly string[];
  /** No mutant of it may live. */
  readonly isOrder: boolean;
}

/**
 * Breaks the token code in every small way there is, one at a time, and runs the unit tests that reach the place.
 * @param files some of it, by their paths
 */
export async function mutate(files: readonly string[] = tokenCode): Promise<readonly FileScore[]> {
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
    mochaOptions: { 'no-config': true, 'no-package': true, extension: ['ts'], spec: await testFiles() },
    coverageAnalysis: 'perTest',
    // Constants of a module are set before the first test: each would take a run of all tests in a process of its own.
    ignoreStatic: true,
    checkers: [],
    disableTypeChecks: false,
    ignorePatterns: ['/dist', '/.vscode-test', '/*.vsix'],
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
  await runOrFail(process.execPath, ['--require', bridge, stryker, 'run', configuration], {
    env: { ...process.env, VEHICLE_DATA_SEQUENCES: '15' },
  });
  const { files: broken } = JSON.parse(await readFile(report, 'utf8')) as Report;
  return Object.entries(broken).map(([file, { mutants }]) => scoreOf(file, mutants));
}

async function testFiles(): Promise<string[]> {
  const room = 'test/unit/extension/auth';
  const files = await readdir(join(root, room), { recursive: true });
  const tests = files.filter((file) => file.endsWith('.test.ts')).sort();
  const isLast = (file: string) => lastTests.includes(basename(file));
  const first = tests.filter((file) => !isLast(file) && !otherTests.includes(basename(file)));
  return [...first, ...tests.filter(isLast)].map((file) => `${room}/${file}`);
}

/** The part of Stryker's report that is read. */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number } };
}

function scoreOf(file: string, mutants: readonly Mutant[]): FileScore {
  const judged = mutants.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const alive = judged.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const survivors = alive
    .sort((a, b) => a.location.start.line - b.location.start.line)
    .map(({ location, mutatorName, replacement = '' }) => {
      return `${location.start.line} ${mutatorName} ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`;
    });
  const noticed = judged.length - alive.length;
  return { file, mutants: judged.length, noticed, survivors, isOrder: orderCode.includes(file) };
}
