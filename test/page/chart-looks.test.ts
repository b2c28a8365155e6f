import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';
import { drawnBy, noteDrawn } from './drawn.ts';

describe("the viewer's charts, as they look,", () => {
  const viewer = ViewerPage.ofSuite();

  beforeEach(async () => {
    await viewer.show([record({ isPublic: true }), record({ isPublic: true, chargeStart: '2026-10-30T08:00:00Z' })]);
    await viewer.page.locator('[role=tabpanel]:visible canvas').waitFor();
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
    assert.ok(at('withUnit').x < at('100%').x, 'the energy at the side');
    assert.ok(at('chargeGained').y >= at('100%').y + lineHeight, 'below the marks');
    assert.ok(at('chargeGained').y + lineHeight <= height, 'and not cut off');
    await drawnBy(viewer, () => viewer.tab('energyPerDay'), 'withUnit');
  });
});
