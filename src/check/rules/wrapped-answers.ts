import type { SourceFile } from '../source/source-file.ts';
import type { Finding, ProjectContext } from './finding.ts';
import { readsAttributes } from './mentions.ts';

const request = /(?<=\/)signals(?:\/[\w-]+)?(?=['"`?])/g;
/** Matches code that parses a response. */
const parses =
  /\.json\b|\bJSON\.parse\b|\bjson\.loads\b|\bjson_decode\b|\breadValue\(|\bfromJson\b|\bDecode\(|\.data\b/;

/** Finds requests for signals in code that never unwraps them: it has only changed the path. */
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
