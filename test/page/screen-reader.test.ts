import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { axeViolations } from './axe.ts';
import { ViewerPage } from './viewer-page.ts';

const list = Array.from({ length: 1000 }, (_, index) => record({ energy: index + 1 }));

/** Places of the rows on screen and near it, in the order of their elements. */
const places = `[...document.querySelectorAll('.rows [data-row]')].map(({ dataset }) => Number(dataset.row))`;

/** True if rows are read from top to bottom, and these are among them. */
const readable = (...rows: readonly number[]) => `(() => {
  const places = ${places};
  return ${JSON.stringify(rows)}.every((row) => places.includes(row)) &&
    places.every((place, index) => index === 0 || place === places[index - 1] + 1);
})()`;

describe('what a screen reader reads of the table', () => {
  const viewer = ViewerPage.ofSuite();

  beforeEach(async () => {
    await viewer.show(list);
  });

  it('is in its order after a scroll, and after rows are made anew where the table is scrolled to', async () => {
    const { page } = viewer;
    await viewer.scroll(26 * 505);
    await viewer.holds(readable(505, 520));
    await viewer.hideColumn('location');
    await page.locator('.head .location').waitFor({ state: 'detached' });
    await viewer.holds(readable(505, 520));
    const size = page.viewportSize();
    assert(size);
    await page.setViewportSize({ ...size, height: size.height + 300 });
    await viewer.holds(readable(505, 542));
    await page.setViewportSize(size);
    await viewer.holds(`!${places}.includes(542) && ${readable(505, 520)}`);
  });

  it('is not moved while it scrolls', async () => {
    const moved = await viewer.page.evaluate<number>(`(() => {
      const grid = document.querySelector('.grid');
      const moves = new MutationObserver(() => undefined);
      moves.observe(document.querySelector('.rows'), { childList: true });
      for (let step = 1; step <= 20; step += 1) {
        grid.scrollTop = step * 100;
        grid.dispatchEvent(new Event('scroll'));
      }
      return moves.takeRecords().length;
    })()`);
    assert.equal(moved, 0);
    await viewer.holds(readable(77, 90));
  });

  it('is what happened, also the second time, and that a column is filtered', async () => {
    const { page } = viewer;
    const says = (text: string) => viewer.holds(`document.querySelector('.said').textContent.startsWith('${text}')`);
    const header = page.locator('.head .energy');
    await header.focus();
    for (const [key, said] of [
      ['Enter', 'Sorted by withUnit ascending'],
      ['Enter', 'Sorted by withUnit descending'],
      ['Enter', 'Sorting removed'],
      ['Alt+Shift+ArrowLeft', 'withUnit is column 3 of '],
      ['ArrowDown', 'withUnit is column 3 of '],
      ['Space', 'selected'],
    ] as const) {
      await viewer.press(key);
      await says(said);
    }
    /** What Ctrl+C puts on the clipboard; each time, a live region changes. */
    const copied = async () => {
      const before = await page.locator('.said').textContent();
      const text = await page.evaluate<string>(`(() => {
        const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() });
        document.activeElement.dispatchEvent(event);
        return event.clipboardData.getData('text/plain');
      })()`);
      await viewer.holds(`document.querySelector('.said').textContent !== ${JSON.stringify(before)}`);
      return text;
    };
    for (let time = 0; time < 3; time += 1) assert.equal(await copied(), '1');
    await viewer.press('Shift+ArrowDown');
    assert.match(await copied(), /^chargeStart\t.*\n.*\n.*$/);
    await viewer.openFilter('energy');
    await page.getByRole('dialog').getByLabel('from').fill('20');
    await viewer.press('Escape');
    await page.getByRole('columnheader', { name: /^withUnit filtered$/ }).waitFor();
    assert.equal(await page.getByRole('columnheader', { name: /filtered/ }).count(), 1);
    await page.locator('#clear-filters').press('Enter');
    await says('Filters cleared');
  });

  describe('of the active cell', () => {
    /** What the browser tells a screen reader of the cell that has the focus. */
    async function read(): Promise<readonly [name: string, description: string]> {
      const session = await viewer.page.context().newCDPSession(viewer.page);
      const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
      const { nodes } = await session.send('Accessibility.getPartialAXTree', {
        objectId: result.objectId,
        fetchRelatives: false,
      });
      await session.detach();
      return [String(nodes[0]?.name?.value ?? ''), String(nodes[0]?.description?.value ?? '')];
    }
    const go = (selector: string) => viewer.page.locator(`[data-row="0"] ${selector}`).click();

    beforeEach(async () => {
      await viewer.show([record({ energy: 12.3456, startPercentRemaining: null }), record()], 2);
    });

    it('is its value, then what has no room in it', async () => {
      await go('.energy');
      assert.deepEqual(await read(), ['12.35', '12.3456']);
      await viewer.page.keyboard.press('Home');
      const [, start] = await read();
      assert.match(start, /^utc/);
      await viewer.page.keyboard.press('ArrowUp');
      assert.doesNotMatch((await read())[1], /utc/, 'a header is no cell of a record');
      assert.equal(await viewer.page.locator('.grid [aria-describedby]').count(), 0);
      await viewer.page.keyboard.press('ArrowDown');
      assert.deepEqual((await read())[1], start);
      assert.equal(await viewer.page.locator('.grid [aria-describedby]').count(), 1);
      assert.deepEqual(await axeViolations(viewer.page), []);
    });

    it('is a word where levels have an arrow', async () => {
      await viewer.openAsShipped();
      await viewer.show([record({ startPercentRemaining: 0.27, endPercentRemaining: 0.8 })]);
      await go('.levels');
      assert.deepEqual(await read(), ['27 to 80%', '']);
      assert.deepEqual(await axeViolations(viewer.page), []);
    });

    it('is no reason twice', async () => {
      await go('.chargeGained');
      const [gained, why] = await read();
      assert.match(gained, /^unknown\. \w/);
      assert.equal(why, '');
      await go('.startPercentRemaining');
      const [level, more] = await read();
      assert.match(level, /^unknown\. null/);
      assert.equal(more, '');
      assert.match((await viewer.page.locator('#detail').textContent()) ?? '', /unknown · null/);
    });
  });
});
