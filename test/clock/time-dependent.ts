import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from '../tools/lib/paths.ts';

/** Words of code whose result may depend on when or where it runs. */
const timeWords = /\bDate\b|Clock\b|DateTimeFormat|RelativeTimeFormat|toLocale(?:Date|Time)String/;

export interface TimeDependent {
  /** Of a test, in the repository. */
  readonly file: string;
  /** It speaks of time itself and starts no process: quick enough to be run at every moment. */
  readonly isClose: boolean;
}

interface Source {
  readonly code: string;
  /** What it needs at run time of the repository's own files. */
  readonly imports: readonly string[];
}

/** The tests that speak of time, or that import a file which does. Found anew each time, so that no list is kept. */
export function timeDependentTests(): readonly TimeDependent[] {
  const known = new Map<string, Source>();
  const read = (path: string): Source => {
    const source = known.get(path) ?? readSource(path);
    known.set(path, source);
    return source;
  };
  const isOf = (path: string, folder: 'src' | 'test') => path.startsWith(join(root, folder));
  const speaksOfTime = (path: string) => timeWords.test(read(path).code);
  const startsProcesses = (path: string, seen = new Set<string>()): boolean => {
    if (seen.has(path)) return false;
    seen.add(path);
    const { code, imports } = read(path);
    return /\bspawn|\bfork\b/.test(code) || imports.some((each) => isOf(each, 'test') && startsProcesses(each, seen));
  };
  return globSync(['test/unit/**/*.test.ts', 'test/attacks/*.test.ts'], { cwd: root })
    .sort()
    .map((file) => join(root, file))
    .flatMap((path) => {
      const { imports } = read(path);
      const isItself = speaksOfTime(path) && imports.some((each) => isOf(each, 'src'));
      if (!isItself && !imports.some(speaksOfTime)) return [];
      const file = relative(root, path).replaceAll('\\', '/');
      return [{ file, isClose: isItself && !startsProcesses(path) }];
    });
}

function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8');
  const statement = /^import\s(?!type\b)[^;]*?'(\.[^']+)';|\bimport\('(\.[^']+)'\)/gm;
  const imports = [...text.matchAll(statement)].map(([, from, inCode]) => resolve(dirname(path), from ?? inCode ?? ''));
  return { code: text.replaceAll(/^import\s[^;]*;/gm, ''), imports: imports.filter((each) => existsSync(each)) };
}
