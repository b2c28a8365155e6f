/**
 * A number for people, with all the digits that it has: `1,234.5`, and `1.234,5` in German. What is copied or saved has
 * numbers as JSON writes them.
 *
 * @param language a BCP 47 tag, undefined for the machine's
 */
export function numberText(value: number, language?: string): string {
  return numberFormat(language, { maximumFractionDigits: 20 })(value);
}

/** From here on digits are zeros to the eye, up to 308 of them: an exponent says it. */
const huge = 1e15;

/** Writes numbers so, except that huge ones have an exponent: `-1E300`. */
export function numberFormat(
  language: string | undefined,
  options: Intl.NumberFormatOptions = {},
): (value: number) => string {
  const usual = new Intl.NumberFormat(language, options);
  const ofHuge = { ...options, minimumFractionDigits: 0, notation: 'scientific' } as const;
  // Unknown is NaN, and written as the language does.
  return (value) => (Math.abs(value) >= huge ? new Intl.NumberFormat(language, ofHuge) : usual).format(value);
}
