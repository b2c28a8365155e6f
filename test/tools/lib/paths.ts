import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The repository. */
export const root = resolve(import.meta.dirname, '../../..');
export const dist = join(root, 'dist');
/** Everything that the tools fetch or write, beside the build. Ignored by git; safe to delete at any time. */
export const cache = join(root, '.vscode-test');

/** Names another folder for the pictures that tests take. */
export const screenshotsVariable = 'VEHICLE_DATA_SCREENSHOTS';
export const screenshots = process.env[screenshotsVariable] ?? join(cache, 'screenshots');

/** A folder under the cache that starts empty. */
export async function freshFolder(name: string): Promise<string> {
  const folder = join(cache, name);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  await mkdir(folder, { recursive: true });
  return folder;
}
