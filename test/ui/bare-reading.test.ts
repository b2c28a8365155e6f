import assert from 'node:assert/strict';
import { record } from '../unit/service/record-bodies.ts';
import { BareViewer } from './bare-viewer.ts';

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
  const viewer = BareViewer.ofSuite();

  beforeEach(async () => {
    await viewer.load(1, list);
    await viewer.state('ready');
  });

  it('is in its order after a scroll, and after rows are made anew where the table is scrolled to', async () => {
    const { page } = viewer;
    await viewer.scroll(26 * 505);
    await viewer.holds(readable(505, 520));
    await viewer.post({ type: 'command', name: 'hideColumn', column: 'location' });
    await page.locator('.head .location').waitFor({ state: 'detached' });
    await viewer.holds(readable(505, 520));
    const size = page.viewportSize();
    assert(size);
    await page.setViewportSize({ ...size, height: size.height + 300 });
    await viewer.holds(readable(505, 535));
    await page.setViewportSize(size);
    await viewer.holds(`!${places}.includes(535) && ${readable(505, 520)}`);
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
});
