import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is labelled in one file of a public client. */
export interface Labelled {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  readonly places: readonly Place[];
}

interface Place {
  readonly line: number;
  /** Any of these is right. */
  readonly kinds: readonly string[];
  /** A finding is right here, and none is right too. */
  readonly isOptional: boolean;
}

/** Reads a file of labels. A client without a labelled file is there with an empty path. */
export function readLabels(name: string): Labelled[] {
  const labelled: (Labelled & { places: Place[] })[] = [];
  for (const line of readFileSync(join(import.meta.dirname, name), 'utf8').split('\n')) {
    const indent = line.length - line.trimStart().length;
    const [first = '', second = ''] = line.trim().split(' ');
    const last = labelled.at(-1);
    if (first === '' || first.startsWith('#')) continue;
    if (indent === 0) labelled.push({ repository: first, commit: second, path: '', places: [] });
    else if (indent === 2 && last) labelled.push({ ...last, path: line.trim(), places: [] });
    else last?.places.push(place(Number(first), second));
  }
  return labelled;
}

function place(line: number, label: string): Place {
  const isOptional = label.endsWith('?');
  return { line, kinds: label.replace('?', '').split('|'), isOptional };
}
