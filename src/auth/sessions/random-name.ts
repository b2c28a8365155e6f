/** Part of a file name that nobody else picks. */
export function randomName(): string {
  return globalThis.crypto.randomUUID().replaceAll('-', '').slice(0, 16);
}
