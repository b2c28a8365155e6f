import assert from 'node:assert/strict';
import { daily } from './daily.ts';
import { ViewerPage } from './viewer-page.ts';

const receivedAt = Date.UTC(2026, 10, 1);

/** Each with a little less energy than the one before. */
const falling = (count: number) => daily(count, (index) => ({ energy: 50 - index }));

describe('a viewer that was moved or restarted', () => {
  const viewer = ViewerPage.ofSuite();
  const load = (count = 18, at = receivedAt) => viewer.load(1, falling(count), 'done', { receivedAt: at });

  beforeEach(async () => {
    await load();
    await viewer.state('ready');
  });

  const selected = () => viewer.page.locator('.row[aria-selected=true]').count();
  const box = () =>
    viewer.page
      .locator('[role=tabpanel]:visible .u-select')
      .evaluate((area: { offsetWidth: number; offsetLeft: number }) => [area.offsetLeft, area.offsetWidth]);

  /** Waits until the page has kept what it shows. */
  const kept = (what: string) => viewer.holds(`(() => { const { view } = globalThis.state; return ${what}; })()`);

  for (const [name, brushed] of [
    ['energyPerDay', '10'],
    ['levels', '9'],
  ] as const) {
    it(`has the brush of ${name} again, in the chart and in the table`, async () => {
      await viewer.tab(name);
      const plot = viewer.page.locator('[role=tabpanel]:visible .plot');
      await plot.locator('.u-over').waitFor();
      for (let step = 0; step < 20; step += 1) await plot.press('Shift+ArrowRight');
      await viewer.charges(brushed);
      const [chip, place] = [await viewer.text('.chip'), await box()];
      await kept('view.brush');
      await viewer.comeBack();
      await load();
      await viewer.charges(brushed);
      assert.equal(await viewer.text('.chip'), chip);
      await viewer.holds(`document.querySelector('[role=tabpanel]:not([hidden]) .u-select')?.offsetWidth > 0`);
      assert.deepEqual(await box(), place);
      await plot.press('Escape');
      await viewer.charges(18);
    });
  }

  it('has the hours of the week again that were chosen, also where charts are collapsed away', async () => {
    await viewer.tab('week');
    await viewer.page.locator('[role=gridcell][tabindex="0"]').press('Control+Home');
    for (let step = 0; step < 23; step += 1) await viewer.page.keyboard.press('Shift+ArrowRight');
    const chosen = viewer.page.locator('[data-hour][aria-selected=true]');
    await chosen.nth(23).waitFor();
    await viewer.charges('[23]');
    const count = await viewer.text('#total-charges');
    await viewer.page.locator('#collapse').click();
    await kept('view.brush && view.collapsed');
    await viewer.comeBack();
    await load();
    await viewer.charges(count);
    await viewer.page.locator('#collapse').click();
    await chosen.nth(23).waitFor();
    assert.equal(await chosen.count(), 24);
    await viewer.page.locator('[role=gridcell][tabindex="0"]').press('Escape');
    await viewer.charges(18);
    await chosen.first().waitFor({ state: 'detached' });
  });

  it('has the same cell active, and gives it no focus', async () => {
    await viewer.page.locator('.head .energy').click();
    await viewer.page.locator('[data-row="6"] .location').click();
    await kept('view.place?.position === 6');
    await viewer.comeBack();
    await load();
    await viewer.page.locator('[data-row="6"] .location[tabindex="0"]').waitFor();
    assert.equal(await viewer.page.locator('.grid :focus').count(), 0, 'nobody has gone there');
    await viewer.post({ type: 'command', name: 'copy' });
    await viewer.hasSent('copy');
  });

  it('is somewhere else among other days, and has no brush on them', async () => {
    await viewer.tab('levels');
    await viewer.page.locator('[role=tabpanel]:visible .plot').press('Shift+End');
    await viewer.page.locator('[data-row="3"] .location').click();
    await kept('view.brush && view.place');
    await viewer.comeBack();
    await viewer.load(1, falling(17), 'done', { receivedAt, startDate: '2026-09-01' });
    await viewer.charges(17);
    assert.equal(await viewer.page.locator('.chip').count(), 0);
    assert.equal(await viewer.page.locator('.rows .cell[tabindex="0"]').count(), 0);
  });

  it('asks, when it comes back, for the days that are on screen, not for others that did not come', async () => {
    const days = () => viewer.page.evaluate('globalThis.state.target.startDate ?? "default"');
    const cancelled = { message: 'Cancelled.', nextStep: 'Reload.', isCalm: true };
    await viewer.post({ type: 'start', load: 2, startDate: '2026-09-01' });
    await viewer.state('loading');
    assert.equal(await days(), 'default');
    await viewer.post({ type: 'failed', load: 2, ...cancelled });
    await viewer.state('error');
    assert.equal(await days(), 'default');
    await viewer.load(3, falling(4), 'done', { startDate: '2026-10-01' });
    await viewer.charges(4);
    await viewer.holds('globalThis.state.target.startDate === "2026-10-01"');
    await viewer.load(4, falling(5));
    await viewer.holds('globalThis.state.target.startDate === undefined');
  });

  it('goes to the last row where there are fewer by now', async () => {
    await viewer.page.locator('[data-row="17"] .location').click();
    await kept('view.place?.position === 17');
    await viewer.comeBack();
    await load(10, receivedAt + 1);
    const active = viewer.page.locator('[data-row="9"] .cell[tabindex="0"]');
    await active.press(' ');
    assert.equal(await selected(), 1);
  });

  it('leaves somebody where they went while the records came', async () => {
    await viewer.page.locator('[data-row="3"] .location').click();
    await kept('view.place?.position === 3');
    await viewer.comeBack();
    await viewer.load(1, falling(18), 'none');
    await viewer.page.locator('[data-row="8"] .energy').click();
    await viewer.post({ type: 'done', load: 1, rows: 18, receivedAt });
    await viewer.state('ready');
    assert.equal(await viewer.page.locator('[data-row="8"] .energy[tabindex="0"]').count(), 1);
    await kept('view.place?.position === 8');
  });

  it('sets aside what another version has kept', async () => {
    await viewer.page.locator('[data-row="3"] .location').click();
    await kept('view.place');
    await viewer.comeBack({ form: 0, brush: { chart: 'pie' }, place: { position: '7' } });
    await load();
    await viewer.charges(18);
    assert.equal(await viewer.page.locator('.rows .cell[tabindex="0"]').count(), 0);
  });
});
