import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkText } from '../../../src/check/rules/check-text.ts';
import { findingKinds } from '../../../src/check/rules/finding.ts';
import { serviceUse } from '../../../src/check/rules/known-names.ts';
import { placesIn } from '../../../src/check/source/source-file.ts';

/** Small clients that we wrote, with the kinds of a line's findings behind it: `⟦scale⟧`. */
const folder = join(import.meta.dirname, 'clients');
const marker = / ⟦([\w-]+)⟧/g;

describe('the migration check on clients of our own', () => {
  const seen = new Set<string>();
  const files = readdirSync(folder);

  for (const file of files) {
    it(`finds in ${file.replace(/\.txt$/, '')} what is marked, and nothing else`, () => {
      const marked = readFileSync(join(folder, file), 'utf8');
      const expected = marked
        .split('\n')
        .flatMap((line, index) => [...line.matchAll(marker)].map(([, kind]) => `${index + 1} ${kind}`));
      const text = marked.replace(marker, '');
      const place = placesIn(text);
      const context = { projectUsesService: serviceUse.test(text) };
      const found = checkText(file.replace(/\.txt$/, ''), text, context);
      for (const { kind } of found) seen.add(kind);
      assert.deepEqual(found.map(({ start, kind }) => `${place(start).line} ${kind}`).sort(), expected.sort());
    });
  }

  it('has seen every kind', () => {
    assert.deepEqual([...seen].sort(), [...findingKinds].sort());
  });
});
