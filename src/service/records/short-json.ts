const longest = 60;

/** A short form of a JSON value, whatever its size. */
export function shortForm(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value);
  }
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]';
  if (typeof value === 'object' && value !== null) return '{…}';
  return String(value);
}
