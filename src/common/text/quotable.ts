/**
 * Characters that a reader may take for the end of a quotation: quotation marks of every script and lookalikes. An
 * apostrophe inside a word is not one.
 */
const marks =
  /(?!(?<=[\p{L}\p{N}])['’](?=\p{L}))[\p{Quotation_Mark}`´\u02b9-\u02bc\u02ca\u02cb\u02dd\u02ee\u02f4-\u02f6\u05f3\u05f4\u2032-\u2037\u2057\u275b-\u2760\u3003\u{1f676}-\u{1f678}]/gu;

/** Makes untrusted text safe to put between quotation marks, so that it can't appear to end the quotation. */
export function quotable(text: string): string {
  return text.replace(marks, '');
}
