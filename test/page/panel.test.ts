import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';

/** One charge a day; the second begins before the first has ended, so that something stands out. */
const list = Array.from({ length: 12 }, (_, index) =>
  record({
    chargeStart: `2026-11-${String(index + 1).padStart(2, '0')}T08:00:00Z`,
    chargeEnd: `2026-11-${String(index === 0 ? 3 : index + 1).padStart(2, '0')}T09:00:00Z`,
    location: index < 5 ? 'Home' : 'Work',
  }),
);

describe('the panel above the table', () => {
  const viewer = ViewerPage.ofSuite();

  it('leaves keys with Alt, Control or Meta to VS Code, on its tabs too', async () => {
    await viewer.show(list);
    await viewer.page.locator('#tab-energy').press('ArrowRight');
    await viewer.page.evaluate(
      `globalThis.heard = []; addEventListener('keydown', (event) => {
        heard.push(event.key);
        event.preventDefault();
      })`,
    );
    const keys = ['Alt+ArrowLeft', 'Alt+ArrowRight', 'Control+Home', 'Control+End', 'Meta+ArrowRight'];
    for (const key of keys) await viewer.page.keyboard.press(key);
    await viewer.page.locator('#tab-levels[aria-selected=true]:focus').waitFor();
    const modifiers = ['Alt', 'Control', 'Meta'];
    const heard = (await viewer.page.evaluate<string[]>('heard')).filter((key) => !modifiers.includes(key));
    assert.deepEqual(heard, ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'ArrowRight']);
  });

  it('is pulled with the primary button only', async () => {
    await viewer.show(list);
    const edge = viewer.page.getByRole('separator', { name: 'panelHeight' });
    const height = () => edge.getAttribute('aria-valuenow');
    const before = await height();
    const pull = async (button: 'left' | 'middle' | 'right') => {
      await edge.hover();
      const box = await edge.boundingBox();
      assert(box);
      await viewer.page.mouse.down({ button });
      await viewer.page.mouse.move(box.x + 20, box.y + 30, { steps: 2 });
      await viewer.page.mouse.up({ button });
      return height();
    };
    assert.equal(await pull('right'), before);
    assert.equal(await pull('middle'), before);
    assert.notEqual(await pull('left'), before);
  });

  it('folds to its line where nothing stands out', async () => {
    const { page } = viewer;
    const edge = page.getByRole('separator', { name: 'panelHeight' });
    const height = async () => (await page.locator('#panel-anomalies').boundingBox())?.height ?? 0;
    await viewer.show(list.slice(2));
    await page.locator('#tab-anomalies').click();
    await page.locator('.anomalies', { hasText: 'noAnomalies' }).waitFor();
    assert.ok((await height()) < 30);
    assert.equal(await edge.isVisible(), false);
    await viewer.load(2, list);
    await edge.waitFor();
    assert.ok((await height()) > 90);
  });

  it('fetches and draws no chart while it is collapsed, and draws what holds by then when it is unfolded', async () => {
    const scripts = viewer.page.locator('script[src$="charts.js"]');
    const chart = viewer.page.locator('#panel-energy [role=application]');
    const says = () => chart.getAttribute('aria-label');
    const fold = viewer.page.locator('#collapse');
    await viewer.show(list.slice(0, 2));
    await fold.click();
    await viewer.comeBack();
    await viewer.load(1, list);
    // By now all is worked out that a chart would be drawn of.
    await viewer.page.getByRole('tab', { name: 'withUnit' }).waitFor();
    assert.equal(await scripts.count(), 0);
    await fold.click();
    await chart.waitFor();
    const all = await says();
    await fold.click();
    await viewer.page.getByRole('searchbox').fill('work');
    await viewer.charges(7);
    assert.equal(await says(), all);
    await fold.click();
    await chart.waitFor();
    assert.notEqual(await says(), all);
    await fold.click();
    await viewer.tab('levels');
    await viewer.page.getByRole('button', { name: 'hideCharts' }).waitFor();
  });
});
