// npm run screenshots -- DIR: a picture of every state that a person meets, in each size and theme, with a line of
// figures for each that has a table. `--only TEXT` takes the states whose name contains it; `--readme` takes the pictures
// that the README leads to, and writes them where they are.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeReadmePictures, takeScreenshots } from '../screenshots/take-screenshots.ts';
import { cache } from './lib/paths.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, readme: { type: 'boolean', default: false } },
});

try {
  const count = values.readme
    ? await takeReadmePictures(resolve('.github/pictures'))
    : await takeScreenshots(resolve(positionals[0] ?? `${cache}/screenshots/all`), values.only);
  console.log(`${count} pictures`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
