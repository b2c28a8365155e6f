import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';

/** Runs in the page: how many rows are in full view, and how high the table is. */
const room = `(() => {
  const grid = document.querySelector('.grid');
  const head = grid.querySelector('[role=columnheader]').getBoundingClientRect();
  const box = grid.getBoundingClientRect();
  const end = Math.min(box.top + grid.clientHeight, innerHeight);
  const rows = [...grid.querySelectorAll('[data-row]')]
    .map((row) => row.getBoundingClientRect())
    .filter((row) => row.top >= head.bottom - 1 && row.bottom <= end + 1);
  return { rows: rows.length, height: box.height };
})()`;

/** Runs in the page: what of the header is higher than a line, or cut off without saying all when pointed at. */
const wrapped = `[...document.querySelectorAll('.head-line > *, .totals > *, .card > *')]
  .filter((each) => each.offsetHeight > 30 || (each.scrollWidth > each.clientWidth + 1
    && getComputedStyle(each).overflowX === 'hidden' && !each.matches('.cards') && !each.closest('[title]')))
  .map((each) => each.outerHTML)`;

/** Runs in the page: the totals that run into the next one. */
const overrun = `[...document.querySelectorAll('.card')]
  .filter((each) => each.offsetWidth > 1 && each.querySelector('.number').getBoundingClientRect().right
    > each.getBoundingClientRect().right + 1)
  .map((each) => each.outerHTML)`;

/** Sizes of the viewer in a window of 1280 × 800: beside the side bar, beside code, above a terminal. */
const sizes = [
  { where: 'beside the side bar', width: 922, height: 690, folded: 14, open: 10 },
  { where: 'beside code', width: 461, height: 690, folded: 14, open: 8 },
  { where: 'above a terminal', width: 922, height: 400, folded: 8, open: 4 },
];

describe("the room of the viewer's table", () => {
  const viewer = ViewerPage.ofSuite({});
  const measure = () => viewer.page.evaluate<{ rows: number; height: number }>(room);

  it('has what a day needs on screen beside code in a window of 1280 pixels, each name whole', async () => {
    await viewer.page.setViewportSize({ width: 460, height: 700 });
    await viewer.openAsShipped();
    await viewer.show(Array.from({ length: 5 }, (_, index) => record({ energy: 20.5 + index })));
    await viewer.page.locator('[data-row="4"]').waitFor();
    const fits = (column: string) => `(() => {
      const head = document.querySelector('.head .${column}');
      const name = head.querySelector('.value');
      return head.getBoundingClientRect().right <= innerWidth && name.scrollWidth <= name.clientWidth;
    })()`;
    for (const column of ['chargeStart', 'energy', 'duration', 'levels']) await viewer.holds(fits(column));
    const cut = `[...document.querySelectorAll('.rows .row:not([hidden]) :is(.chargeStart, .energy, .duration, .levels)')]
      .filter((cell) => cell.scrollWidth > cell.clientWidth).length`;
    assert.equal(await viewer.page.evaluate(cut), 0);
  });

  for (const { where, width, height, folded, open } of sizes) {
    it(`has ${folded} rows ${where}, and ${open} with a chart, whichever it is`, async () => {
      await viewer.page.setViewportSize({ width, height });
      await viewer.reopen();
      const records = Array.from({ length: 60 }, (_, index) =>
        record({ energy: index % 9 === 1 ? 'much' : 200_550.2 + index, ...(index === 2 && { odd: 1 }) }),
      );
      await viewer.show(records);
      await viewer.page.locator('[data-row="5"]').waitFor();
      const collapse = viewer.page.locator('#collapse');
      if ((await collapse.getAttribute('aria-expanded')) === 'true') await collapse.click();
      await viewer.holds(`${room}.rows >= ${folded}`);
      await collapse.click();
      const heights = new Set<number>();
      for (const tab of await viewer.page.getByRole('tab').all()) {
        await tab.click();
        await viewer.holds(`${room}.rows >= ${open}`);
        heights.add((await measure()).height);
      }
      assert.equal(heights.size, 1, 'all tabs are of one height');
      assert.ok(
        [...heights].every((table) => table >= height / 2 - 1),
        `the table is ${[...heights].join()} high`,
      );
      assert.deepEqual(await viewer.page.evaluate(wrapped), []);
      assert.deepEqual(await viewer.page.evaluate(overrun), []);
      const bar = await viewer.page.locator('.bar').boundingBox();
      const lines = width < 700 ? 2 : 1;
      assert.ok(bar && bar.height <= lines * 28, `totals and tools are ${bar?.height} high`);
    });
  }

  it('has 14 rows with a chart, and the levels on screen, where two vehicles are compared', async () => {
    await viewer.page.setViewportSize({ width: 922, height: 690 });
    const vehicle = (id: string, model: string) => ({
      sessionId: 's',
      vehicle: { id, make: 'BMW', model, year: 2024 },
    });
    await viewer.openAsShipped({ target: { ...vehicle('1', 'i4'), others: [vehicle('2', 'iX')] } });
    const records = Array.from({ length: 30 }, () => record({}));
    await viewer.loadSeveral(1, [records, records]);
    await viewer.state('ready');
    const collapse = viewer.page.locator('#collapse');
    if ((await collapse.getAttribute('aria-expanded')) === 'false') await collapse.click();
    await viewer.holds(`${room}.rows >= 14`);
    await viewer.holds(`document.querySelector('.head .levels').getBoundingClientRect().right <= innerWidth`);
  });

  it('hides its charts when the room becomes little, until somebody chooses', async () => {
    const collapse = viewer.page.locator('#collapse');
    const expanded = (is: boolean) =>
      viewer.page.locator(`#collapse[aria-expanded=${is}]`).waitFor({ state: 'attached' });
    await viewer.page.setViewportSize({ width: 922, height: 690 });
    await viewer.reopen();
    await viewer.show([record({})]);
    await expanded(true);
    await viewer.page.setViewportSize({ width: 922, height: 400 });
    await expanded(false);
    await viewer.page.setViewportSize({ width: 922, height: 690 });
    await expanded(true);
    await viewer.page.setViewportSize({ width: 922, height: 400 });
    await expanded(false);
    await collapse.click();
    await expanded(true);
    await viewer.page.setViewportSize({ width: 461, height: 400 });
    await viewer.holds('innerWidth === 461');
    await expanded(true);
  });

  it('says whose records, how many and which days in full beside code', async () => {
    await viewer.page.setViewportSize({ width: 461, height: 690 });
    await viewer.reopen(undefined, undefined, undefined, {
      id: 'vehicle-1',
      make: 'BMW',
      model: 'i4 eDrive40',
      year: 2024,
    });
    await viewer.show(Array.from({ length: 30 }, () => record({})));
    await viewer.holds(`document.querySelector('#status').textContent === '30 charge records'`);
    const cut = `[...document.querySelectorAll('h1, #status, .range-button .text')]
      .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)`;
    assert.deepEqual(await viewer.page.evaluate(cut), []);
  });
});
