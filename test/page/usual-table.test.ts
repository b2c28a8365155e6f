import assert from 'node:assert/strict';
import { axeViolations } from './axe.ts';
import { daily } from './daily.ts';
import { ViewerPage } from './viewer-page.ts';

const levels = { startPercentRemaining: 0.2, endPercentRemaining: 0.7 };
const charges = (count: number, changes: (index: number) => Record<string, unknown> = () => ({})) =>
  daily(count, (index) => ({ ...levels, energy: index + 1, ...changes(index) }));

describe('the table as a user finds it', () => {
  const viewer = ViewerPage.ofSuite();
  const cell = (row: number, column: string) => viewer.page.locator(`[data-row="${row}"] .${column}`);

  async function show(records: readonly Record<string, unknown>[]): Promise<void> {
    await viewer.openAsShipped();
    await viewer.show([...records]);
    await cell(0, 'energy').waitFor();
  }

  it('has few columns, and the last charge first', async () => {
    await show(charges(5));
    const headers = await viewer.page.locator('.head .cell .value').allInnerTexts();
    assert.deepEqual(headers, [
      'chargeStart',
      'withUnit',
      'durationColumn',
      'levelsColumn',
      'location',
      'chargingType',
    ]);
    await viewer.page.locator('[data-row="0"] .energy', { hasText: '5.00' }).waitFor();
    assert.equal(await cell(0, 'levels').innerText(), '20 → 70%\n20 to 70%');
    const bar = await viewer.page.evaluate(`document.querySelector('.level').style.backgroundSize`);
    assert.match(String(bar), /^7\.2\d*px 100%, 25\.2\d*px 100%$/);
  });

  it('leaves out columns that have no room, says so, and shows one that is chosen all the same', async () => {
    const { page } = viewer;
    const headers = () => page.locator('.head .cell .value').allInnerTexts();
    const columns = page.locator('#columns');
    const grid = <T>(what: string) =>
      page.evaluate<T>(`(({ scrollLeft, scrollWidth, clientWidth }) => ${what})(
      document.querySelector('.grid'))`);
    const width = async (pixels: number, shown: number) => {
      await page.setViewportSize({ width: pixels, height: 700 });
      await page.locator(`.grid[aria-colcount="${shown}"]`).waitFor();
    };
    await show(charges(40));
    await cell(0, 'chargingType').click();
    await width(500, 4);
    assert.deepEqual(await headers(), ['chargeStart', 'withUnit', 'durationColumn', 'levelsColumn']);
    assert.ok(await grid('scrollWidth <= clientWidth'));
    assert.equal(await columns.getAttribute('aria-label'), 'noRoomFor 2');
    await columns.press('Enter');
    for (const name of ['location noRoom', 'chargingType noRoom']) {
      const box = page.getByRole('dialog').getByRole('checkbox', { name });
      assert.equal(await box.isChecked(), false);
      await box.press('Space');
    }
    await page.keyboard.press('Escape');
    await width(380, 3);
    assert.deepEqual(await headers(), ['chargeStart', 'location', 'chargingType']);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('DC');
    await viewer.holds(`document.querySelector('.grid').scrollLeft > 0`);
    await width(370, 3);
    await viewer.holds(`document.querySelector('.grid').scrollLeft === 0`);
    assert.equal(await columns.getAttribute('aria-label'), 'noRoomFor 3');
    await width(1200, 6);
    await page.evaluate(`document.documentElement.style.setProperty('--vscode-font-size', '22px')`);
    await page.locator('.grid:not([aria-colcount="6"])').waitFor();
    assert.ok(await page.evaluate(`document.querySelector('[type=search]').clientHeight >= 1.4 * 22`));
    // The plot's axis has more room for its text.
    await viewer.holds(`document.querySelector('[role=tabpanel]:not([hidden]) .u-over').offsetLeft > 100`);
    const cut = `[...document.querySelectorAll('.tabs, .card, .card > *')]
      .filter((each) => each.offsetWidth > 1 && each.scrollWidth > each.clientWidth + 1)
      .map(({ textContent }) => textContent)`;
    assert.deepEqual(await page.evaluate(cut), []);
  });

  it('tells of fields without a column where they are seen, and leads there', async () => {
    await show(charges(3, (index) => (index === 1 ? { endPercentRemaining: 'full', chargeEnd: null } : {})));
    assert.match(
      (await cell(1, 'levels').getAttribute('aria-label')) ?? '',
      /^unknown\. endPercentRemaining: numberExpected/,
    );
    assert.match((await cell(1, 'duration').getAttribute('aria-label')) ?? '', /^unknown\. chargeEnd: null$/);
    await viewer.post({ type: 'command', name: 'nextMarked' });
    await viewer.page.locator('[data-row="1"] .duration:focus').waitFor();
  });

  it('filters levels by the one at the end, and copies both as columns of their own', async () => {
    await show(charges(3, (index) => ({ endPercentRemaining: 0.7 + index / 10 })));
    await viewer.page.locator('.head .levels .funnel').click();
    await viewer.page.getByRole('dialog').locator('input').first().fill('80');
    await viewer.page.locator('.grid[aria-rowcount="3"]').waitFor();
    assert.ok(await viewer.page.locator('.head .levels.filtered').isVisible());
    await viewer.page.keyboard.press('Escape');
    await cell(0, 'levels').click();
    await viewer.post({ type: 'command', name: 'copy' });
    await viewer.hasSent('copy');
    const copied = (await viewer.sent()).find((message) => message.type === 'copy');
    assert.match(copied?.text ?? '', /startPercentRemaining\tendPercentRemaining/);
    assert.match(copied?.text ?? '', /20%\t90%/);
  });

  it('writes types as people do, and as they came in the tooltip and in what is copied', async () => {
    await show(charges(3, (index) => ({ chargingType: index === 0 ? 'TYPE_2' : 'CCS' })));
    const type = cell(2, 'chargingType');
    assert.equal(await type.innerText(), 'Type 2');
    await type.hover();
    await viewer.page.locator('.chargingType[title="TYPE_2"]').waitFor();
    await viewer.page.getByRole('searchbox').fill('type 2');
    await viewer.page.locator('.grid[aria-rowcount="2"]').waitFor();
    await viewer.openFilter('chargingType');
    await viewer.page.getByRole('dialog').getByRole('checkbox', { name: 'Type 2' }).press('Space');
    await viewer.page.keyboard.press('Escape');
    await viewer.page.locator('.chip .text', { hasText: 'chargingType: Type 2' }).waitFor();
    await cell(0, 'chargingType').click();
    await viewer.post({ type: 'command', name: 'copy' });
    await viewer.hasSent('copy');
    const copied = (await viewer.sent()).find((message) => message.type === 'copy');
    assert.match(copied?.text ?? '', /\tTYPE_2$/);
    await viewer.tab('summary');
    await viewer.page.getByRole('rowheader', { name: 'Type 2' }).waitFor();
  });

  it('opens a record by a double-click, and by Enter', async () => {
    await show(charges(5));
    await cell(1, 'energy').dblclick();
    await viewer.hasSent('openRecord');
    await cell(2, 'energy').click();
    await viewer.page.keyboard.press('Enter');
    await viewer.hasSent('openRecord', 2);
    const opened = (await viewer.sent()).flatMap((message) => (message.type === 'openRecord' ? [message.row] : []));
    assert.deepEqual(opened, [3, 2]);
  });

  it('lists anomalies by reason, and counts a kind that is common without marking it', async () => {
    const falls = { startPercentRemaining: 0.9, endPercentRemaining: 0.2 };
    const late = { chargeEnd: new Date(Date.UTC(2027, 0, 9, 12)).toISOString() };
    const place = (index: number) => (index < 3 ? 'Ring 5' : index === 5 ? 'Gate 1' : 'Home');
    const odd = (index: number) => ({ ...(index % 2 === 0 && falls), ...(index === 29 && late) });
    await show(charges(30, (index) => ({ location: place(index), ...odd(index) })));
    await viewer.tab('withUnit');
    const reasons = viewer.page.locator('.anomalies .counts > li > p');
    await reasons.nth(1).waitFor();
    assert.deepEqual(await reasons.allInnerTexts(), ['1 anomalyTooLong', '15 anomalyLevelFalls anomalyCommon']);
    assert.equal(await viewer.page.locator('.rows .levels.marked').count(), 0);
    assert.equal(await viewer.page.locator('.rows .duration.marked').count(), 1);
    await viewer.page.getByRole('searchbox').fill('ring');
    await viewer.page.locator('.anomalies .counts', { hasText: /^2 anomalyLevelFalls anomalyCommon$/ }).waitFor();
    await viewer.page.getByRole('searchbox').fill('gate');
    await viewer.page.locator('.anomalies', { hasText: 'anomaliesFilteredOut' }).waitFor();
    await viewer.page.locator('#clear-filters').click();
    await reasons.nth(1).waitFor();
    assert.deepEqual(await axeViolations(viewer.page), []);
  });

  it("has a filter in each header, and VS Code's menu behind it", async () => {
    await show(charges(2));
    const funnels = viewer.page.locator('.head .cell .funnel');
    assert.equal(await funnels.count(), 6);
    for (const each of await funnels.all()) assert.ok(await each.isVisible());
    await viewer.page.evaluate(
      `addEventListener('contextmenu', ({ target }) => (globalThis.asked = target.closest('[data-vscode-context]')?.dataset.vscodeContext))`,
    );
    await viewer.page.locator('.head .energy').click({ button: 'right' });
    assert.match(String(await viewer.page.evaluate('globalThis.asked')), /"webviewSection":"column"/);
    assert.equal(await viewer.page.locator('.head .energy').getAttribute('aria-sort'), 'none');
  });
});
