import assert from 'node:assert/strict';
import type { RecordsSource } from '../../src/viewer/messages/target.ts';
import { axeViolations } from './axe.ts';
import { daily } from './daily.ts';
import { ViewerPage } from './viewer-page.ts';

const others: RecordsSource[] = [
  { sessionId: 'session-1', vehicle: { id: 'vehicle-2', make: 'MINI', model: 'Cooper', year: 2023 } },
  { sessionId: 'session-2', vehicle: { id: 'vehicle-3', make: 'BMW', model: 'iX', year: 2025 } },
];

/** Charges at one place, each of this energy. */
const charges = (count: number, energy: number) => daily(count, () => ({ energy, location: 'Here' }));

describe('the viewer of several vehicles', () => {
  const viewer = ViewerPage.ofSuite();

  beforeEach(async () => {
    await viewer.reopen(others);
  });

  const line = (name: string) => viewer.page.locator('.vehicles tbody tr', { hasText: name });
  const cellsOf = (name: string) => line(name).locator('td').allInnerTexts();
  const gone = { message: 'Gone.', nextStep: 'Connect.', remedy: 'reconnect' } as const;
  const cancelled = { message: 'Cancelled.', nextStep: 'Reload.', remedy: 'retry', isCalm: true } as const;
  const busy = (seconds: number) =>
    ({ message: 'Busy.', nextStep: 'Wait.', remedy: 'retry', retryAt: Date.now() + seconds * 1000 }) as const;

  it('sums up each vehicle beside the others, with its own battery, and all together', async () => {
    await viewer.loadSeveral(1, [charges(4, 40), charges(2, 20), charges(1, 10)]);
    await viewer.post({ type: 'capacity', nominal: 80 }, { type: 'capacity', vehicle: 1, nominal: 32 });
    await viewer.state('ready');
    await viewer.page.locator('.vehicles .nominal', { hasText: '32.00' }).waitFor();
    assert.deepEqual((await cellsOf('BMW i4')).slice(0, 2), ['4', '160.00 kWh']);
    assert.deepEqual((await cellsOf('MINI Cooper')).slice(0, 2), ['2', '40.00 kWh']);
    const implied = 'impliedWithSpread\nincludes charging losses';
    assert.deepEqual((await cellsOf('MINI Cooper')).slice(4, 6), [implied, '32.00 kWh']);
    assert.equal((await cellsOf('BMW i4'))[4], 'impliedWithSpread');
    assert.equal(await line('MINI Cooper').locator('.implied').getAttribute('title'), 'impliedSpread');
    assert.deepEqual((await cellsOf('together')).slice(0, 2), ['7', '210.00 kWh']);
    // Several vehicles have no battery together, and so no capacity of which a spread could be told.
    assert.equal(await line('together').locator('.implied').getAttribute('title'), null);
  });

  it('shows whose each record is, and filters and sorts by it', async () => {
    await viewer.loadSeveral(1, [charges(2, 40), charges(2, 20), []]);
    await viewer.state('ready');
    const names = () => viewer.page.locator('.rows .row:not([hidden]) .vehicle').allInnerTexts();
    await viewer.page.locator('[data-row="3"]').waitFor();
    assert.deepEqual((await names()).sort(), ['BMW i4', 'BMW i4', 'MINI Cooper', 'MINI Cooper']);
    await viewer.openFilter('vehicle');
    await viewer.page.getByRole('dialog').getByRole('checkbox', { name: 'MINI Cooper' }).check();
    await viewer.page.locator('.grid[aria-rowcount="3"]').waitFor();
    await viewer.page.locator('.vehicles tbody tr', { hasText: 'BMW i4' }).locator('td', { hasText: /^0$/ }).waitFor();
    assert.deepEqual((await cellsOf('MINI Cooper')).slice(0, 1), ['2']);
  });

  it('keeps the others when one fails, and asks for that one again', async () => {
    await viewer.loadSeveral(1, [charges(4, 40), gone, charges(1, 10)]);
    await viewer.state('ready');
    assert.match(await line('MINI Cooper').innerText(), /Gone\. Connect\./);
    assert.equal(await viewer.text('#status'), 'recordCount 5, failedCount 1');
    await line('MINI Cooper').getByRole('button', { name: 'reconnect' }).click();
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'remedy', vehicle: 1 });
  });

  it('says why one is missing beside earlier records again, after a reload that was cancelled', async () => {
    const failedLine = async () => {
      assert.match(await line('MINI Cooper').innerText(), /Gone\. Connect\./);
      assert.equal(await line('MINI Cooper').locator('.charges').isVisible(), false, 'no charges is not known');
      await line('BMW iX').locator('.charges', { hasText: /^1$/ }).waitFor();
    };
    const reload = async (load: number) => {
      await viewer.post({ type: 'start', load });
      await line('MINI Cooper').locator('.vehicle-status', { hasText: 'loading' }).waitFor();
      // What is said of a load that did not come to its end is not what the records on screen lack.
      await viewer.post({ type: 'part', load, vehicle: 2, rows: 0, failure: gone });
      await viewer.post({ type: 'failed', load, ...cancelled });
      await viewer.state('error');
    };
    await viewer.loadSeveral(1, [charges(4, 40), gone, charges(1, 10)]);
    await reload(2);
    await failedLine();
    await line('MINI Cooper').getByRole('button', { name: 'reconnect' }).click();
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'remedy', vehicle: 1 });
    await reload(3);
    await failedLine();

    // A page that is shown again is told all of it again.
    await viewer.reopen(others);
    await viewer.loadSeveral(1, [charges(4, 40), gone, charges(1, 10)]);
    await viewer.post({ type: 'start', load: 3 }, { type: 'failed', load: 3, ...cancelled });
    await viewer.state('error');
    await failedLine();

    await viewer.loadSeveral(4, [charges(4, 40), charges(2, 20), charges(1, 10)]);
    await viewer.post({ type: 'start', load: 5 }, { type: 'failed', load: 5, ...cancelled });
    await viewer.state('error');
    await line('MINI Cooper').locator('.charges', { hasText: /^2$/ }).waitFor();
  });

  it('says why one is missing beside what came of a first load that was cancelled', async () => {
    const { page } = viewer;
    await viewer.loadSeveral(1, [charges(4, 40), gone], 'none');
    await page.locator('[data-row="3"]').waitFor();
    await viewer.post({ type: 'failed', load: 1, ...cancelled });
    await viewer.state('error');
    assert.match(await line('MINI Cooper').innerText(), /Gone\. Connect\./);
    await line('BMW i4').locator('.charges', { hasText: /^4$/ }).waitFor();
  });

  it('leaves the focus with the header when the button that was pressed goes', async () => {
    const button = line('MINI Cooper').getByRole('button', { name: 'reconnect' });
    const reload = viewer.page.locator('#reload:focus');
    await viewer.loadSeveral(1, [charges(4, 40), gone, charges(1, 10)]);
    await button.press('Enter');
    await viewer.post({ type: 'start', load: 2 });
    await button.waitFor({ state: 'detached' });
    assert.equal(await reload.count(), 1);
    await viewer.post({ type: 'part', load: 2, vehicle: 1, rows: 0, failure: gone });
    await button.focus();
    await viewer.post({ type: 'failed', load: 2, ...cancelled });
    await viewer.state('error');
    assert.equal(await reload.count(), 1);
  });

  it('goes on with a wait after a reload that was cancelled, and leaves it to the page where that waits, too', async () => {
    await viewer.loadSeveral(1, [charges(4, 40), busy(60), charges(1, 10)]);
    await viewer.post({ type: 'start', load: 2 }, { type: 'failed', load: 2, ...cancelled });
    await viewer.state('error');
    await line('MINI Cooper').getByRole('timer').waitFor();
    assert.equal(await line('MINI Cooper').getByRole('button').isDisabled(), true);
    await viewer.post({ type: 'start', load: 3 }, { type: 'failed', load: 3, ...busy(60) });
    await viewer.page.locator('.notice').getByRole('timer').waitFor();
    assert.equal(await line('MINI Cooper').getByRole('timer').count(), 0);
    assert.equal(await line('MINI Cooper').getByRole('button').isDisabled(), true);
  });

  it('asks once for several that wait for the same, until that is under way', async () => {
    await viewer.page.clock.install();
    const both = busy(600);
    await viewer.loadSeveral(1, [charges(4, 40), both, both]);
    await viewer.state('ready');
    await viewer.page.locator('.vehicles').getByRole('timer').nth(1).waitFor();
    await viewer.page.clock.fastForward(600_000);
    const ended = viewer.page
      .locator('.vehicles')
      .getByRole('timer')
      .filter({ hasText: /\b0:00/ });
    await ended.nth(1).waitFor();
    const reloads = async () => (await viewer.sent()).filter(({ type }) => type === 'reload');
    assert.deepEqual(await reloads(), [{ type: 'reload', vehicle: 1 }]);
    await viewer.loadSeveral(2, [charges(4, 40), charges(2, 20), busy(1200)]);
    await line('BMW iX').getByRole('timer').filter({ hasText: /[1-9]/ }).waitFor();
    await viewer.page.clock.fastForward(1_200_000);
    await viewer.hasSent('reload', 2);
    assert.deepEqual((await reloads())[1], { type: 'reload', vehicle: 2 });
  });

  it('compares each energy with its own vehicle’s battery, and no vehicle’s times with another’s', async () => {
    await viewer.loadSeveral(1, [charges(3, 60), charges(3, 60), []]);
    await viewer.post({ type: 'capacity', nominal: 80 }, { type: 'capacity', vehicle: 1, nominal: 32 });
    await viewer.state('ready');
    await viewer.page.getByRole('tab', { name: /^(?:withUnit|anomalies)$/ }).click();
    await viewer.page.locator('.anomalies .entries').waitFor();
    const entries = await viewer.page.locator('.anomalies .entries li').allInnerTexts();
    assert.equal(entries.length, 3, 'the same days of two vehicles do not overlap');
    for (const entry of entries) assert.match(entry, /MINI Cooper$/);
  });

  it('draws the energy of a day in a part for each vehicle, and says it in words', async () => {
    await viewer.loadSeveral(1, [charges(4, 40), charges(4, 20), charges(4, 10)]);
    await viewer.state('ready');
    await viewer.page.locator('[role=tabpanel]:visible .u-over').waitFor();
    const key = viewer.page.locator('.keys .key:visible');
    assert.deepEqual(await key.allInnerTexts(), ['BMW i4', 'MINI Cooper', 'BMW iX']);
    const plot = viewer.page.locator('[role=tabpanel]:visible .plot');
    await plot.focus();
    for (let step = 0; step < 20; step += 1) await viewer.page.keyboard.press('ArrowRight');
    await viewer.page
      .locator('.pointed', { hasText: 'BMW i4 40.00 kWh, MINI Cooper 20.00 kWh, BMW iX 10.00 kWh' })
      .waitFor();
  });

  it('says of one that failed, and during a reload of what is shown, that it is not loaded, with its name apart', async () => {
    const [mini, ix] = others;
    assert(mini && ix);
    await viewer.reopen([{ ...mini, vehicle: { ...mini.vehicle, model: 'أزرق' } }, ix]);
    await viewer.loadSeveral(1, [charges(3, 40), gone, daily(5, () => ({ energy: 10 })).slice(4)]);
    await viewer.state('ready');
    const plot = viewer.page.locator('[role=tabpanel]:visible .u-over');
    await plot.waitFor();
    await viewer.post({ type: 'start', load: 2 });
    await viewer.state('loading');
    for (const [day, said] of [
      [0, 'BMW i4 40.00 kWh, \u2068MINI أزرق\u2069 not loaded, BMW iX 0.00 kWh'],
      [3, 'no charges, \u2068MINI أزرق\u2069 not loaded'],
    ] as const) {
      const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
      await plot.hover({ position: { x: (width * (day + 1.5)) / 7, y: height / 2 } });
      await viewer.page.locator('.pointed', { hasText: said }).waitFor();
    }
  });
});

