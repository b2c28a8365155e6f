import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';

/** Twelve places; the level falls in each record. */
const list = Array.from({ length: 12 }, (_, index) =>
  record({
    chargeStart: `2026-11-${String(index + 1).padStart(2, '0')}T08:00:00Z`,
    chargeEnd: `2026-11-${String(index + 1).padStart(2, '0')}T09:00:00Z`,
    startPercentRemaining: 0.9,
    endPercentRemaining: 0.2,
    energy: index + 1,
    location: `Ring ${index}`,
  }),
);

describe("the focus in the viewer's page", () => {
  const viewer = ViewerPage.ofSuite();
  const focused = (selector: string, hasText = '') => viewer.page.locator(`${selector}:focus`, { hasText }).waitFor();

  beforeEach(async () => {
    await viewer.show(list);
  });

  it('stays with the entry of what stands out, and is with the sentence when nothing does', async () => {
    await viewer.page.locator('#tab-anomalies').click();
    const entries = viewer.page.locator('.entries button');
    await entries.nth(3).focus();
    const third = await entries.nth(3).innerText();
    await viewer.load(2, list.slice(1));
    await entries.nth(11).waitFor({ state: 'detached' });
    await focused('.entries button', third);
    assert.equal(await entries.nth(2).innerText(), third);
    assert.equal(await viewer.page.locator('.entries [tabindex="0"]').count(), 1);
    await viewer.load(3, [record()]);
    await focused('.anomalies .plot-empty', 'noAnomalies');
    await viewer.load(4, list);
    await focused('.entries button', await entries.first().innerText());
  });

  it('goes to the text when what shows marked records only goes, as there are none', async () => {
    await viewer.load(2, [record({ energy: null }), record()]);
    await viewer.charges(2);
    await viewer.page.locator('#marked-only').click();
    await viewer.comeBack();
    await viewer.load(1, [record()]);
    const marked = viewer.page.getByRole('button', { name: 'markedOnly', pressed: true });
    await marked.press('Enter');
    await focused('.filter-text');
    assert.equal(await viewer.page.locator('#marked-only').isVisible(), false);
    await viewer.page.locator('[data-row="0"]').waitFor();
  });
});
