// npm run package [-- --update-notices] [--twice]: the VSIX as users install it, and its software bill of materials
// (CycloneDX). Prints their paths and the VSIX's SHA-256. With --twice, builds and packs again, and ends with 1 unless
// that gives the same bytes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packageExtension, updateNotices, writeSbom } from './lib/build.ts';

const { values } = parseArgs({
  options: { 'update-notices': { type: 'boolean', default: false }, twice: { type: 'boolean', default: false } },
});
const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

if (values['update-notices']) await updateNotices();
const vsix = await packageExtension();
const first = hash(vsix);
console.log(`${vsix}\nsha256 ${first}\n${await writeSbom()}`);
if (values.twice) {
  const again = hash(await packageExtension());
  console.log(again === first ? 'twice the same' : `again ${again}`);
  if (again !== first) process.exitCode = 1;
}
