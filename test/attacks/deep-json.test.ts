// JSON that is nested as deep as it likes, wherever a person meets it: shown whole, in texts that no window stalls over.
import assert from 'node:assert/strict';
import { compactJson, indentedJson, sortedJson } from '../../src/common/text/json-text.ts';
import { recordText } from '../../src/extension/records/export/record-text.ts';
import { encodeRecords } from '../../src/extension/records/export/encode-records.ts';
import type { LoadedBatch } from '../../src/service/records/record-rows.ts';
import { toHar } from '../../src/extension/requests/har.ts';
import { RequestJournal } from '../../src/extension/requests/journal.ts';
import { readColumns } from '../../src/service/records/record-stream.ts';
import { apiFailure } from '../../src/service/v2/api-errors.ts';
import { rawText } from '../../src/extension/vehicles/commands/raw-text.ts';
import { bodyOf, record } from '../unit/service/records/record-bodies.ts';
import { report } from '../unit/extension/requests/fixture.ts';

const levels = 20_000;
const around = (open: string, inside: string, close: string, times = levels) =>
  open.repeat(times) + inside + close.repeat(times);

const shapes: Readonly<Record<string, string>> = {
  lists: around('[', '', ']'),
  'lists around a text': around('[', '"x"', ']'),
  objects: around('{"a":', '{}', '}'),
  'objects with a name of many characters': around(`{"${'n'.repeat(40)}":`, '1', '}'),
  'lists and objects by turns': around('[{"a":', 'null', '}]', levels / 2),
  'lists that go on behind what is deep': around('[', '0', ',1]'),
  'objects that go on behind what is deep': around('{"a":', '1', ',"b":2}'),
  'many of some depth': `[${Array.from({ length: 200 }, () => around('[', '1', ']', 100)).join(',')}]`,
  'brackets in texts': JSON.stringify(around('[{', '"', '}]')),
  'as deep as is in lines, and one more': `[${around('[', '1,2', ']', 39)},${around('[', '1,2', ']', 40)}]`,
  spaces: around(' [ ', ' ', ' ] '),
};

/** What VS Code stalls over: many lines, each deeper than the one before, and their blanks. */
function assertEasy(text: string, json: string): void {
  const depths = text.split('\n').map((line) => /^ */.exec(line)?.[0].length ?? 0);
  assert.ok(Math.max(...depths) <= 100, 'too deep');
  assert.ok(text.length < 100 * json.length, `${text.length} characters of ${json.length}`);
}

describe('JSON of many levels', () => {
  for (const [what, json] of Object.entries(shapes)) {
    it(`is laid out whole: ${what}`, () => {
      const text = indentedJson(json);
      assertEasy(text, json);
      assert.equal(compactJson(text), compactJson(json));
    });

    it(`is sorted whole: ${what}`, () => {
      const sorted = sortedJson(json);
      assert.equal(sortedJson(sorted), sorted);
      assert.equal(sorted.length, compactJson(json).length);
    });

    it(`is shown as a record: ${what}`, async () => {
      const written: LoadedBatch[] = [];
      const body = `{"records":[${JSON.stringify(record())},{"extra":${json}},${json}]}`;
      for await (const batch of readColumns(bodyOf(body))) written.push({ batch });
      for (const row of [1, 2]) {
        const text = recordText(written, row);
        assertEasy(text, json);
        assert.ok(compactJson(text).includes(compactJson(json)));
      }
      const lines = [...encodeRecords(written, 'ndjson')].join('').trimEnd().split('\n');
      assert.deepEqual(lines.slice(1).map(compactJson), [`{"extra":${compactJson(json)}}`, compactJson(json)]);
      assert.ok([...encodeRecords(written, 'csv')].join('').includes('extra'));
    });

    it(`is shown as an answer, without the token in it: ${what}`, () => {
      const text = rawText(`{"url":"https://x.test/?token=CANARY","deep":${json},"b":"/?token=CANARY&x"}`);
      assertEasy(text, json);
      assert.ok(compactJson(text).includes(compactJson(json)));
      assert.doesNotMatch(text, /CANARY/);
    });

    it(`is kept of a request, without its secrets: ${what}`, () => {
      const journal = new RequestJournal();
      const text = `{"access_token":"CANARY","deep":${json},"list":[{"refresh_token":"CANARY"}]}`;
      journal.add(report({ responseBody: { text, isCut: false } }));
      const [entry] = journal.entries;
      const shown = entry?.responseBody?.text ?? '';
      assertEasy(shown, json);
      assert.ok(compactJson(shown).includes(compactJson(json)));
      const har = JSON.stringify(toHar(journal.entries, { name: 'test', version: '1' }));
      assert.doesNotMatch(shown + har, /CANARY/);
    });

    it(`is quoted from an error: ${what}`, () => {
      const text = `{"type":"VALIDATION","description":"No.","detail":[${json}]}`;
      const headers = new Headers({ 'content-type': 'application/json' });
      const { message } = apiFailure({ status: 400, headers, text, receivedAt: 0 }, { secrets: [] });
      assert.match(message, /No\./);
      assert.ok(message.length < 500);
    });
  }
});
