import { fill } from '../../common/text/fill-placeholders.ts';
import type { ViewerStrings } from './viewer-strings.ts';

/** A text with a count that has a separate text for the singular. */
export type Counted = {
  [Key in keyof ViewerStrings]: `${Key}One` extends keyof ViewerStrings ? Key : never;
}[keyof ViewerStrings];

/** Writes whole numbers in the user's language. */
export interface NumberTexts {
  count(value: number): string;
}

/** `5 charges`, or `1 charge`. */
export function counted(strings: ViewerStrings, formats: NumberTexts, what: Counted, count: number): string {
  const text = count === 1 ? strings[`${what}One`] : strings[what];
  return fill(text, formats.count(count));
}
