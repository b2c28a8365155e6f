import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';

/** Records of which each ends before it starts, and has its level fall. */
const flawed = Array.from({ length: 12 }, (_, index) =>
  record({
    ...{ energy: index + 1, chargeEnd: '2020-01-01T00:00:00Z', location: `Ring ${index}` },
    ...{ startPercentRemaining: 0.9, endPercentRemaining: 0.2 },
  }),
);

describe("the viewer's page, by keyboard,", () => {
  const viewer = ViewerPage.ofSuite();
  const focused = (selector: string) => viewer.page.locator(`${selector}:focus`).waitFor();

  beforeEach(async () => {
    await viewer.show(flawed);
  });

  it('opens the raw record of a cell, and sorts by a header, with Enter', async () => {
    await viewer.page.locator('[data-row="2"] .energy').focus();
    await viewer.press('Enter');
    await viewer.hasSent('openRecord');
    const [opened] = (await viewer.sent()).filter(({ type }) => type === 'openRecord');
    assert.deepEqual(opened, { type: 'openRecord', load: 1, row: 2 });
    await viewer.page.locator('.head .energy').focus();
    await viewer.press('Enter');
    await viewer.page.locator('.head .energy[aria-sort=ascending]').waitFor();
    assert.equal((await viewer.sent()).filter(({ type }) => type === 'openRecord').length, 1);
  });

  it('goes to the table by the arrow down where nothing has the focus', async () => {
    await viewer.press('ArrowDown', 'ArrowDown');
    await focused('[data-row="0"] .chargeStart');
    await viewer.page.locator('#columns').focus();
    await viewer.press('ArrowDown');
    await focused('#columns');
  });

  it('lists its keys with ?, but not where text is typed', async () => {
    const list = viewer.page.getByRole('dialog', { name: 'keysTitle' });
    await viewer.page.getByRole('searchbox').press('?');
    assert.equal(await list.isVisible(), false);
    await viewer.page.getByRole('searchbox').fill('');
    await viewer.page.locator('[data-row="2"] .energy').focus();
    await viewer.press('?');
    await list.waitFor();
    const where = await list.locator('strong').allInnerTexts();
    assert.deepEqual(where, ['keysAnywhere', 'keysTable', 'keysHeader', 'charts']);
    assert.equal(await list.locator('dt').count(), await list.locator('dd').count());
    await viewer.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await focused('[data-row="2"] .energy');
  });

  it('goes through the boxes of a menu by arrows, their ring outside of them', async () => {
    await viewer.page.locator('#columns').press('Enter');
    const box = viewer.page.getByRole('dialog').getByRole('checkbox');
    const at = () =>
      viewer.page.evaluate(`[...document.querySelectorAll('.popup input')].indexOf(document.activeElement)`);
    await viewer.press('ArrowDown', 'ArrowDown');
    assert.equal(await at(), 2);
    await viewer.press('ArrowUp');
    assert.equal(await at(), 1);
    await viewer.press('End', 'ArrowDown');
    assert.equal(await at(), (await box.count()) - 1);
    await viewer.press('Home', 'ArrowUp');
    assert.equal(await at(), 0);
    const ring = await viewer.page.evaluate<string>(`getComputedStyle(document.activeElement).outlineOffset`);
    assert.equal(ring, '1px');
    await viewer.press('Tab');
    assert.equal(await at(), 1);
  });

  it('takes arrows and characters in each popup, and leaves it by Escape and by Tab', async () => {
    const popup = viewer.page.locator('.popup:popover-open');
    for (const [opener, open, keys, at, leave, after] of [
      ['#range', 'Enter', ['Home', 'ArrowUp', 'End', 'ArrowDown', '?', 'Control+f'], 'rangeCustom', 'Escape', '#range'],
      ['#range', 'Enter', ['Home', 'r', 'R', 'l', 'End'], 'rangeCustom', 'Tab', '#reload'],
      ['#range', 'Enter', ['End', 'l'], 'Last 7 days', 'Escape', '#range'],
      ['#columns', 'Enter', ['l', '?'], 'location', 'Escape', '#columns'],
      ['.head .location', 'Alt+ArrowDown', ['r', 'R', 'Home', 'r'], 'Ring 1', 'Escape', '.head .location'],
    ] as const) {
      await viewer.page.locator(opener).press(open);
      await popup.waitFor();
      await viewer.press(...keys);
      const own = viewer.page.locator(':focus, :has(:focus)');
      await popup.locator('label, .choice', { hasText: at }).and(own).waitFor();
      await viewer.press(leave);
      await focused(after);
      await popup.waitFor({ state: 'hidden' });
    }
  });

  it('goes through the hours of the week to the ends of a day and of the week', async () => {
    await viewer.page.locator('#tab-week').click();
    const cells = viewer.page.locator('.week [data-hour]');
    await cells.first().focus();
    const read = viewer.page.getByRole('grid', { name: 'week' }).getByRole('gridcell', { name: 'chargeCount' });
    assert.equal(await read.count(), 7 * 24);
    const place = () =>
      viewer.page.evaluate(
        `[document.activeElement.closest('tr').sectionRowIndex, document.activeElement.cellIndex - 1].join()`,
      );
    await viewer.press('End');
    assert.equal(await place(), '0,23');
    await viewer.press('PageDown');
    assert.equal(await place(), '6,23');
    await viewer.press('Home');
    assert.equal(await place(), '6,0');
    await viewer.press('PageUp');
    assert.equal(await place(), '0,0');
    await viewer.press('Control+End');
    assert.equal(await place(), '6,23');
    await viewer.press('Control+Home');
    assert.equal(await place(), '0,0');
    await viewer.press('Shift+End');
    assert.equal(await viewer.page.locator('.week [aria-selected=true]').count(), 24);
  });

  it('passes what stands out with one Tab, goes through it by arrows, and names what it counts', async () => {
    await viewer.page.locator('#tab-anomalies').click();
    const entries = viewer.page.locator('.entries button');
    await entries.nth(11).waitFor();
    await viewer.page.getByRole('list', { name: 'anomalies' }).waitFor();
    const at = () =>
      viewer.page.evaluate(`[...document.querySelectorAll('.entries button')].indexOf(document.activeElement)`);
    await viewer.page.locator('#tab-anomalies').focus();
    await viewer.press('Tab', 'Tab');
    assert.equal(await at(), 0);
    await viewer.press('ArrowDown', 'ArrowDown', 'ArrowUp');
    assert.equal(await at(), 1);
    await viewer.press('End');
    assert.equal(await at(), (await entries.count()) - 1);
    await viewer.press('Home', 'ArrowDown', 'Tab');
    assert.equal(await at(), -1);
    await viewer.press('Shift+Tab');
    assert.equal(await at(), 1, 'the list is come back to where it was left');
  });

  it('cancels, and keeps the focus near', async () => {
    await viewer.post({ type: 'start', load: 2 });
    await viewer.page.locator('#cancel').press('Enter');
    await viewer.hasSent('cancel');
    await viewer.post({ type: 'failed', load: 2, message: 'cancelled', nextStep: '', remedy: 'retry' });
    await focused('#reload');
    assert.equal(await viewer.page.locator('#cancel').isVisible(), false);
  });

  it('marks the day that is wrong, and leads to it', async () => {
    const invalid = () =>
      viewer.page.evaluate(
        `['start', 'end'].map((end) => document.querySelector('#range-' + end).getAttribute('aria-invalid')).join()`,
      );
    await viewer.page.locator('#range').press('Enter');
    await viewer.page.getByRole('button', { name: 'rangeCustom' }).press('Enter');
    await focused('#range-start');
    await viewer.page.locator('#range-start').fill('2026-01-01');
    await viewer.page.locator('#range-end').fill('2026-01-99');
    await viewer.page.locator('#range-ask').press('Enter');
    await focused('#range-end');
    assert.equal(await invalid(), 'false,true');
    const colours = `(({ borderTopColor, outlineColor }) => [borderTopColor, outlineColor])`;
    const [border, ring] = await viewer.page.evaluate<[string, string]>(
      `(() => {
        document.documentElement.style.setProperty('--vscode-errorForeground', 'rgb(200, 0, 0)');
        return ${colours}(getComputedStyle(document.activeElement));
      })()`,
    );
    assert.equal(ring, border, 'the ring keeps the colour of what is wrong');
    await viewer.page.locator('#range-start').fill('x');
    await viewer.page.locator('#range-ask').press('Enter');
    await focused('#range-start');
    assert.equal(await invalid(), 'true,true');
    await viewer.page.locator('#range-start').fill('2026-02-01');
    await viewer.page.locator('#range-end').fill('2026-01-01');
    await viewer.page.locator('#range-ask').press('Enter');
    await focused('#range-end');
    assert.equal(await invalid(), 'false,true');
  });

  it('leaves the days that are being typed, when a load of those before begins by itself', async () => {
    const days = { startDate: '2026-10-01', endDate: '2026-10-31' };
    const start = viewer.page.locator('#range-start');
    await viewer.page.locator('#range').press('Enter');
    await viewer.page.getByRole('button', { name: 'rangeCustom' }).press('Enter');
    const begun = async (load: number, asked: object) => {
      await viewer.post({ type: 'start', load, ...asked });
      await viewer.state('loading');
      await viewer.post({ type: 'failed', load, message: 'failed', nextStep: '', remedy: 'retry' });
      await viewer.state('error');
      return start.inputValue();
    };
    assert.equal(await begun(2, days), '2026-10-01');
    await start.fill('2026-0');
    assert.equal(await begun(3, days), '2026-0');
    assert.equal(await begun(4, { ...days, startDate: '2026-09-01' }), '2026-09-01', 'other days are shown');
  });

  it('has the focus back where it was, when the window is used again', async () => {
    /** As VS Code does it when it takes the focus: the page's element has lost it by the time that the page hears so. */
    const away = `document.activeElement.blur(), window.dispatchEvent(new Event('focus'))`;
    await viewer.page.locator('[data-row="3"] .energy').focus();
    await viewer.page.evaluate(away);
    await focused('[data-row="3"] .energy');
    await viewer.page.locator('#columns').focus();
    await viewer.page.evaluate(away);
    await focused('#columns');
    await viewer.show(
      Array.from({ length: 2000 }, () => record()),
      2,
    );
    await viewer.page.locator('[data-row="3"] .energy').focus();
    await viewer.scroll();
    await viewer.page.locator('[data-row="1999"]').waitFor();
    await viewer.page.evaluate(away);
    await focused('.grid');
    assert.ok((await viewer.scrollTop()) > 10_000, 'nothing scrolls for it');
  });
});
