import assert from 'node:assert/strict';
import { rules } from '../../../src/check/rules/check-text.ts';
import { writtenFields } from '../../../src/check/rules/fields.ts';
import type { ProjectContext } from '../../../src/check/rules/finding.ts';
import { importedNames, type Module } from '../../../src/check/rules/imports.ts';
import { languageOf } from '../../../src/check/source/languages.ts';
import { SourceFile } from '../../../src/check/source/source-file.ts';

const context: ProjectContext = {
  projectUsesService: true,
  imported: new Map([['client', 'sdk']]),
  readsAttributes: false,
};
/** What makes every rule look at the rest of a file. */
const heads = {
  'a.py': `import smartcar
from smartcar import Vehicle
OLD = "https://api.smartcar.com/v2.0"
NEW = "https://vehicle.api.smartcar.com/v3/charge/records/set-limit/charge-chargelimits"
sent = {"Authorization": "Bearer", "sc-signature": 1}
`,
  'a.ts': `import smartcar, { Vehicle } from 'smartcar';
const OLD = 'https://api.smartcar.com/v2.0', iam = 'https://iam.smartcar.com', other = 'https://accounts.google.com/oauth';
const path = '/charge/records/set-limit/charge-chargelimits/tractionbattery-stateofcharge', h = 'sc-signature authorization';
`,
  'a.yaml': 'servers: https://api.smartcar.com/v2.0/charge/records sc-signature bearer\n',
} as const;
/** Repeated, each of them begins what some rule looks for, and never ends it. */
const hostile: readonly (readonly [keyof typeof heads, string])[] = [
  ['a.py', 'smartcar '],
  ['a.py', 'smartcar'],
  ['a.py', 'import smartcar\n'],
  ['a.py', ' '],
  ['a.py', '"""'],
  ['a.py', 'x = Vehicle('],
  ['a.py', 'car: Vehicle '],
  ['a.ts', 'aA_'],
  ['a.ts', "import { a } from './b'\n"],
  ['a.ts', '{ '],
  ['a.ts', '`${'],
  ['a.ts', 're = /['],
  ['a.ts', "'a' + "],
  ['a.ts', "'/vehicles/"],
  ['a.ts', "'/vehicles/' + id + "],
  ['a.ts', 'https://api.smartcar.com/v2.0/vehicles/${id} '],
  ['a.ts', "const B = 'https://api.smartcar.com/v2.0/vehicles'; "],
  ['a.ts', 'chargeStart'],
  ['a.ts', '{ chargeStart, '],
  ['a.ts', 'r.startStateOfCharge * 100; '],
  ['a.ts', 'refreshToken'],
  ['a.ts', "grant_type: 'refresh_token' "],
  ['a.ts', '.batch('],
  ['a.ts', 'vehicle(a)(b).'],
  ['a.ts', 'axios.create({'],
  ['a.ts', 'hmac.update('],
  ['a.ts', 'charge/limit" limit '],
  ['a.yaml', 'a: '],
  ['a.yaml', '${{'],
  ['a.yaml', '/vehicles/{id}'],
];
const unit = 500_000;
const modules: readonly Module[] = [{ path: 'lib/b.ts', names: new Map([['a', 'sdk']]), classes: ['B'] }];

/** Of this process: what else the machine does counts nothing. */
function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user } = process.cpuUsage(before);
  return user / 1000;
}

const textOf = (head: string, seed: string, size: number) => head + seed.repeat(Math.ceil(size / seed.length));

describe('The time of the migration check', () => {
  for (const [path, seed] of hostile) {
    it(`grows with the size of a file and no faster, for every rule: ${JSON.stringify(seed)} in ${path}`, () => {
      const language = languageOf(path) ?? assert.fail();
      const measure = (size: number) => {
        const text = textOf(heads[path], seed, size);
        let file = new SourceFile('', language);
        const read = () => void (file = new SourceFile(text, language));
        const others = [read, () => void writtenFields(file), () => void importedNames(path, file, modules)];
        return [...others, ...rules.map((rule) => () => void rule(file, context))].map(cpuMs);
      };
      const slow = () => {
        const [small, large] = [measure(unit), measure(2 * unit)];
        return large.flatMap((time, index) => {
          const before = small[index] ?? 0;
          // Twice the size takes twice as long; four times would be the square. What takes no time has no ratio.
          if (time / Math.max(before, 100) < 3.2) return [];
          return [`${rules[index - 3]?.name ?? 'reading'}: ${before} ms, then ${time} ms`];
        });
      };
      // A square is one each time.
      const found = [slow()];
      while (found.at(-1)?.length !== 0 && found.length < 3) found.push(slow());
      assert.deepEqual(found.at(-1), []);
    });
  }
});
