import assert from 'node:assert/strict';
import fc from 'fast-check';
import { marked } from 'marked';
import { CellTexts } from '../../../../src/viewer/grid/cell-texts.ts';
import { type CopyForm, copyText } from '../../../../src/viewer/table/copy-text.ts';
import { activeFilters, fromInput, toInput, withoutColumn } from '../../../../src/viewer/table/filter-values.ts';
import { type FilterSet, passing } from '../../../../src/viewer/rows/filters.ts';
import { Formats } from '../../../../src/viewer/formats/formats.ts';
import { wholeText } from '../../../../src/viewer/base/text.ts';
import type { ColumnId } from '../../../../src/viewer/data/view-columns.ts';
import { storeOf } from '../stores.ts';
import { inZone } from '../in-zone.ts';

/** What Markdown, its dialects and spreadsheets take for something else. */
const hostile = [
  ...[
    '"',
    '""',
    '\t',
    '\n',
    "'",
    '=',
    '＝',
    '\\',
    '|',
    '`',
    '``',
    '*',
    '**',
    '_',
    '~',
    '~~',
    '&',
    '&amp;',
    '&#60;',
    '&lt',
    '<b>',
  ],
  ...['<!--', '[x](y)', '![i](j)', '[^1]', '$x$', '#1', '@me', ':smile:', 'https://a.test', 'www.a.test', 'a@b.test'],
  ...['- ', '# ', '> ', '1. ', '---', '+ ', 'a', ' ', '...', '--', '{{x}}', '\\|'],
];

/** What a spreadsheet reads from the clipboard: cells between tabs, of which one may be put in quotation marks. */
function pasted(text: string): string[][] {
  const rows: string[][] = [[]];
  let rest = text;
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"?/.exec(rest);
    const [whole = '', inner] = quoted ?? /^[^\t\n]*/.exec(rest) ?? [];
    rows.at(-1)?.push(inner === undefined ? whole : inner.replaceAll('""', '"'));
    rest = rest.slice(whole.length);
    if (rest.startsWith('\n')) rows.push([]);
    rest = rest.slice(1);
  }
  return rows;
}

/** The first cells of a rendered table, below its head. A cell with anything but text comes out as its HTML. */
function rendered(markdown: string): string[] {
  const html = marked.parse(markdown, { async: false, gfm: true });
  const cells = [...html.matchAll(/<tr>\s*<td>(.*?)<\/td>/gs)].map(([, cell = '']) => cell);
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return cells.map((cell) => cell.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? ''));
}

const formats = new Formats('en', 'kWh', 'utc');

describe('copyText', () => {
  const store = storeOf(
    { location: '=1+1|<b>', energy: 1234.5, chargeStart: '2026-05-01T10:00:00.250Z' },
    { location: 'a\tb\nc', energy: null, isPublic: null },
  );
  const copy = (form: CopyForm, columns: readonly ColumnId[]) =>
    copyText(form, { store, rows: [1, 0], columns, label: (id) => id, cells: new CellTexts(formats) });

  it('writes TSV that a spreadsheet can calculate with and runs nothing of', () => {
    assert.equal(copy('tsv', ['location', 'energy']), "location\tenergy\na b c\t\n'=1+1|<b>\t1234.5");
  });

  it('writes numbers in TSV with the separator of the display language', () => {
    const places = storeOf({ energy: 12.345 }, { energy: 78 });
    const cells = new CellTexts(new Formats('de', 'kWh', 'utc'));
    const columns = ['energy'] as const;
    const copied = copyText('tsv', { store: places, rows: [0, 1], columns, label: (id) => id, cells });
    assert.equal(copied, 'energy\n12,345\n78');
  });

  const texts = fc
    .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostile)), { maxLength: 8 })
    .map((parts) => parts.join(''));
  const copyOf = (form: CopyForm, values: readonly string[]) => {
    const records = storeOf(...values.map((location) => ({ location, energy: 2 })));
    const rows = values.map((_, row) => row);
    const columns = ['location', 'energy'] as const;
    return copyText(form, { store: records, rows, columns, label: (id) => id, cells: new CellTexts(formats) });
  };
  /** Empty ones are unknown. */
  const someTexts = fc.array(
    texts.filter((text) => wholeText(text) !== ''),
    { minLength: 1, maxLength: 5 },
  );

  it('writes TSV that a spreadsheet reads back as it was, whatever the texts are', () => {
    fc.assert(
      fc.property(someTexts, (values) => {
        const [, ...lines] = pasted(copyOf('tsv', values));
        const wanted = values.map((text) => {
          const whole = wholeText(text);
          const formula = /^[=+\-@＝＋－＠]/.test(whole) && Number.isNaN(Number(whole));
          return [formula ? `'${whole}` : whole, '2'];
        });
        assert.deepEqual(lines, wanted);
      }),
    );
  });

  it('writes a Markdown table that shows the texts as they were, whatever they are', () => {
    fc.assert(
      fc.property(someTexts, (values) => {
        const shown = rendered(copyOf('markdown', values));
        assert.deepEqual(shown, values.map(wholeText));
      }),
    );
  });

  it('copies the whole of a text that the table cuts off', () => {
    const long = 'x'.repeat(1000);
    assert.ok(copyOf('tsv', [long]).includes(long));
    assert.ok(copyOf('markdown', [long]).includes(long));
  });

  it('writes JSON of values, unknown ones as null', () => {
    const [first, second] = JSON.parse(copy('json', ['chargeStart', 'energy', 'isPublic', 'duration'])) as unknown[];
    assert.deepEqual([(first as { energy: unknown }).energy, (first as { isPublic: unknown }).isPublic], [null, null]);
    assert.equal((second as { chargeStart: string }).chargeStart, '2026-05-01T10:00:00.250Z');
  });
});