describe('the viewer that compares', () => {
  const viewer = ViewerPage.ofSuite();
  const at = (number: number, changes = {}) => ({ ...charges(9, 30)[number], ...changes });
  const older = [at(1), at(2), at(3)];
  const newer = [at(2, { energy: 31, location: 'Elsewhere' }), at(3), at(4)];
  const line = { v2: 'a.b', v3: 'b', v2Value: '80', v3Value: '81', change: '' };
  const lines = [
    { ...line, result: 'different', isEqual: false, differs: true },
    { ...line, v2: 'make', v3: 'data.make', result: 'equal', isEqual: true, differs: false },
  ];

  beforeEach(async () => {
    await viewer.reopenComparing();
  });

  /** As they are shown; the next line is as they are read. */
  const differences = async () => {
    const texts = await viewer.page.locator('.rows .row:not([hidden]) .difference').allInnerTexts();
    return texts.map((text) => text.split('\n')[0] ?? '');
  };
  const rows = (count: number) => viewer.page.locator(`.grid[aria-rowcount="${count + 1}"]`).waitFor();
  const only = () => viewer.page.getByRole('checkbox', { name: 'onlyDifferences' });
  const counts = () => viewer.page.locator('.compared-charges [role=status]').innerText();

  it('shows a charge in a row: what is only here, only there or changed, and the equal ones if asked', async () => {
    await viewer.loadSeveral(1, [older, newer]);
    await rows(3);
    assert.equal(await counts(), 'equalRecord: 1 · changedRecord: 1 · onlyIn: 1 · onlyIn: 1');
    assert.equal(await viewer.text('#status'), 'someRecords 3');
    const changed = (await differences()).find((text) => text.startsWith('location'));
    assert.equal(changed, 'location: Here → Elsewhere, energy: 30.00 → 31.00');
    await viewer.page.locator('.cell.energy.changed', { hasText: '30.00 → 31.00' }).waitFor();
    assert.ok(await only().isChecked());
    assert.equal(await viewer.page.locator('.chip').count(), 0, 'one control for one filter');
    await only().focus();
    await viewer.page.keyboard.press('Space');
    await rows(4);
    assert.ok((await differences()).includes('equalRecord'));
    assert.equal(await only().isChecked(), false);
    await viewer.page.keyboard.press('Space');
    await rows(3);
  });

  it('shows no row where none differs, and those of one side where the other failed', async () => {
    await viewer.loadSeveral(1, [older, older]);
    await rows(0);
    await viewer.page.locator('.said', { hasText: 'No differences.' }).waitFor();
    assert.ok(await only().isChecked());
    assert.equal(await counts(), 'equalRecord: 3');
    await viewer.reopenComparing();
    await viewer.loadSeveral(1, [older, { message: 'Gone.', nextStep: 'Connect.', remedy: 'reconnect' }], 'none');
    await viewer.post({ type: 'done', load: 1, rows: 3, receivedAt: Date.now() });
    await rows(3);
    await viewer.page.locator('.vehicle-failure', { hasText: 'Gone. Connect.' }).waitFor();
    assert.equal(await only().isVisible(), false);
  });

  it('begins with the verdict, then the fields that differ, the others folded', async () => {
    await viewer.loadSeveral(1, [older, newer], 'none');
    await viewer.post({
      type: 'fields',
      load: 1,
      verdict: 'No difference.',
      moves: '15 fields move',
      lines,
      failures: ['Not read.'],
    });
    const { page } = viewer;
    assert.equal(await page.locator('.verdict').innerText(), 'No difference.');
    assert.equal(await page.locator('.comparison .unread').innerText(), 'Not read.');
    const equal = page.getByRole('table', { name: '15 fields move' });
    await page.getByRole('table', { name: 'differentFields' }).getByRole('cell', { name: 'a.b' }).waitFor();
    assert.equal(await equal.isVisible(), false);
    await page.locator('.comparison summary').focus();
    await page.keyboard.press('Enter');
    await equal.getByRole('cell', { name: 'data.make' }).waitFor();
    assert.equal(await equal.locator('td').first().innerText(), 'equal', 'the result comes first');
    assert.deepEqual(await axeViolations(page), []);
  });
});
