import assert from 'node:assert/strict';
import type { RecordsSource } from '../../src/viewer/messages/target.ts';
import { readColumns } from '../../src/service/records/record-stream.ts';
import { bodyOf, record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';

const script = "document.title='executed';alert(1)";

/** Texts that do harm where they are taken for more than text. */
const texts: Readonly<Record<string, string>> = {
  'HTML and scripts': `<img src=x onerror="${script}"><script>${script}</script><a href="javascript:${script}">x</a>`,
  'what closes an attribute': `" autofocus onfocus="${script}" x="'><svg onload=${script}>`,
  'links of Markdown': '[x](command:workbench.action.quit) ![x](https://elsewhere.example/x.png)',
  'escapes of a terminal': '\u001b[2J\u001b[31mred\u0007\u009b0m',
  'bidirectional and invisible characters': '\u202egnp.exe\u2066\u200b\ufeff\u{e0041}',
  'a formula': '=HYPERLINK("https://elsewhere.example")',
  'half a character': 'a\ud800',
  'places to be filled': '{0} {1} ${1} $& %s',
  'a megabyte': 'x'.repeat(1 << 20),
  'a name of JavaScript’s own': '__proto__',
};

/** The text at every place of a record that can hold one, each in a record of its own; the last is as it should be. */
function placesOf(text: string): unknown[] {
  const fields = ['location', 'chargingType', 'energy', 'chargeStart', 'chargeEnd', 'isPublic', 'endPercentRemaining'];
  const named: unknown = JSON.parse(`{${JSON.stringify(text)}:{"energy":1},${JSON.stringify(record()).slice(1)}`);
  return [...fields.map((field) => record({ [field]: text })), named, text, [text], record()];
}

/** What a test reads of the page. Tests are compiled without the browser's types. */
interface Page {
  readonly document: {
    querySelectorAll(selector: string): Iterable<{
      readonly localName: string;
      matches(selector: string): boolean;
      readonly childNodes: Iterable<{ readonly nodeType: number; readonly nodeValue: string | null }>;
      readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
    }>;
  };
}

/** What in the page is more than text: elements that no one made, handlers, characters that hide or reorder. */
function harmIn(viewer: ViewerPage): Promise<string[]> {
  return viewer.page.evaluate(() => {
    const { document } = globalThis as unknown as Page;
    const hidden = /[^\P{Cc}\n\t]|\p{Bidi_Control}|[\u200b\ufeff\u{e0000}-\u{e007f}]/u;
    const found: string[] = [];
    for (const each of document.querySelectorAll('body, body *')) {
      // Those that the page draws itself.
      if (each.localName === 'svg' && each.matches('button > svg.icon')) continue;
      if (['img', 'a', 'b', 'iframe', 'object', 'embed', 'svg', 'script', 'style', 'base'].includes(each.localName)) {
        found.push(`<${each.localName}>`);
      }
      for (const { name, value } of each.attributes) {
        if (name.startsWith('on')) found.push(`${name} of ${each.localName}`);
        if (hidden.test(value) || !value.isWellFormed()) found.push(`${name} of ${each.localName} hides something`);
        if (value.length > 5000) found.push(`${name} of ${each.localName} is endless`);
      }
      for (const { nodeType, nodeValue } of each.childNodes) {
        if (nodeType !== 3 || nodeValue === null) continue;
        if (hidden.test(nodeValue) || !nodeValue.isWellFormed())
          found.push(`text of ${each.localName} hides something`);
        if (nodeValue.length > 5000) found.push(`text of ${each.localName} is endless`);
      }
    }
    return found;
  });
}

describe('bad records in the viewer', () => {
  const viewer = ViewerPage.ofSuite();
  /** What must not happen, as it happens. */
  let happened: string[];

  beforeEach(() => {
    happened = [];
    viewer.page.on('dialog', (dialog) => {
      happened.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    viewer.page.on('popup', () => happened.push('popup'));
    viewer.page.on('request', (request) => happened.push(`request ${request.url().slice(0, 100)}`));
  });

  const run = (name: string, more: object = {}) => viewer.post({ type: 'command', name, ...more });
  const rows = async () => Number(await viewer.page.locator('.grid').getAttribute('aria-rowcount')) - 1;
  const copied = async (count: number) => {
    await viewer.hasSent('copy', count);
    return (await viewer.sent()).flatMap((message) => (message.type === 'copy' ? [message.text] : []));
  };

  /** Opens all that shows something of the records, copies and exports them. */
  async function goThrough(count: number): Promise<readonly string[]> {
    for (const tab of await viewer.page.getByRole('tab').all()) {
      await tab.click();
      await viewer.page.locator('[role=tabpanel]:visible').waitFor();
      assert.deepEqual(await harmIn(viewer), [], await tab.innerText());
    }
    for (const column of ['location', 'chargingType', 'energy']) {
      await viewer.openFilter(column);
      await viewer.page.getByRole('dialog').waitFor();
      assert.deepEqual(await harmIn(viewer), [], `the filter of ${column}`);
      await viewer.page.keyboard.press('Escape');
    }
    await viewer.page.locator('.head .location').click();
    if (await viewer.page.locator('#marked-only').isVisible()) {
      await run('nextMarked');
      await viewer.page.locator('.grid :focus').waitFor();
      for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight']) await viewer.page.keyboard.press(key);
      assert.deepEqual(await harmIn(viewer), [], 'the detail');
    }
    await viewer.page.locator('.grid [tabindex="0"]').first().press('Control+a');
    await run('copy');
    await viewer.choose('copyAs', 'Markdown');
    await viewer.choose('copyAs', 'JSON');
    for (const format of ['csvForExcel', 'csvWithoutMark', 'JSON', 'NDJSON']) await viewer.choose('export', format);
    assert.equal(await rows(), count, 'no record is lost');
    return copied(3);
  }

  async function nothingHappened(): Promise<void> {
    assert.deepEqual(await harmIn(viewer), []);
    assert.notEqual(await viewer.page.title(), 'executed');
    // The page's own: its charts, which are loaded with the first of them.
    assert.deepEqual(
      happened.filter((what) => !what.endsWith('/charts.js')),
      [],
    );
    assert.deepEqual(
      (await viewer.sent()).filter(({ type }) => type === 'trouble'),
      [],
    );
    assert.equal((await viewer.sent()).filter(({ type }) => type === 'export').length, 4);
  }

  for (const [what, text] of Object.entries(texts)) {
    it(`shows ${what} as text wherever it stands, and loses nothing`, async () => {
      const records = placesOf(text);
      await viewer.show(records);
      assert.equal(await rows(), records.length);
      const [tsv = '', markdown = '', json = ''] = await goThrough(records.length);
      assert.equal(tsv.split('\n').length, records.length + 1);
      assert.equal(markdown.split('\n').length, records.length + 2);
      assert.equal((JSON.parse(json) as unknown[]).length, records.length);
      for (const cell of tsv.split(/[\t\n]/)) assert.ok(!/^[=+\-@]/.test(cell) || !Number.isNaN(Number(cell)), cell);
      assert.doesNotMatch(markdown, /(?<!\\)<|(?<!\\)\]\(/);
      await nothingHappened();
    });
  }

  it('shows vehicles with such names side by side as text', async () => {
    const named = Object.values(texts).slice(0, 5);
    const others: RecordsSource[] = named.map((name, index) => ({
      sessionId: `session-${index}`,
      vehicle: { id: `other-${index}`, make: name, model: name, year: 2024 },
    }));
    await viewer.reopen(others);
    happened = [];
    await viewer.loadSeveral(1, [[record()], ...named.map((name) => placesOf(name))]);
    await viewer.state('ready');
    const count = 1 + named.reduce((sum, name) => sum + placesOf(name).length, 0);
    assert.equal((await goThrough(count)).length, 3);
    await nothingHappened();
  });

  it('shows a failure whose words are such a text as text', async () => {
    const message = `${texts['HTML and scripts']}${texts['bidirectional and invisible characters']}`;
    await viewer.post(
      { type: 'start', load: 1 },
      { type: 'failed', load: 1, message, nextStep: message, requestId: message },
    );
    await viewer.state('error');
    assert.deepEqual(await harmIn(viewer), []);
    assert.match(await viewer.text('#error-message'), /^<img src=x/);
  });

  it('names what is not in the contract, and shows the first record that has it as it came', async () => {
    const records = [record(), record({ cost: 3 }), record({ energy: 1 }), record({ cost: 4, '<b>': [] })];
    await viewer.load(1, records, 'done', { beside: { next: '/page/2' } });
    await viewer.state('ready');
    assert.equal(await viewer.text('#unknown-fields'), 'unknownFieldsunknownField, unknownField, unknownTopLevel');
    const fields = viewer.page.locator('#unknown-fields button');
    assert.equal(await fields.count(), 2, 'what stands beside the records is in none of them');
    const opened = async () => (await viewer.sent()).filter(({ type }) => type === 'openRecord');
    await fields.nth(0).press('Enter');
    assert.equal((await viewer.focused()).row, '1');
    assert.deepEqual(await opened(), [{ type: 'openRecord', load: 1, row: 1 }]);
    await fields.nth(1).press('Enter');
    assert.deepEqual((await opened()).at(-1), { type: 'openRecord', load: 1, row: 3 });
    await viewer.page.getByRole('searchbox').fill('nowhere');
    await fields.nth(0).press('Enter');
    assert.equal((await opened()).length, 3, 'also where no filter lets it pass');
  });

  it('lists some of the fields that are not in the contract, and counts all', async () => {
    await viewer.load(1, [record()], 'none');
    for (let part = 1; part <= 5; part += 1) {
      const fields = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field ${part}.${index}`, index]));
      for await (const batch of readColumns(bodyOf(JSON.stringify({ records: [record(fields)] })))) {
        await viewer.post({ type: 'batch', load: 1, batch: { ...batch, firstRow: part } });
      }
    }
    await viewer.post({ type: 'done', load: 1, rows: 6, receivedAt: Date.now() });
    await viewer.state('ready');
    assert.equal(await viewer.page.locator('#unknown-fields button').count(), 12);
    assert.match(await viewer.text('#unknown-fields'), /…$/);
  });

  it('leaves the name of a field its focus while more records come that have it', async () => {
    const list = Array.from({ length: 30 }, () => record({ cost: 3 }));
    await viewer.load(1, list, 'none');
    const focused = viewer.page.locator('#unknown-fields button:focus');
    // What stands above the table takes no focus before the first records are in it.
    await viewer.page.locator('.totals:not([inert]) #unknown-fields button').focus();
    await focused.waitFor();
    for await (const batch of readColumns(bodyOf(JSON.stringify({ records: list })))) {
      await viewer.post({ type: 'batch', load: 1, batch: { ...batch, firstRow: 30 } });
    }
    await viewer.charges(60);
    assert.equal(await focused.count(), 1);
  });

  it('keeps 100,000 records of which none is as it should be, and counts them', async () => {
    const text = texts['HTML and scripts'];
    const bad = Array.from({ length: 100_000 }, (_, index) =>
      index % 3 === 0 ? null : record({ energy: text, chargeEnd: index, [`<b>${index % 5}</b>`]: text }),
    );
    await viewer.show(bad);
    assert.equal(await rows(), bad.length);
    assert.equal(await viewer.text('#total-marked'), '100,000');
    await viewer.page.locator('#marked-only').click();
    assert.equal(await rows(), bad.length);
    for (const tab of await viewer.page.getByRole('tab').all()) {
      await tab.click();
      assert.deepEqual(await harmIn(viewer), [], await tab.innerText());
    }
    for (const format of ['csvForExcel', 'csvWithoutMark', 'JSON', 'NDJSON']) await viewer.choose('export', format);
    await viewer.scroll();
    await viewer.page.locator('[data-row="99999"]').waitFor();
    await nothingHappened();
  });

  it('takes no messages of another origin, which pages of other extensions may post', async () => {
    await viewer.show([record()]);
    const before = (await viewer.sent()).length;
    const data = JSON.stringify({ type: 'start', load: 2 });
    await viewer.page.evaluate(
      `dispatchEvent(new MessageEvent('message', { data: ${data}, origin: 'https://x.test' }))`,
    );
    await viewer.state('ready');
    assert.equal((await viewer.sent()).length, before);
  });
});
