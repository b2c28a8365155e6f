/** Checks the type of a value that came from outside, or was saved by another version of this page. */

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
