/**
 * Formats a number for people, with all its digits: `1,234.5`, and `1.234,5` in German. Copied or saved data has
 * numbers as JSON writes them.
 *
 * @param language a BCP 47 tag, undefined for the machine's
 */
export function numberText(value: number, language?: string): string {
  return numberFormat(language, { maximumFractionDigits: 20 })(value);
}

/** From here on, the digits are mostly zeros, up to 308 of them: an exponent is easier to read. */
const huge = 1e15;

/** Formats numbers in this way, except that huge ones have an exponent: `-1E300`. */
export function numberFormat(
  language: string | undefined,
  options: Intl.NumberFormatOptions = {},
): (value: number) => string {
  const usual = new Intl.NumberFormat(language, options);
  const ofHuge = { ...options, minimumFractionDigits: 0, notation: 'scientific' } as const;
  // An unknown value is NaN, which is formatted as the language does.
  return (value) => (Math.abs(value) >= huge ? new Intl.NumberFormat(language, ofHuge) : usual).format(value);
}
