import assert from 'node:assert/strict';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { root } from '../../tools/lib/paths.ts';

const ownRules = /\/(?:imports|properties|syntax)$/;

/** How many times the lint of this repository objects to code in a file, by the rules of `eslint.config.mjs` itself. */
async function objections(file: string, code: string): Promise<number> {
  const config = (await new ESLint({ cwd: root }).calculateConfigForFile(file)) as Linter.Config;
  const rules = Object.fromEntries(Object.entries(config.rules ?? {}).filter(([name]) => ownRules.test(name)));
  const [parser, { plugins }] = [tseslint.parser as Linter.Parser, config];
  const found = new Linter().verify(
    code,
    [{ files: ['**/*.{ts,tsx}'], languageOptions: { parser }, plugins, rules }],
    file,
  );
  assert.deepEqual(
    found.filter(({ fatal }) => fatal),
    [],
  );
  return found.length;
}

describe('The lint of time', () => {
  const everywhere = ['src/service/v3/client.ts', 'src/extension/window/window.ts', 'src/viewer/main.ts'];

  for (const code of [
    'Date.now()',
    'const now = Date.now;',
    'const { now } = Date;',
    'new Date()',
    'Date()',
    'new Date(2026, 10, 26)',
    'performance.timeOrigin',
    'date.getDate()',
    'date.setHours(0)',
    'date.getTimezoneOffset()',
    'date.toDateString()',
    "date.toLocaleDateString('en', { dateStyle: 'medium' })",
    'Date.parse(`${day}T00:00`)',
    'new Date(`${day}T00:00`)',
    "new Intl.DateTimeFormat('en', { dateStyle: 'long' })",
    "new Intl.DateTimeFormat('en')",
    'Intl.DateTimeFormat()',
  ]) {
    it(`finds ${code}`, async () => {
      for (const file of everywhere) assert.equal(await objections(file, code), 1, file);
    });
  }

  for (const code of [
    'clock.now()',
    'new Date(at).toISOString()',
    'Date.UTC(2026, 10, 26)',
    'new Date(at).getUTCDate()',
    'Date.parse(`${day}T00:00:00Z`)',
    "new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })",
    'performance.now()',
  ]) {
    it(`lets ${code} be`, async () => {
      for (const file of everywhere) assert.equal(await objections(file, code), 0, file);
    });
  }

  it('lets only who builds the others give them the system’s clock', async () => {
    const code = "import { systemClock } from '../common/clock.ts';";
    assert.equal(await objections('src/service/deprecation-notices.ts', code), 1);
    assert.equal(await objections('src/extension/requests/requests-view.ts', code), 1);
    assert.equal(await objections('src/extension/window.ts', code), 0);
  });

  it('knows one file that asks for the time, and two for the zone', async () => {
    assert.equal(await objections('src/common/clock.ts', 'Date.now()'), 0);
    assert.equal(await objections('src/common/text/dates.ts', 'date.toLocaleTimeString()'), 0);
    assert.equal(await objections('src/viewer/formats/zone.ts', 'date.getTimezoneOffset()'), 0);
    assert.equal(await objections('src/viewer/formats/zone.ts', 'const odd = /é/;'), 1);
  });
});
