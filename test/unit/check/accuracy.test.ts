import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { checkFolder } from '../../../src/check/folder/check-folder.ts';
import { findingKinds } from '../../../src/check/rules/finding.ts';
import { placesIn } from '../../../src/check/source/source-file.ts';
import { freshFolder } from '../../tools/lib/paths.ts';

/** Small clients that we wrote, a file or a folder each, with the kinds of a line's findings behind it: `⟦scale⟧`. */
const folder = join(import.meta.dirname, 'clients');
const marker = / ⟦([\w-]+)⟧/g;

describe('the migration check on clients of our own', () => {
  const seen = new Set<string>();
  const clients = readdirSync(folder, { withFileTypes: true });

  for (const client of clients) {
    it(`finds in ${client.name.replace(/\.txt$/, '')} what is marked, and nothing else`, async () => {
      const own = join(folder, client.name);
      const files = client.isFile()
        ? [own]
        : readdirSync(own, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name));
      const copy = await freshFolder('accuracy');
      const expected = files.flatMap((file) => {
        const marked = readFileSync(file, 'utf8');
        const path = relative(client.isFile() ? folder : own, file)
          .replaceAll(sep, '/')
          .replace(/\.txt$/, '');
        mkdirSync(dirname(join(copy, path)), { recursive: true });
        writeFileSync(join(copy, path), marked.replace(marker, ''));
        return marked
          .split('\n')
          .flatMap((line, index) => [...line.matchAll(marker)].map(([, kind]) => `${path}:${index + 1} ${kind}`));
      });
      const found = checkFolder(copy).files.flatMap(({ path, text, findings }) => {
        const place = placesIn(text);
        for (const { kind } of findings) seen.add(kind);
        return findings.map(({ start, kind }) => `${path}:${place(start).line} ${kind}`);
      });
      assert.deepEqual(found.sort(), expected.sort());
    });
  }

  it('has seen every kind', () => {
    assert.deepEqual([...seen].sort(), [...findingKinds].sort());
  });
});
