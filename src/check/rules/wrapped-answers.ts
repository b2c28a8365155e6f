import type { SourceFile } from '../source/source-file.ts';
import type { Finding, ProjectContext } from './finding.ts';
import { readsAttributes } from './mentions.ts';

const request = /(?<=\/)signals(?:\/[\w-]+)?(?=['"`?])/g;
/** Makes an object of an answer. */
const parses =
  /\.json\b|\bJSON\.parse\b|\bjson\.loads\b|\bjson_decode\b|\breadValue\(|\bfromJson\b|\bDecode\(|\.data\b/;

/** Signals that are requested where nobody reads what they are wrapped in: only the path has moved. */
export function wrappedAnswers(file: SourceFile, context: ProjectContext): Finding[] {
  if (context.readsAttributes !== false || !file.text.includes('signals') || readsAttributes.test(file.text)) return [];
  if (!file.has(/vehicle\.api\.smartcar\.com|\bsc-user-id\b/i) || !file.has(parses)) return [];
  return [...file.matches(request, 'string')].map(({ index, 0: path }) => ({
    kind: 'moved-field',
    start: index,
    end: index + path.length,
    instead: 'attributes.body',
  }));
}
