import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';

const energies = [4, 12, 18, 18, null, 31, 46, 55];

describe('the summary of a column', () => {
  const viewer = ViewerPage.ofSuite({});
  const dialog = () => viewer.page.getByRole('dialog');
  const facts = () => dialog().locator('.facts > div').allInnerTexts();
  const bars = () => dialog().getByRole('list', { name: 'Distribution' }).getByRole('listitem').allInnerTexts();

  beforeEach(async () => {
    await viewer.show(energies.map((energy, index) => record({ energy, location: ['Home', 'Work', null][index % 3] })));
  });

  it('stands above what filters by it, by keyboard and in words', async () => {
    await viewer.page.locator('.head .energy').press('Alt+ArrowDown');
    assert.equal(await dialog().getAttribute('aria-label'), 'Energy (kWh): summary and filter');
    assert.deepEqual(
      (await facts()).map((fact) => fact.replace('\n', ' ')),
      ['Values 7', 'Missing 1', 'Distinct 6', 'Minimum 4.00', 'Median 18.00', 'Maximum 55.00', 'Total 184.00'],
    );
    assert.deepEqual(await bars(), [
      ...['0–5: 1 charge', '5–10: 0 charges', '10–15: 1 charge', '15–20: 2 charges', '20–25: 0 charges'],
      ...['25–30: 0 charges', '30–35: 1 charge', '35–40: 0 charges', '40–45: 0 charges', '45–50: 1 charge'],
      '50–55: 1 charge',
    ]);
    await dialog().locator('input:focus').first().waitFor();
  });

  it('follows the filters, around what its own leaves', async () => {
    await viewer.openFilter('energy');
    const all = await bars();
    await dialog().locator('input').first().fill('18');
    await dialog().locator('.facts > div', { hasText: 'Values5' }).waitFor();
    await dialog().locator('.facts > div', { hasText: 'Minimum18.00' }).waitFor();
    assert.deepEqual(await bars(), all);
    const passing = await viewer.page.evaluate(
      `[...document.querySelectorAll('.histogram li')].map(({ style }) => Number(style.getPropertyValue('--passing')))`,
    );
    assert.deepEqual(passing, [0, 0, 0, 1, 0, 0, 0.5, 0, 0, 0.5, 0.5]);
    // Of another filter it shows nothing: what that leaves out could not be chosen here.
    await viewer.page.keyboard.press('Escape');
    await viewer.page.locator('.filter-text').fill('Home');
    await viewer.openFilter('energy');
    assert.ok((await bars()).every((bar) => !bar.startsWith('50–')));
  });

  it('of texts counts them, and has a bar beside each', async () => {
    await viewer.openFilter('location');
    assert.deepEqual(
      (await facts()).map((fact) => fact.replace('\n', ' ')),
      ['Values 6', 'Missing 2', 'Distinct 2'],
    );
    const parts = await viewer.page.evaluate(
      `[...document.querySelectorAll('label.value')].map(({ style }) => style.getPropertyValue('--part')).join(' ')`,
    );
    assert.match(String(parts), /^1 1 0\.66/);
  });
});
