import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolder } from '../../src/migration/folder/check-folder.ts';
import { checkText } from '../../src/migration/rules/check-text.ts';
import { freshFolder } from '../tools/lib/paths.ts';

/** Half of what the check reads: what takes more than one look at each character does not end in a test's time. */
const size = 500_000;
const filled = (piece: string) => piece.repeat(Math.ceil(size / piece.length));
/** Lets every rule look. */
const client = "import smartcar from 'smartcar';\nfetch('https://vehicle.api.smartcar.com/v3', { authorization });\n";

describe('source files that are made to stop the migration check', () => {
  for (const [name, piece] of [
    ['templates in templates', '`${'],
    ['holes that never end', '${{'],
    ['quotes that never end', `'"\``],
    ['braces that never end', '{'],
    ['empty lines', '\n'],
    ['blanks', ' '],
    ['one word', 'a'],
    ['addresses in one line', 'https://api.smartcar.com/{'],
    ['consent addresses in one line', 'connect.smartcar.com/'],
    ['paths in one line', '/vehicles/'],
    ['paths that are joined', "'/vehicles/' + id + "],
    ['calls in calls', 'new smartcar.Vehicle('],
    ['makes', 'tesla/charge/'],
    ['fields in one line', 'a.percentRemaining;'],
    ['refresh tokens in one line', 'refresh_token,'],
    ['refresh tokens line by line', 'refresh_token\n'],
    ['signatures', 'verifyPayload(.update('],
    ['slashes', '/'],
    ['comments that never end', '/*'],
    ['backslashes', '\\'],
  ] as const) {
    for (const file of ['a.ts', 'a.py', 'a.http', 'a.rb', '.env']) {
      it(`are read once in ${file}: ${name}`, () => {
        const text = client + filled(piece);
        const found = checkText(file, text, { projectUsesService: true });
        for (const { start, end } of found) assert.ok(start < end && end <= text.length);
        const text2 = filled(piece) + client;
        assert.ok(Array.isArray(checkText(file, text2, { projectUsesService: true })));
      });
    }
  }
});

describe('a .gitignore that is made to stop the migration check', () => {
  for (const pattern of [
    `${'*a'.repeat(30)}b`,
    `${'**/'.repeat(30)}b`,
    `/${'*/'.repeat(30)}b`,
    `${'[a-'.repeat(1000)}`,
  ]) {
    it(`is read in time: ${pattern.slice(0, 12)}…`, async () => {
      const folder = await freshFolder('attack-gitignore');
      const name = `${'a'.repeat(240)}.ts`;
      writeFileSync(join(folder, name), client);
      writeFileSync(join(folder, '.gitignore'), `${pattern}\n`);
      assert.equal(checkFolder(folder).filesRead, 1);
    });
  }
});
