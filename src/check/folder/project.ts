import { basename, extname } from 'node:path/posix';
import { writtenFields } from '../rules/fields.ts';
import type { ProjectContext } from '../rules/finding.ts';
import { classesIn, declarationsTaken, followed, importedNames, type Module } from '../rules/imports.ts';
import { type Names, namesOf } from '../rules/known-names.ts';
import { readsAttributes, serviceUse, usedVersions } from '../rules/mentions.ts';
import type { Language } from '../source/languages.ts';
import { SourceFile } from '../source/source-file.ts';

/** Collects what the files of one project say about each other. */
export class Project {
  readonly modules: Module[] = [];
  readonly #written = new Set<string>();
  #isClient = false;
  #isOfVersion2 = false;
  #isOfVersion3 = false;
  #readsAttributes = false;

  /** @param path relative to the checked folder, with slashes */
  add(path: string, text: string, language: Language): void {
    const isClient = serviceUse.test(text);
    this.#isClient ||= isClient;
    this.#readsAttributes ||= readsAttributes.test(text);
    const { older, newer } = usedVersions(text);
    this.#isOfVersion2 ||= older;
    this.#isOfVersion3 ||= newer;
    if (!followed.has(language)) return;
    const file = new SourceFile(text, language);
    for (const name of writtenFields(file)) this.#written.add(name);
    const names = exported(file, older || newer || isClient);
    if (names.size > 0) this.modules.push({ path, names, classes: classesIn(text) });
  }

  contextOf(path: string, text: string, language: Language): ProjectContext {
    const isFollowed = followed.has(language) && this.modules.length > 0;
    return {
      projectUsesService: this.#isClient,
      hasMoved: this.#isOfVersion3 && !this.#isOfVersion2,
      imported: isFollowed ? importedNames(path, { text, language }, this.modules) : undefined,
      written: this.#written,
      readsAttributes: this.#readsAttributes,
    };
  }
}

/** The names that other files may import: clients, vehicles and URLs, if the file uses the service. */
function exported(file: SourceFile, usesService: boolean): Names {
  if (!usesService) return new Map();
  return new Map([...namesOf(file, undefined)].filter(([, meaning]) => meaning !== 'server' && meaning !== 'http'));
}

/**
 * Whether a text may import one of the modules: it mentions the file name or a class of it, or, as Kotlin does for what
 * is in no class, imports one of its names.
 */
export function mayImport(text: string, modules: readonly Module[]): boolean {
  const taken = declarationsTaken(text);
  return modules.some(({ path, classes, names }) => {
    const name = basename(path, extname(path));
    const isFolder = name === 'index' || name === '__init__';
    return (
      isFolder ||
      text.includes(name) ||
      classes.some((each) => text.includes(each)) ||
      taken.some((each) => names.has(each.name))
    );
  });
}
