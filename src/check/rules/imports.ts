import { posix } from 'node:path';
import type { SourceFile } from '../source/source-file.ts';
import type { Meaning, Names } from './known-names.ts';

/** A file with names that others may import. */
export interface Module {
  /** Relative to the checked folder, with slashes. */
  readonly path: string;
  readonly names: Names;
  /** Classes and objects of Java and Kotlin, which are imported instead of the file. */
  readonly classes: readonly string[];
}

/** A name that a file imports from a module; `*` stands for all names, accessed through a local one. */
interface Import {
  readonly module: (path: string) => boolean;
  readonly name: string;
  readonly local: string;
}

const byLanguage: Readonly<Partial<Record<string, (text: string, path: string) => Import[]>>> = {
  javascript: javaScriptImports,
  python: pythonImports,
};
/** Languages whose imports are followed. */
export const followed = new Set(['javascript', 'python', 'java', 'kotlin']);

export const classesIn = (text: string) =>
  [...text.matchAll(/\b(?:class|object|interface|enum)\s{1,3}([A-Z]\w{0,80})/g)].map(([, name = '']) => name);

/** The meanings of the names that a file imports from modules of its project. */
export function importedNames(
  path: string,
  { text, language }: Pick<SourceFile, 'text' | 'language'>,
  modules: readonly Module[],
): Names {
  const others = modules.filter((module) => module.path !== path);
  if (language === 'java' || language === 'kotlin') return namesOfClasses(path, text, others);
  const found = new Map<string, Meaning>();
  for (const { module, name, local } of byLanguage[language]?.(text, path) ?? []) {
    for (const { names } of others.filter((each) => module(each.path))) {
      if (name === '*') for (const [exported, meaning] of names) found.set(`${local}.${exported}`, meaning);
      const meaning = names.get(name) ?? (name === 'default' ? [...names.values()][0] : undefined);
      if (meaning !== undefined) found.set(local, meaning);
    }
  }
  return found;
}

function namesOfClasses(path: string, text: string, modules: readonly Module[]): Names {
  const found = new Map<string, Meaning>();
  const taken = declarationsTaken(text);
  for (const { names, classes, path: from } of modules) {
    const isNear = posix.dirname(from) === posix.dirname(path);
    for (const className of classes) {
      if (!text.includes(`${className}.`)) continue;
      if (!isNear && !new RegExp(String.raw`\bimport\s{1,3}(?:static\s{1,3})?[\w.]*\b${className}\b`).test(text))
        continue;
      for (const [name, meaning] of names) found.set(`${className}.${name}`, meaning);
    }
    for (const { name, local } of taken) {
      const meaning = names.get(name);
      if (meaning !== undefined) found.set(local, meaning);
    }
  }
  return found;
}

/** What Java and Kotlin import by its own name, wherever it is: `import static a.B.c;`, `import a.c as d`. */
export function declarationsTaken(text: string): readonly Pick<Import, 'name' | 'local'>[] {
  const taken =
    /^[ \t]*import\s{1,3}(?:static\s{1,3})?[\w.]{1,200}\.(\w{1,80})(?:[ \t]{1,3}as[ \t]{1,3}(\w{1,80}))?;?[ \t]*$/gm;
  return [...text.matchAll(taken)].map(([, name = '', local = name]) => ({ name, local }));
}

const plain = (path: string) =>
  path.replace(/\.(?:[cm]?[jt]sx?|py|vue|svelte)$/, '').replace(/\/(?:index|__init__)$/, '');

function javaScriptImports(text: string, path: string): Import[] {
  const imports: Import[] = [];
  const taken =
    /\bimport\s{1,3}(?:type\s{1,3})?([^'"`;]{1,500}?)\s{0,3}\bfrom\s{0,3}['"]([^'"\n]{1,200})['"]|\b(?:const|let|var)\s{1,3}(\{[^{}]{1,500}\}|\w{1,80})\s{0,3}=\s{0,3}require\(\s{0,3}['"]([^'"\n]{1,200})['"]\s{0,3}\)/g;
  for (const [, clause, from, names, required] of text.matchAll(taken)) {
    const specifier = from ?? required ?? '';
    const isRelative = specifier.startsWith('.');
    if (!isRelative && !/^(?:[@~#]|\$\w+|src)\//.test(specifier)) continue;
    const wanted = plain(
      isRelative ? posix.join(posix.dirname(path), specifier) : specifier.replace(/^(?:[@~#]|\$\w+|src)\//, ''),
    );
    const module = (other: string) =>
      isRelative ? plain(other) === wanted : `/${plain(other)}`.endsWith(`/${wanted}`);
    const whole = clause ?? names ?? '';
    for (const [, name = '', as] of (/\{([^}]*)\}/.exec(whole)?.[1] ?? '').matchAll(
      /(\w+)(?:\s*(?:\bas\b|:)\s*(\w+))?/g,
    ))
      imports.push({ module, name, local: as ?? name });
    const [, all] = /\*\s*as\s+(\w+)/.exec(whole) ?? [];
    if (all !== undefined) imports.push({ module, name: '*', local: all });
    const [, single] = /^\s*(\w+)/.exec(whole) ?? [];
    if (single === undefined) continue;
    imports.push({ module, name: 'default', local: single });
    if (required !== undefined) imports.push({ module, name: '*', local: single });
  }
  return imports;
}

function pythonImports(text: string, path: string): Import[] {
  const imports: Import[] = [];
  const taken =
    /^[ \t]*(?:from[ \t]+([\w.]{1,200})[ \t]+import[ \t]+(\([^()]{1,500}\)|[^\n]{1,300})|import[ \t]+([\w.]{1,200})(?:[ \t]+as[ \t]+(\w+))?)/gm;
  const at = (dotted: string) => {
    const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(dotted) ?? [];
    const below = rest.replaceAll('.', '/');
    if (dots === '') return (other: string) => `/${plain(other)}`.endsWith(`/${below}`);
    const wanted = posix.join(posix.dirname(path), '../'.repeat(dots.length - 1), below).replace(/\/$/, '');
    return (other: string) => plain(other) === wanted;
  };
  for (const [, from, names = '', whole, as] of text.matchAll(taken)) {
    if (whole !== undefined) imports.push({ module: at(whole), name: '*', local: as ?? whole });
    if (from === undefined) continue;
    for (const [, name = '', local] of names.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g)) {
      imports.push({ module: at(from), name, local: local ?? name });
      // It may also be a module of that name.
      const below = from.endsWith('.') ? `${from}${name}` : `${from}.${name}`;
      imports.push({ module: at(below), name: '*', local: local ?? name });
    }
  }
  return imports;
}
