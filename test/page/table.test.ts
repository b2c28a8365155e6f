import assert from 'node:assert/strict';
import { readColumns } from '../../src/service/records/record-stream.ts';
import { bodyOf, record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';

const list = Array.from({ length: 60 }, (_, index) =>
  record({
    energy: index + 1,
    location: index % 3 === 0 ? 'High Road' : 'Ring 5',
    isPublic: index % 2 === 0,
    chargingType: index === 7 ? null : 'DC',
  }),
);

describe("the table's tools", () => {
  const viewer = ViewerPage.ofSuite();

  beforeEach(async () => {
    await viewer.show(list);
  });

  const rows = async () => Number(await viewer.page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
  const headers = () => viewer.page.locator('[role=columnheader] .value').allTextContents();
  const focusHeader = (id: string) => viewer.page.locator(`.head .${id}`).focus();
  const column = (id: string) => viewer.page.locator(`.rows [role=row]:not([hidden]) .${id}`).allTextContents();

  it('filters by a text, and says so in a chip that takes it away', async () => {
    await viewer.page.getByRole('searchbox').fill('high');
    assert.equal(await rows(), 20);
    assert.equal(await viewer.text('#status'), 'someRecords 20');
    await viewer.page.locator('.chip').click();
    assert.equal(await rows(), 60);
    assert.equal(await viewer.page.getByRole('searchbox').inputValue(), '');
    assert.equal(await viewer.page.locator('[type=search]:focus').count(), 1);
  });

  it('filters a column by keyboard, and gives the focus back', async () => {
    await focusHeader('energy');
    await viewer.press('Alt+ArrowDown');
    await viewer.page.keyboard.type('10');
    await viewer.press('Tab');
    await viewer.page.keyboard.type('12.5');
    assert.equal(await rows(), 3);
    assert.deepEqual((await column('energy')).slice(0, 3), ['10.00', '11.00', '12.00']);
    await viewer.press('Escape');
    assert.equal(await viewer.page.locator('.head .energy:focus').count(), 1);
    await focusHeader('location');
    await viewer.press('Alt+ArrowDown', 'Tab', ' ');
    assert.equal(await rows(), 1);
    await viewer.page.locator('#clear-filters').click();
    assert.equal(await rows(), 60);
  });

  it("leaves a menu's keys to VS Code, and goes on with its commands", async () => {
    await viewer.page.locator('#columns').press('Enter');
    const box = viewer.page.getByRole('checkbox', { name: 'isPublic' });
    await box.focus();
    await viewer.page.evaluate(`globalThis.heard = []; addEventListener('keydown', ({ key }) => heard.push(key))`);
    await viewer.press('F1', 'Control+f', 'F3');
    assert.deepEqual(await viewer.page.evaluate('heard'), ['F1', 'Control', 'f', 'F3']);
    assert.equal(await viewer.page.locator('.find').isVisible(), false, 'the table takes none of them');
    await viewer.post({ type: 'command', name: 'find' });
    await viewer.page.locator('.find').waitFor();
    assert.equal(await box.count(), 0, 'the menu is closed');
  });

  it('sorts by several columns by keyboard: Enter sorts by one, with Shift by one more, and so does Space', async () => {
    const ranks = async () => (await viewer.page.locator('.rank').allTextContents()).filter(Boolean);
    const sorted = (id: string) => viewer.page.locator(`.head .${id}`).getAttribute('aria-sort');
    await focusHeader('location');
    await viewer.press('Enter');
    await focusHeader('energy');
    await viewer.press('Shift+Enter');
    assert.deepEqual(
      [await sorted('location'), await sorted('energy'), await ranks()],
      ['ascending', 'ascending', ['1', '2']],
    );
    await viewer.press('Shift+Space');
    assert.deepEqual([await sorted('energy'), await ranks()], ['descending', ['1', '2']]);
    await viewer.press('Enter');
    assert.deepEqual([await sorted('location'), await ranks()], ['none', []]);
  });

  it('cuts no header, sorted by it or not', async () => {
    await viewer.page.locator('.head .energy').click();
    await viewer.page.locator('.head .averagePower').click({ modifiers: ['Shift'] });
    // A column that gets its rank gets its width with the next picture.
    await viewer.holds(
      `[...document.querySelectorAll('.head .value')].every((each) => each.scrollWidth <= each.clientWidth)`,
    );
    // Headers stand above their values.
    await viewer.holds(`(() => {
      const edges = (row) => [...document.querySelector(row).children].map((each) => each.getBoundingClientRect().right);
      return String(edges('.head .row')) === String(edges('.rows .row'));
    })()`);
  });

  it('moves, widens and hides columns by keyboard, keeps them, and puts them back', async () => {
    await focusHeader('chargeEnd');
    await viewer.press('Alt+Shift+ArrowLeft');
    assert.deepEqual((await headers()).slice(0, 2), ['chargeEnd', 'chargeStart']);
    const width = async () => (await viewer.page.locator('.head .chargeEnd').boundingBox())?.width ?? 0;
    const before = await width();
    await viewer.press('Alt+ArrowRight');
    assert.equal(Math.round((await width()) - before), 16);
    await viewer.page.locator('.head .chargeEnd .edge').dblclick();
    assert.equal(await width(), before);
    await viewer.press('Alt+ArrowLeft');
    assert.ok((await width()) < before);
    await viewer.press('Alt+Enter');
    assert.equal(await width(), before);
    await viewer.press('Alt+ArrowRight');
    await viewer.page.locator('#columns').click();
    await viewer.page.getByRole('checkbox', { name: 'isPublic' }).uncheck();
    assert.equal(await viewer.page.getByRole('grid').getAttribute('aria-colcount'), '11');
    const kept = (await viewer.sent()).findLast(({ type }) => type === 'layout');
    assert(
      kept?.type === 'layout' && JSON.stringify(kept.layout).startsWith('[{"id":"chargeEnd","hidden":false,"width":'),
    );
    await viewer.page.getByRole('button', { name: 'resetColumns' }).click();
    const checked = viewer.page.getByRole('dialog').getByRole('checkbox', { checked: true });
    assert.equal(await checked.count(), 6);
    const usual = ['chargeStart', 'withUnit', 'durationColumn', 'levelsColumn', 'location', 'chargingType'];
    assert.deepEqual(await headers(), usual);
  });

  it('widens a column by its edge and moves one by its header, with the mouse', async () => {
    const edge = viewer.page.locator('.head .chargeEnd .edge');
    const width = async () => (await viewer.page.locator('.head .chargeEnd').boundingBox())?.width ?? 0;
    const before = await width();
    const box = await edge.boundingBox();
    assert(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await viewer.page.mouse.move(x, y);
    await viewer.page.mouse.down();
    await viewer.page.mouse.move(x + 60, y, { steps: 4 });
    await viewer.page.mouse.up();
    assert.equal(Math.round((await width()) - before), 60);
    assert.equal(
      await viewer.page.locator('.head [aria-sort=ascending]').count(),
      0,
      'a pull at an edge sorts nothing',
    );
    await viewer.page.locator('.head .energy').dragTo(viewer.page.locator('.head .chargeEnd'));
    assert.deepEqual((await headers()).slice(0, 3), ['chargeStart', 'withUnit', 'chargeEnd']);
  });

  it('filters by a span of time, by percents and by yes or no, in fields of their kinds', async () => {
    const days = Array.from({ length: 20 }, (_, index) =>
      record({
        chargeStart: `2026-10-${String(index + 1).padStart(2, '0')}T10:00:00Z`,
        chargeEnd: `2026-10-${String(index + 1).padStart(2, '0')}T12:00:00Z`,
        startPercentRemaining: index / 100,
        isPublic: index % 4 === 0,
      }),
    );
    await viewer.show(days, 2);
    await viewer.chooseZone('utc');
    const fields = async (id: string) => {
      await focusHeader(id);
      await viewer.press('Alt+ArrowDown');
      return viewer.page.getByRole('dialog');
    };
    const span = await fields('chargeStart');
    await span.getByLabel('from').fill('2026-10-05');
    await span.getByLabel('to').fill('2026-10-14');
    assert.equal(await rows(), 10);
    const times = span.getByLabel('timeOfDay');
    await times.first().fill('10:01');
    await times.last().fill('09:59');
    assert.equal(await rows(), 8);
    await times.first().fill('10:00');
    assert.equal(await rows(), 9);
    await viewer.press('Escape');
    await (await fields('startPercentRemaining')).getByLabel('from').fill('7');
    assert.equal(await rows(), 6);
    await viewer.press('Escape');
    await (await fields('isPublic')).getByLabel('yes').check();
    assert.equal(await rows(), 2);
    assert.equal(await viewer.page.locator('.chip').count(), 3);
  });

  it('takes a day that is typed without a time, and says of one that is only begun that it filters nothing', async () => {
    const at = (day: number) =>
      record({ chargeStart: `2026-10-0${day}T10:00:00Z`, chargeEnd: `2026-10-0${day}T12:00:00Z` });
    await viewer.show([at(4), at(5), at(6)], 2);
    await focusHeader('chargeStart');
    await viewer.press('Alt+ArrowDown');
    const fields = viewer.page.getByRole('dialog');
    const [from, to] = [fields.getByLabel('from').first(), fields.getByLabel('to').first()];
    await from.focus();
    await viewer.page.keyboard.type('10');
    await to.focus();
    await fields.getByRole('status').filter({ hasText: 'filterBegun' }).waitFor();
    assert.equal(await rows(), 3);
    await from.focus();
    await viewer.page.keyboard.type('10052026');
    await viewer.page.locator('.chip', { hasText: 'filterFrom' }).waitFor();
    assert.equal(await rows(), 2);
    await to.focus();
    await viewer.page.keyboard.type('10052026');
    await viewer.page.locator('.chip', { hasText: 'filterBetween' }).waitFor();
    assert.equal(await rows(), 1);
    assert.equal(await fields.getByRole('status').innerText(), '');
  });

  it('closes the fields of a filter when another clock is chosen, by which their times would be others', async () => {
    await focusHeader('chargeStart');
    await viewer.press('Alt+ArrowDown');
    const fields = viewer.page.getByRole('dialog');
    await fields.waitFor();
    await viewer.post({ type: 'settings', timeZone: 'utc' });
    await fields.waitFor({ state: 'hidden' });
  });

  it('says over the table what the active cell has no room for, whichever record comes to stand there', async () => {
    const detail = viewer.page.locator('#detail');
    await viewer.page.locator('[data-row="0"] .energy').click();
    assert.equal(await detail.isVisible(), false, 'there is no more to say');
    assert.match((await detail.textContent()) ?? '', /withUnit: 1\.00/);
    await viewer.page.getByRole('searchbox').fill('ring');
    await detail.filter({ hasText: 'withUnit: 2.00' }).waitFor({ state: 'attached' });
    await viewer.page.locator('.rows .chargeStart').first().click();
    await detail.waitFor();
    await viewer.chooseZone('utc');
    assert.match((await detail.textContent()) ?? '', /^withUnit: 2026-11-01 18:00/);
    await viewer.page.getByRole('searchbox').fill('nowhere');
    await detail.filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
  });

  it('says that a range is reversed, that nothing passes, and takes that back once something does', async () => {
    await focusHeader('energy');
    await viewer.press('Alt+ArrowDown');
    const fields = viewer.page.getByRole('dialog');
    await fields.getByLabel('from').fill('20');
    await fields.getByLabel('to').fill('10');
    const said = fields.locator('[role=status]');
    assert.equal(await said.innerText(), 'filterReversed');
    await fields.getByLabel('to').fill('200');
    assert.equal(await said.innerText(), '');
    await fields.getByLabel('from').fill('100');
    await viewer.page.locator('.said', { hasText: 'noMatches' }).waitFor();
    await viewer.press('Escape');
    await viewer.load(2, [record({ energy: 150 })]);
    await viewer.page.locator('[role=grid][aria-rowcount="2"]').waitFor();
    assert.equal(await viewer.text('.said'), '');
    await viewer.load(3, [record({ energy: 50 })]);
    await viewer.page.locator('.said', { hasText: 'noMatches' }).waitFor();
    await viewer.page.evaluate(`(() => {
      globalThis.saidAnew = 0;
      const changed = new MutationObserver((changes) => { globalThis.saidAnew += changes.length; });
      changed.observe(document.querySelector('.said'), { childList: true, characterData: true, subtree: true });
    })()`);
    await viewer.page.getByRole('searchbox').fill('nowhere');
    await viewer.page.locator('.chip').nth(1).waitFor();
    assert.equal(await viewer.page.evaluate('globalThis.saidAnew'), 0, 'a screen reader would read it again');
  });

  it('follows the settings, and keeps its filters, its selection and its place', async () => {
    await viewer.page.getByRole('searchbox').fill('High');
    await viewer.page.locator('[data-row="0"] .energy').click();
    await viewer.press('Shift+ArrowDown');
    const summary = viewer.page.locator('.totals .card', { hasText: 'kWh' });
    assert.ok((await summary.count()) > 0);
    await viewer.post({ type: 'settings', energyUnit: 'MWh', timeZone: 'utc' });
    await viewer.page.locator('.totals', { hasText: 'MWh' }).waitFor();
    assert.equal(await viewer.page.getByText('kWh').count(), 0);
    assert.equal((await column('chargeStart'))[0], '2026-11-01 18:00');
    assert.equal(await viewer.text('.head .chargeStart .value'), 'withUnit');
    assert.equal(await viewer.page.locator('.rows [aria-selected=true]').count(), 2);
    assert.equal(await rows(), 20);
    await viewer.post({ type: 'settings', timeZone: 'local' });
    await viewer.page.locator('.totals', { hasNotText: 'MWh' }).waitFor();
    assert.equal(await viewer.text('.head .chargeStart .value'), 'chargeStart');
    await viewer.chooseZone('Asia/Kolkata');
    await viewer.post({ type: 'settings', energyUnit: 'kWh', timeZone: 'utc' });
    await viewer.page.locator('.totals', { hasText: 'kWh' }).waitFor();
    assert.equal((await column('chargeStart'))[0], '2026-11-01 23:30', 'what is chosen in the viewer stays');
  });

  it('says more of a cell that the pointer rests on', async () => {
    await viewer.show(
      [1, 2, 3.333].map((energy) => record({ energy })),
      2,
    );
    const cell = viewer.page.locator('[data-row="2"] .averagePower');
    await cell.hover();
    assert.equal(await cell.getAttribute('title'), '1.333');
    const place = viewer.page.locator('[data-row="0"] .location');
    await place.hover();
    assert.equal(await place.getAttribute('title'), null, 'there is room for all of it');
    const long = 'A street whose name is far too long for the column that it stands in, and for two of them';
    await viewer.load(3, [record({ location: long })]);
    // What is said of a cell goes with its row, which the end of the load draws once more.
    do {
      await viewer.page.locator('[data-row="0"] .energy').hover();
      await place.hover();
    } while ((await place.getAttribute('title')) !== long);
    await viewer.page.locator('[data-row="0"] .energy').hover();
    assert.equal(await place.getAttribute('title'), null);
  });

  it('selects rows by keyboard and copies them in three forms', async () => {
    await viewer.page.locator('[data-row="1"] .energy').click();
    await viewer.press('Shift+ArrowDown', 'Shift+ArrowDown');
    assert.equal(await viewer.page.locator('.rows [aria-selected=true]').count(), 3);
    await viewer.post({ type: 'command', name: 'copy' });
    await viewer.choose('copyAs', 'Markdown');
    await viewer.choose('copyAs', 'JSON');
    await viewer.hasSent('copy', 3);
    const texts = (await viewer.sent()).flatMap((message) => (message.type === 'copy' ? [message.text] : []));
    assert.equal(texts[0]?.split('\n')[1]?.split('\t')[3], '2');
    assert.match(texts[1] ?? '', /^\| chargeStart \|.*\n\| --/);
    assert.deepEqual(
      (JSON.parse(texts[2] ?? '') as { energy: number }[]).map(({ energy }) => energy),
      [2, 3, 4],
    );
    await viewer.press('Control+a');
    assert.equal((await viewer.page.locator('.rows [aria-selected=true]').count()) > 20, true);
    await viewer.press('Escape');
    assert.equal(await viewer.page.locator('.rows [aria-selected=true]').count(), 0);
    await viewer.post({ type: 'command', name: 'openRawRecord', row: 4 });
    await viewer.page.waitForFunction(
      () => (globalThis as unknown as { sent: { type: string }[] }).sent.at(-1)?.type === 'openRecord',
    );
  });

  it('selects no row that is not between those that were clicked, whatever was clicked under other filters', async () => {
    await viewer.page.locator('[data-row="20"] .energy').click();
    await viewer.page.getByRole('searchbox').fill('high');
    assert.equal(await rows(), 20);
    const selected = () => viewer.page.locator('.rows [aria-selected=true]').count();
    await viewer.page.locator('[data-row="9"] .energy').click({ modifiers: ['Shift'] });
    assert.equal(await selected(), 1);
    await viewer.page.locator('[data-row="3"] .energy').click({ modifiers: ['Shift'] });
    assert.equal(await selected(), 7);
    await viewer.page.locator('.head .energy').click();
    await viewer.page.locator('[data-row="3"] .energy').focus();
    await viewer.press('Shift+ArrowDown');
    assert.equal(await selected(), 2, 'from the active row');
  });

  it('selects from the row with the focus to the one that is clicked with Shift', async () => {
    const selected = () => viewer.page.locator('.rows [aria-selected=true]').count();
    const clickTo = (row: number) => viewer.page.locator(`[data-row="${row}"] .energy`).click({ modifiers: ['Shift'] });
    await viewer.page.locator('[data-row="0"] .energy').focus();
    await viewer.press('ArrowDown', 'ArrowDown', 'ArrowDown');
    await clickTo(10);
    assert.equal(await selected(), 8);
    await viewer.press('Escape', 'ArrowUp');
    await clickTo(5);
    assert.equal(await selected(), 5);
    assert.equal(await viewer.page.evaluate('getSelection().toString()'), '');
  });

  it('finds with Ctrl+F and F3 wherever the focus is in the page, and leaves other keys with F to VS Code', async () => {
    const input = viewer.page.locator('.find input:focus');
    for (const place of ['[role=tab][aria-selected=true]', '#range', '.filter-text', '.panel-edge']) {
      for (const key of ['Control+f', 'F3']) {
        await viewer.page.locator(place).focus();
        await viewer.press(key);
        await input.waitFor();
        await viewer.press('Escape');
        await input.waitFor({ state: 'hidden' });
      }
    }
    await viewer.page.evaluate(`document.activeElement.blur()`);
    await viewer.press('Control+Shift+F', 'Control+Alt+f', 'Control+F3', 'Alt+F3');
    assert.equal(await viewer.page.locator('.find').isVisible(), false);
    await viewer.press('Control+f');
    await input.waitFor();
    await viewer.page.keyboard.type('High');
    await viewer.page.locator('[role=tab][aria-selected=true]').focus();
    await viewer.press('F3', 'F3');
    const isAt = (at: string) => viewer.page.locator('.find-count', { hasText: `someRecords ${at}` }).waitFor();
    await isAt('3');
    await viewer.press('Shift+F3');
    await isAt('2');
    await viewer.press('F3');
    await isAt('3');
    await viewer.page.locator('.find input').press('Escape');
    await viewer.page.locator('.find').waitFor({ state: 'hidden' });
    await viewer.press('F3');
    await input.waitFor();
  });

  describe('find', () => {
    const count = () => viewer.text('.find-count');
    const find = async (text: string) => {
      await viewer.press('Control+f');
      await viewer.page.locator('.find input').fill(text);
    };
    const activeCell = () => viewer.page.locator('.rows [tabindex="0"]').innerText();

    it('finds in the columns that are seen', async () => {
      await find('High');
      assert.equal(await count(), 'someRecords 1');
      await viewer.hideColumn('location');
      await viewer.page.locator('.find-count', { hasText: 'findNone' }).waitFor();
      const active = await activeCell();
      await viewer.press('F3');
      assert.equal(await activeCell(), active, 'there is nothing to go to');
    });

    it('finds times as they are written by now, and goes on from where the table is', async () => {
      const hours = list.map((each, index) => ({ ...each, chargeStart: `2026-11-01T${18 + (index % 3)}:00:00Z` }));
      await viewer.load(2, hours);
      await viewer.chooseZone('Etc/GMT-1');
      await viewer.page.locator('[data-row="0"] .chargeStart', { hasText: '19:00' }).waitFor();
      await find('-01 19:00');
      await viewer.press('F3', 'F3');
      assert.equal(await count(), 'someRecords 3');
      await viewer.chooseZone('utc');
      assert.equal(await count(), 'someRecords ?', 'the table stays where it is');
      await viewer.press('F3');
      assert.equal(await activeCell(), '2026-11-01 19:00');
      assert.equal(await count(), 'someRecords 3');
    });

    it('counts on while records arrive, and stays where it is', async () => {
      await viewer.reopen();
      await viewer.load(1, list, 'none');
      await viewer.holds(`document.querySelector('.grid').ariaRowCount === '61'`);
      await find('57.00');
      assert.equal(await count(), 'someRecords 1');
      await viewer.press('Escape');
      await find('High');
      assert.equal(await count(), 'someRecords 20');
      assert.ok((await viewer.scrollTop()) > 0);
      await viewer.scroll(0);
      for await (const batch of readColumns(bodyOf(JSON.stringify({ records: list })))) {
        const next = { ...batch, firstRow: batch.firstRow + list.length };
        await viewer.post({ type: 'batch', load: 1, batch: next });
      }
      await viewer.holds(`document.querySelector('.grid').ariaRowCount === '121'`);
      assert.equal(await viewer.scrollTop(), 0);
      await viewer.press('F3');
      assert.equal(await count(), 'someRecords 21');
    });
  });

  it('comes back with its filters, order, columns and clock', async () => {
    await viewer.page.getByRole('searchbox').fill('ring');
    await focusHeader('energy');
    await viewer.press('Enter', 'Enter', 'Alt+Shift+ArrowLeft');
    await viewer.chooseZone('utc');
    await viewer.scroll(260);
    await viewer.holds('globalThis.state.top === 10');
    await viewer.comeBack();
    await viewer.show(list);
    assert.equal(await rows(), 40);
    assert.equal(await viewer.scrollTop(), 260);
    await viewer.scroll(0);
    await viewer.page.locator('[data-row="0"] .energy', { hasText: '60.00' }).waitFor();
    assert.equal((await headers())[2], 'withUnit');
    assert.equal((await column('chargeStart'))[0], '2026-11-01 18:00');
  });
});
