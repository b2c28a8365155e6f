import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { axeViolations } from './axe.ts';
import { ViewerPage } from './viewer-page.ts';

const charges = [3, 1, 2].map((number) => ({
  id: `CHG12${number}`,
  startTime: `2026-11-0${number}T18:00:00Z`,
  cost: { currency: number === 2 ? 'GBP' : 'EUR', energyAmount: number * 10 },
  location: { name: 'Home', latitude: 52.5 + number, longitude: number === 3 ? 190 : 13.4 },
}));

describe('columns of what only some records have', () => {
  const viewer = ViewerPage.ofSuite();

  const headers = () => viewer.page.locator('[role=columnheader] .value').allTextContents();
  const column = (id: string) => viewer.page.locator(`.rows [role=row]:not([hidden]) .${id}`).allTextContents();
  const offered = async () => {
    await viewer.page.locator('#columns').click();
    return viewer.page.locator('.popup label').allTextContents();
  };
  const further = ['id', 'cost', 'currency', 'latitude', 'longitude'];
  const among = (names: readonly string[]) => names.filter((name) => further.includes(name));

  it('are offered where the records have them, and hidden before that', async () => {
    await viewer.openAsShipped();
    await viewer.show(charges);
    assert.deepEqual(among(await headers()), []);
    assert.deepEqual(among(await offered()), further);
    await viewer.page.getByRole('checkbox', { name: 'cost' }).check();
    await viewer.page.getByRole('checkbox', { name: 'longitude' }).check();
    await viewer.page.keyboard.press('Escape');
    assert.deepEqual(among(await headers()), ['cost', 'longitude']);
    assert.deepEqual(await column('cost'), ['EUR\u00a030.00', 'GBP\u00a020.00', 'EUR\u00a010.00']);
    for (const id of ['cost', 'longitude']) {
      const align = await viewer.page.evaluate(`getComputedStyle(document.querySelector('.rows .${id}')).textAlign`);
      assert.equal(align, 'end', 'as numbers are');
    }
    assert.deepEqual(await viewer.page.locator('.rows .marked').allTextContents(), ['190.00000']);
    assert.deepEqual(await axeViolations(viewer.page), []);
  });

  it('are not there for records without them, and come back with those that have them', async () => {
    const layout = [{ id: 'cost' }, { id: 'energy' }, { id: 'id' }, { id: 'location', hidden: false }];
    const view = { layout, sort: [{ column: 'cost' }], filters: { ranges: { cost: { from: 15 } } } };
    await viewer.comeBack(view);
    await viewer.show([record(), record()]);
    assert.deepEqual(among(await headers()), []);
    assert.equal(await viewer.text('.chip .text'), 'filterFrom');
    await viewer.page.locator('#clear-filters').click();
    assert.equal((await column('energy')).length, 2);
    await viewer.page.locator('.head .energy').focus();
    await viewer.page.keyboard.press('Alt+Shift+ArrowRight');
    assert.deepEqual((await headers()).slice(0, 2), ['location', 'withUnit']);
    assert.deepEqual(among(await offered()), []);
    await viewer.page.keyboard.press('Escape');
    await viewer.load(2, charges);
    await viewer.page.locator('.rows .cost').first().waitFor();
    assert.deepEqual((await headers()).slice(0, 4), ['cost', 'id', 'location', 'withUnit']);
  });

  it('are sorted, filtered and searched by', async () => {
    await viewer.show(charges);
    await viewer.page.locator('.head .id').click();
    assert.deepEqual(await column('id'), ['CHG121', 'CHG122', 'CHG123']);
    await viewer.page.getByRole('searchbox', { name: 'filterTextOrId' }).fill('chg123');
    assert.deepEqual(await column('cost'), ['EUR\u00a030.00']);
    await viewer.page.locator('#clear-filters').click();
    await viewer.openFilter('currency');
    await viewer.page.getByRole('checkbox', { name: 'EUR' }).check();
    assert.deepEqual(await column('id'), ['CHG121', 'CHG123']);
    await viewer.page.keyboard.press('Escape');
    await viewer.openFilter('cost');
    assert.match(await viewer.text('.column-summary .facts'), /factTotal\s+40\.00/);
  });

  it('are unknown of vehicles that are read by version 2.0', async () => {
    const other = { sessionId: 'session-2', vehicle: { id: 'vehicle-2', make: 'BMW', model: 'iX', year: 2024 } };
    await viewer.reopen([other]);
    await viewer.loadSeveral(1, [[record()], charges]);
    await viewer.state('ready');
    assert.deepEqual(await column('id'), ['unknown', 'CHG123', 'CHG121', 'CHG122']);
    assert.deepEqual((await column('cost')).slice(0, 2), ['unknown', 'EUR\u00a030.00']);
  });
});
