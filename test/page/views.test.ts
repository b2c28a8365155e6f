import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { axeViolations } from './axe.ts';
import { ViewerPage } from './viewer-page.ts';

const records = [3, 1, 2].map((energy) => record({ energy, chargeStart: '2026-11-01T10:00:00Z' }));
/** As another version of the page may have kept it. */
const view = {
  layout: [{ id: 'energy' }, { id: 'chargeStart' }, { id: 'location', hidden: true }, { id: 'gone' }],
  sort: [{ column: 'energy', descending: false }, 7],
  filters: { ranges: { energy: { from: 2 } }, vehicles: 'all' },
  zone: 'Asia/Kolkata',
};

describe('saved views', () => {
  const viewer = ViewerPage.ofSuite();
  const rows = (count: number) => viewer.page.locator(`.grid[aria-rowcount="${count + 1}"]`).waitFor();
  const first = (column: string) => viewer.page.locator(`[data-row="0"] .${column}`);
  const asked = async () => (await viewer.sent()).findLast((message) => message.type === 'views');

  /** Opens the views by keyboard, and has VS Code's list answer. */
  async function choose(answer: { readonly view: unknown } | undefined): Promise<void> {
    const before = (await viewer.sent()).filter(({ type }) => type === 'views').length;
    await viewer.page.locator('#views').press('Enter');
    await viewer.hasSent('views', before + 1);
    await viewer.answer('views', answer);
  }

  async function isArranged(): Promise<void> {
    await rows(2);
    await first('energy').filter({ hasText: '2.00' }).waitFor();
    await first('chargeStart').filter({ hasText: '15:30' }).waitFor();
    const shown = await viewer.page.locator('.head .cell .value').allInnerTexts();
    assert.deepEqual(shown.slice(0, 2), ['withUnit', 'chargeStart']);
    assert.ok(!shown.includes('location'));
    assert.equal(await viewer.page.locator('#zone').inputValue(), 'Asia/Kolkata');
  }

  it('arrange columns, order, filters and zone, and have a default among them', async () => {
    await viewer.load(1, records);
    await viewer.state('ready');
    await choose({ view });
    await isArranged();
    await viewer.page.locator('#views:focus').waitFor();
    const kept = (await viewer.sent()).findLast((message) => message.type === 'layout');
    assert.deepEqual((kept?.layout as { id: string }[])[0], { id: 'energy' });
    await choose(undefined);
    await isArranged();
    await choose({ view: undefined });
    await rows(3);
    assert.equal(await viewer.page.locator('#zone').inputValue(), 'local');
    assert.equal(await viewer.page.locator('.head .chargeStart').getAttribute('aria-sort'), 'descending');
  });

  it('are saved as the table is arranged, the same when it comes back to that', async () => {
    await viewer.load(1, records);
    await viewer.state('ready');
    await choose({ view });
    await isArranged();
    await choose(undefined);
    const saved = (await asked())?.view;
    await choose({ view: undefined });
    await rows(3);
    await choose({ view: saved });
    await isArranged();
    await choose(undefined);
    assert.deepEqual((await asked())?.view, saved);
  });

  it('are what another viewer begins with', async () => {
    await viewer.openWithView(view);
    await viewer.load(1, records);
    await viewer.state('ready');
    await isArranged();
    assert.deepEqual(await axeViolations(viewer.page), []);
  });
});
