import assert from 'node:assert/strict';
import { checkText } from '../../src/migration/rules/check-text.ts';

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