describe('the values of filters', () => {
  it('go into inputs and come back', () => {
    for (const [column, value] of [
      ['startPercentRemaining', 0.07],
      ['energy', 1.5],
    ] as const) {
      const back = fromInput(column, toInput(column, value, 'from', 'utc'), 'from', 'utc') ?? NaN;
      assert.ok(Math.abs(back - value) < 1e-9, column);
    }
    assert.equal(toInput('energy', undefined, 'from', 'utc'), '');
    assert.equal(fromInput('energy', '', 'from', 'utc'), undefined);
    for (let percent = 0; percent <= 100; percent += 1) {
      assert.equal(fromInput('startPercentRemaining', String(percent), 'from', 'utc'), percent / 100);
    }
    for (const end of ['from', 'to'] as const) {
      assert.equal(toInput('duration', fromInput('duration', '90', end, 'utc'), end, 'utc'), '90');
    }
    assert.equal(fromInput('chargeStart', '2026-05-01T10:00', 'to', 'utc'), Date.UTC(2026, 4, 1, 10, 1) - 1);
  });

  it('of a time may be days alone, and take in both of two minutes that a clock shows alike', () => {
    inZone('Europe/Berlin', () => {
      const zone = 'local';
      const ends = (text: string) => (['from', 'to'] as const).map((end) => fromInput('chargeStart', text, end, zone));
      const [from, to] = ends('2026-10-25');
      // The day on which the clock goes back has 25 hours.
      assert.deepEqual([from, to], [Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 23) - 1]);
      assert.deepEqual(
        [toInput('chargeStart', from, 'from', zone), toInput('chargeStart', to, 'to', zone)],
        ['2026-10-25', '2026-10-25'],
      );
      const local = new Formats('en', undefined);
      const [filter] = activeFilters({ ranges: { chargeStart: { from, to } } }, local, (id) => id);
      assert.equal(filter?.text, 'chargeStart: 2026-10-25 to 2026-10-25');
      assert.equal(toInput('chargeStart', from, 'to', zone), '2026-10-25T00:00');
      for (const text of ['2026-10', 'x', '2026-13-01']) assert.deepEqual(ends(text), [undefined, undefined]);
      assert.deepEqual(ends('2026-10-25T02:30'), [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 31) - 1]);
    });
  });

  it('of a duration take in what is written as so many minutes, from that of the start to that of the end', () => {
    const range = { from: fromInput('duration', '60', 'from', 'utc'), to: fromInput('duration', '60', 'to', 'utc') };
    const charge = (minutes: number) => ({
      chargeStart: '2026-05-01T10:00:00Z',
      chargeEnd: new Date(Date.UTC(2026, 4, 1, 10) + minutes * 60_000).toISOString(),
    });
    const store = storeOf(...[59.4, 59.5, 60, 60.4, 60.5].map(charge));
    const cells = new CellTexts(formats);
    const written = [0, 1, 2, 3, 4].filter((row) => cells.words(store, row, 'duration').text === '1 h 0 min');
    const mask = passing(store, { ranges: { duration: range } }) ?? [];
    assert.deepEqual(
      [0, 1, 2, 3, 4].filter((row) => mask[row] === 1),
      written,
    );
    assert.deepEqual(written, [2, 3, 4]);
  });

  it('are said in words, each with the change that takes it away', () => {
    const filters: FilterSet = {
      text: 'road',
      ranges: { startPercentRemaining: { from: 0.125, to: 0.5 }, duration: { to: 600_000 } },
      locations: [null, 'a', '', 'c'],
      isPublic: [1],
      marked: true,
    };
    const active = activeFilters(filters, formats, (id) => id);
    assert.deepEqual(
      active.map(({ text }) => text),
      [
        'contains “road”',
        'startPercentRemaining: 12.5% to 50%',
        'duration: to 10 minutes',
        'location: unknown, a, (empty), …',
        'isPublic: Yes',
        'issues',
      ],
    );
    assert.deepEqual(withoutColumn(filters, 'duration'), {
      ranges: { startPercentRemaining: { from: 0.125, to: 0.5 } },
    });
    const nothing = active.reduce((rest, { without }) => ({ ...rest, ...without }), filters);
    assert.equal(activeFilters({ ...nothing, ranges: {} }, formats, (id) => id).length, 0);
  });
});
