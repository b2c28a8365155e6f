import { relative, resolve } from 'node:path';
import { root } from './paths.ts';

/** What a command line names: of each suite its files, none for all of them; and options for mocha. */
export interface Chosen<Name extends string> {
  readonly suites: ReadonlyMap<Name, readonly string[]>;
  readonly options: readonly string[];
}

/**
 * Reads names of suites, and files of tests, which may stand in front of options. Nothing means every suite.
 *
 * @param folders where the files of each suite are
 */
export function readChosen<Name extends string>(
  words: readonly string[],
  folders: Readonly<Record<Name, string>>,
): Chosen<Name> {
  const names = Object.keys(folders) as Name[];
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const options = firstOption < 0 ? [] : words.slice(firstOption);
  const suites = new Map<Name, string[]>();
  for (const word of firstOption < 0 ? words : words.slice(0, firstOption)) {
    const named = names.find((name) => name === word);
    const suite = named ?? suiteOf(word, names, folders);
    const files = suites.get(suite) ?? [];
    suites.set(suite, named ? files : [...files, inRepository(word)]);
  }
  const wanted = suites.size === 0 ? names : names.filter((name) => suites.has(name));
  return { suites: new Map(wanted.map((name) => [name, suites.get(name) ?? []])), options };
}

function suiteOf<Name extends string>(
  file: string,
  names: readonly Name[],
  folders: Readonly<Record<Name, string>>,
): Name {
  const path = inRepository(file);
  const suite = names.find((name) => path.startsWith(`${folders[name]}/`) && path.endsWith('.test.ts'));
  if (suite === undefined) throw new Error(`${file} is neither a suite (${names.join(', ')}) nor a test of one`);
  return suite;
}

function inRepository(file: string): string {
  return relative(root, resolve(file)).replaceAll('\\', '/');
}
