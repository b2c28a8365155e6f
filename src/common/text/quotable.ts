/**
 * What a reader may take for the end of a quotation: quotation marks of every script, and what looks like one. An
 * apostrophe within a word is none.
 */
const marks =
  /(?!(?<=[\p{L}\p{N}])['’](?=\p{L}))[\p{Quotation_Mark}`´\u02b9-\u02bc\u02ca\u02cb\u02dd\u02ee\u02f4-\u02f6\u05f3\u05f4\u2032-\u2037\u2057\u275b-\u2760\u3003\u{1f676}-\u{1f678}]/gu;

/** A text of others that can stand between quotation marks and not leave them. */
export function quotable(text: string): string {
  return text.replace(marks, '');
}
