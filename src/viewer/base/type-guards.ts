/** What is known of a value that came from elsewhere, or was kept by another version of this page. */

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
