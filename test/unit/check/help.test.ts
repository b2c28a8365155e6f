import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpPage } from '../../../src/common/help-page.ts';
import { findingKinds } from '../../../src/check/rules/finding.ts';
import { explain } from '../../../src/check/rules/texts.ts';
import { root } from '../../tools/lib/paths.ts';
import { fieldMappingTable } from './field-mappings-table.ts';

for (const language of ['en', 'de'] as const) {
  describe(`the help for the migration check (${language})`, () => {
    const page = readFileSync(join(root, helpPage('migration', language)), 'utf8');

    it('has a section for each kind of finding, by its name', () => {
      const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      assert.deepEqual(sections.slice(0, -1), findingKinds);
    });

    it('says of SDKs other than those for Node.js and Java nothing that is not known', () => {
      const section = /^## sdk-call$([^#]+)/m.exec(page)?.[1] ?? '';
      for (const text of [section, explain({ kind: 'sdk-call' }).why]) {
        assert.match(text, /Node\.js (?:and|und) Java.+sc-user-id/);
      }
    });

    it('has the field mapping, row by row', () => {
      const rows = page.split('\n').filter((line) => line.startsWith('|'));
      const plain = rows.map((row) => row.replace(/ +/g, ' ')).slice(2);
      assert.deepEqual(plain, fieldMappingTable(language));
    });
  });
}
