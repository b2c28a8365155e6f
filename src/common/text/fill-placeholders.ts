/** Replaces the placeholders `{0}`, `{1}`, … in a text with values. */
export function fill(text: string, ...values: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (place, index: string) => values[Number(index)] ?? place);
}
