import { join } from 'node:path';
import { screenshots } from '../tools/lib/paths.ts';

/** The file of a picture that is taken for people to look at. */
export function pictureFile(name: string): string {
  return join(screenshots, `${name}.png`);
}

/**
 * The file of a picture of how a test has ended.
 *
 * @param context what `this` is in `afterEach`
 * @param prefix tells the pictures of a suite from those of others
 */
export function lastPictureFile({ currentTest }: Mocha.Context, prefix = ''): string {
  return pictureFile(`${prefix}${currentTest?.title.replaceAll(/\W+/g, '-') ?? 'unknown'}`);
}
