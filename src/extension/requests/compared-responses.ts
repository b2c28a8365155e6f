import { indentedJson, sortedJson } from '../../common/text/json-text.ts';
import { t } from '../../common/translate.ts';
import type { NamedText } from '../window/memory-documents.ts';
import type { JournalEntry } from './journal.ts';

/** The two texts to compare, older first: a file is treated as older than a response. */
export function olderFirst(entry: JournalEntry, other: JournalEntry | NamedText): readonly [NamedText, NamedText] {
  if ('text' in other) return [other, responseOf(entry)];
  const [older, newer] = entry.id < other.id ? [entry, other] : [other, entry];
  return [responseOf(older), responseOf(newer)];
}

function responseOf({ id, operation, responseBody }: JournalEntry): NamedText {
  const name = `${operation} ${id}`;
  return {
    name: `${responseBody?.isCut ? t('{0} (truncated)', name) : name}.json`,
    text: comparableText(responseBody?.text ?? ''),
  };
}

/** JSON is indented and its members sorted by name; other text is unchanged. */
export function comparableText(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return `${indentedJson(sortedJson(text))}\n`;
}
