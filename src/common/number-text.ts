/**
 * A number for people, with all the digits that it has: `1,234.5`, and `1.234,5` in German. What is copied or saved has
 * numbers as JSON writes them.
 *
 * @param language a BCP 47 tag, undefined for the machine's
 */
export function numberText(value: number, language?: string): string {
  return value.toLocaleString(language, { maximumFractionDigits: 20 });
}
