import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';
import { drawnBy, noteDrawn } from './drawn.ts';

/** How many pixels of the chart, without its axes, are of the colour of energy that is not public. */
const count = `(() => {
  const canvas = document.querySelector('[role=tabpanel]:not([hidden]) canvas');
  const [red, green, blue] = getComputedStyle(document.querySelector('.swatch.other')).color.match(/\\d+/g).map(Number);
  // Of a copy: to read the chart's own canvas often would change how it is drawn.
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(80, 0, canvas.width - 80, canvas.height - 40);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 255 && data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
  }
  return count;
})()`;

describe("the viewer's charts, as they look,", () => {
  const viewer = ViewerPage.ofSuite();
  const colourOf = (swatch: string) =>
    viewer.page.evaluate<string>(`getComputedStyle(document.querySelector('.swatch${swatch}')).color`);

  beforeEach(async () => {
    await viewer.show([record({ isPublic: true }), record({ isPublic: true, chargeStart: '2026-10-30T08:00:00Z' })]);
    await viewer.page.locator('[role=tabpanel]:visible canvas').waitFor();
  });

  it('have bars with edges while colours are forced, also from when that is switched on', async () => {
    await viewer.page.evaluate(
      `for (const [name, colour] of [['blue', 'rgb(10, 20, 230)'], ['orange', 'rgb(1, 200, 2)'], ['yellow', 'rgb(200, 200, 2)']])
        document.documentElement.style.setProperty('--vscode-charts-' + name, colour)`,
    );
    // Public energy alone, which covers the bars that are all energy.
    await viewer.holds(`${count} === 0`);
    await viewer.page.emulateMedia({ forcedColors: 'active' });
    // So VS Code does then.
    await viewer.page.evaluate(`document.body.classList.add('vscode-high-contrast')`);
    // Both are of one colour now, and what is public is filled as the ground is.
    await viewer.holds(`${count} > 0`);
    assert.deepEqual(await Promise.all(['.other', '.public'].map(colourOf)), [
      'color(srgb 0 0 0)',
      'color(srgb 1 1 1)',
    ]);
    await viewer.page.emulateMedia({ forcedColors: 'none' });
    await viewer.holds(`${count} === 0`);
  });

  it('name what an axis is of where its marks do not say that', async () => {
    await noteDrawn(viewer);
    await drawnBy(viewer, () => viewer.tab('levels'), 'chargeLevel');
    await viewer.tab('week');
    await viewer.page.locator('.week thead', { hasText: 'hour' }).waitFor();
    const { texts } = await drawnBy(viewer, () => viewer.tab('energyByGain'), 'chargeGained');
    const at = (wanted: string) => texts.find(({ text }) => text === wanted) ?? { x: NaN, y: NaN };
    const height = await viewer.page.evaluate<number>(
      `document.querySelector('[role=tabpanel]:not([hidden]) canvas').height`,
    );
    const lineHeight = 11;
    assert.ok(at('withUnit').x < at('0%').x, 'the energy at the side');
    assert.ok(at('chargeGained').y >= at('0%').y + lineHeight, 'below the marks');
    assert.ok(at('chargeGained').y + lineHeight <= height, 'and not cut off');
    await drawnBy(viewer, () => viewer.tab('energyPerDay'), 'withUnit');
  });
});
