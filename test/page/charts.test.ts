import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';

const day = 86_400_000;
const first = Date.UTC(2026, 9, 1, 12);

/** One charge a day, a tenth of the battery more each: 10 %, 20 %, … of 80 kWh. */
function daily(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => {
    const gain = ((index % 9) + 1) / 10;
    return record({
      chargeStart: new Date(first + index * day).toISOString(),
      chargeEnd: new Date(first + index * day + 3_600_000).toISOString(),
      startPercentRemaining: 0.05,
      endPercentRemaining: 0.05 + gain,
      energy: Math.round(gain * 80),
      location: index % 2 === 0 ? 'Home' : 'Work',
    });
  });
}

describe("the viewer's charts, answers and range", () => {
  const viewer = ViewerPage.ofSuite();

  beforeEach(async () => {
    await viewer.load(1, daily(18));
    await viewer.state('ready');
  });

  const charges = (count: string) =>
    viewer.page.locator('#total-charges', { hasText: new RegExp(`^${count}$`) }).waitFor();
  const tab = (name: string) => viewer.page.getByRole('tab', { name }).click();
  const rows = () => viewer.page.getByRole('grid', { name: 'heading' }).getAttribute('aria-rowcount');

  /** Drags over parts of the chart on screen. */
  async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const box = await viewer.page.locator('[role=tabpanel]:visible .u-over').boundingBox();
    assert(box);
    const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
    await viewer.page.mouse.move(...at(from));
    await viewer.page.mouse.down();
    await viewer.page.mouse.move(...at(to), { steps: 3 });
    await viewer.page.mouse.up();
  }

  /** Width of the brush's box in the plot on screen. */
  const boxWidth = () =>
    viewer.page
      .locator('[role=tabpanel]:visible .u-select')
      .evaluate((area: { offsetWidth: number }) => area.offsetWidth);

  /** Chooses all hours of the week, from the first to the last. */
  async function allHours(): Promise<void> {
    const table = viewer.page.getByRole('grid', { name: 'week' });
    await table.locator('[tabindex="0"]').press('Control+Home');
    await table.locator('[tabindex="0"]').press('Control+Shift+End');
    await table
      .locator('[aria-selected=true]')
      .nth(7 * 24 - 1)
      .waitFor();
  }

  it('filters the table by a range of days that is dragged, until its chip is pressed', async () => {
    await drag([0, 0.2], [0.48, 0.3]);
    await charges('9');
    assert.equal(await rows(), '10');
    await viewer.page.getByRole('button', { name: 'removeFilter' }).click();
    await charges('18');
    assert.equal(await rows(), '19');
    assert.equal(await boxWidth(), 0);
  });

  it('has a brush hold for records of the same days that come again, and lets it go with others, and its chip with it', async () => {
    await drag([0, 0.2], [0.48, 0.3]);
    await charges('9');
    await viewer.load(2, daily(8));
    await charges('8');
    assert.equal(await viewer.page.locator('.chip').count(), 1);
    assert.ok((await boxWidth()) > 0);
    await viewer.load(3, daily(18));
    await charges('9');
    await viewer.load(4, daily(12), 'done', { startDate: '2026-10-01' });
    await charges('12');
    assert.equal(await rows(), '13');
    assert.equal(await viewer.page.locator('.chip').count(), 0);
    assert.equal(await boxWidth(), 0);
  });

  it('filters by keyboard: a range is stretched with Shift, and Escape takes it away', async () => {
    await tab('levels');
    await viewer.page.locator('[role=tabpanel]:visible .plot').focus();
    for (let step = 0; step < 20; step += 1) await viewer.page.keyboard.press('Shift+ArrowRight');
    await charges('9');
    await viewer.page.keyboard.press('Escape');
    await charges('18');
  });

  it('chooses what is drawn at the upper edge of energy by gain, however much it is, if the brush reaches it', async () => {
    const impossible = record({ ...daily(1)[0], endPercentRemaining: 0.5, energy: 90_000 });
    await viewer.load(2, [...daily(18), impossible]);
    await charges('19');
    await viewer.post({ type: 'capacity', nominal: 80 });
    await tab('energyByGain');
    await viewer.page.getByRole('img', { name: /gainSummary .*cutOff/ }).waitFor();
    await drag([0.4, 0.3], [0.5, 0]);
    await charges('1');
    assert.equal(await viewer.page.locator('.rows .row:visible .energy').first().innerText(), '90,000.00');
    await drag([0.02, 0.98], [0.98, 0.2]);
    await charges('16');
  });

  it('names a place without a name among the answers', async () => {
    await viewer.load(2, [record({ location: '' }), record({ location: 'Home' })]);
    await tab('summary');
    await viewer.page.getByRole('rowheader', { name: 'emptyValue' }).waitFor();
  });

  it('is brushed by keyboard day by day also where there are many, in larger steps, and from end to end', async () => {
    // Anew, as a chart that shows other records already takes keys before it shows these.
    await viewer.reopen();
    await viewer.load(1, daily(300));
    await viewer.page.getByRole('img', { name: /chartSummary/ }).waitFor();
    const plot = viewer.page.locator('[role=tabpanel]:visible .plot');
    await plot.press('Shift+End');
    await viewer.page.locator('.chip').waitFor();
    await charges('300');
    await plot.press('Shift+Home');
    await plot.press('Escape');
    await viewer.page.locator('.chip').waitFor({ state: 'detached' });
    await charges('300');
    for (let step = 0; step < 10; step += 1) await plot.press('Shift+ArrowRight');
    await charges('10');
    await plot.press('Shift+ArrowRight');
    await charges('11');
    await plot.press('Shift+PageDown');
    await charges('41');
    await viewer.page.locator('.pointed[role=status]', { hasText: 'dayValue' }).waitFor();
  });

  it('filters by a rectangle of energy and gain, with the nominal capacity in words beside it', async () => {
    await viewer.post({ type: 'capacity', nominal: 80 });
    await tab('energyByGain');
    await viewer.page.getByRole('img', { name: /gainSummary .*nominalCapacity: 80\.00 kWh/ }).waitFor();
    await drag([0.15, 0.03], [0.35, 0.97]);
    await charges('4');
    await drag([0.15, 0.03], [0.35, 0.15]);
    await charges('0');
    await viewer.page.keyboard.press('Escape');
    await charges('18');
  });

  it('draws the line of the nominal capacity where that much energy would fill the battery', async () => {
    await tab('energyByGain');
    await viewer.page.evaluate(`document.documentElement.style.setProperty('--vscode-charts-green', 'rgb(1, 200, 2)')`);
    // The chart goes up to 80 kWh, the capacity that the charges imply, and a little further.
    const top = 80 * 1.08;
    for (const nominal of [40, 60]) {
      await viewer.post({ type: 'capacity', nominal });
      await viewer.page.getByRole('img', { name: new RegExp(`nominalCapacity: ${nominal}\\.00`) }).waitFor();
      for (const gain of [0.25, 0.5, 0.9]) {
        const height = await viewer.page.evaluate<number>(`(() => {
          const panel = document.querySelector('[role=tabpanel]:not([hidden])');
          const canvas = panel.querySelector('canvas');
          const [all, plot] = [canvas, panel.querySelector('.u-over')].map((each) => each.getBoundingClientRect());
          const scale = canvas.width / all.width;
          const x = Math.round((plot.left - all.left + ${gain} * plot.width) * scale);
          const copy = new OffscreenCanvas(1, canvas.height).getContext('2d');
          copy.drawImage(canvas, -x, 0);
          const { data } = copy.getImageData(0, 0, 1, canvas.height);
          const rows = [...Array(canvas.height).keys()].filter((y) => data[4 * y + 1] > 100 && data[4 * y] < 40);
          const middle = rows.reduce((sum, y) => sum + y + 0.5, 0) / rows.length;
          return (plot.bottom - all.top - middle / scale) / plot.height;
        })()`);
        assert.ok(Math.abs(height * top - nominal * gain) < 1.5, `${height * top} kWh at ${gain} of ${nominal} kWh`);
      }
    }
  });

  it('chooses no hours where Escape is pressed while they are dragged', async () => {
    await tab('week');
    const table = viewer.page.getByRole('grid', { name: 'week' });
    const marked = table.locator('[aria-selected=true]');
    const drag = async () => {
      await table.getByRole('gridcell').first().hover();
      await viewer.page.mouse.down();
      await table.getByRole('gridcell').last().hover();
      await marked.nth(7 * 24 - 1).waitFor();
    };
    await drag();
    await viewer.page.keyboard.press('Escape');
    await viewer.page.mouse.up();
    assert.equal(await marked.count(), 0);
    assert.equal(await viewer.page.locator('.chip').count(), 0);
    await charges('18');
    await drag();
    await viewer.page.mouse.up();
    await viewer.page.locator('.chip').waitFor();
  });

  it('filters by hours of the week, of which a screen reader reads each', async () => {
    await tab('week');
    const table = viewer.page.getByRole('grid', { name: 'week' });
    await table.waitFor();
    assert.equal(await table.getByRole('gridcell').count(), 7 * 24);
    const busy = table.getByRole('gridcell', { name: 'chargeCount' });
    assert.equal(await busy.count(), 7 * 24);
    await table.locator('[tabindex="0"]').focus();
    for (let step = 0; step < 23; step += 1) await viewer.page.keyboard.press('Shift+ArrowRight');
    await viewer.page.getByRole('button', { name: 'removeFilter' }).waitFor();
    await viewer.page.keyboard.press('Shift+ArrowDown');
    await table.locator('[aria-selected=true]').nth(47).waitFor();
    assert.equal(await table.locator('[aria-selected=true]').count(), 48);
    await viewer.page.locator('#total-charges', { hasText: /^(5|6)$/ }).waitFor();
    await viewer.page.keyboard.press('Escape');
    await charges('18');
  });

  // The charges at home lie within 17 days, of which every other one has a charge at work.
  for (const [name, within] of [
    ['energyPerDay', '17'],
    ['levels', '17'],
    ['energyByGain', '18'],
    ['week', '18'],
  ] as const) {
    it(`chooses in ${name} what the brush covers, whatever else was filtered when it was drawn`, async () => {
      const search = viewer.page.getByRole('searchbox');
      await search.fill('home');
      await charges('9');
      await tab(name);
      if (name === 'week') await allHours();
      else await drag([0.001, 0.01], [0.999, 0.94]);
      await viewer.page.locator('.chip').nth(1).waitFor();
      await charges('9');
      await search.fill('');
      await charges(within);
      assert.equal(await rows(), String(Number(within) + 1));
      await search.fill('work');
      await charges(String(Number(within) - 9));
    });
  }

  it('chooses in one chart among all charges, not among those that another had chosen', async () => {
    await drag([0, 0.2], [0.48, 0.3]);
    await charges('9');
    await tab('week');
    await allHours();
    await charges('18');
    await tab('levels');
    await drag([0.5, 0.2], [0.999, 0.3]);
    await charges('9');
    await viewer.page.getByRole('img', { name: 'levelsSummary chargeCount 18', exact: true }).waitFor();
    await tab('energyByGain');
    await viewer.page.getByRole('img', { name: 'gainSummary chargeCount 9' }).waitFor();
    assert.equal(await viewer.page.locator('.chip').count(), 1);
  });

  it('chooses days without a bar, too, whose charges another filter had taken away', async () => {
    const search = viewer.page.getByRole('searchbox');
    await search.fill('home');
    await viewer.page.getByRole('img', { name: 'chartSummary' }).waitFor();
    await charges('9');
    // Of 17 days with a margin, from the second to the fourth, of which only the third has a charge at home.
    await drag([(1.2 + 0.7) / 17.4, 0.2], [(3.1 + 0.7) / 17.4, 0.3]);
    await charges('1');
    await search.fill('');
    await charges('3');
  });

  it('ends a brush of days or hours with the clock that it was drawn by, not with the unit', async () => {
    const chips = viewer.page.locator('.chip');
    await viewer.chooseZone('utc');
    await tab('week');
    // Noon of the Sundays.
    await viewer.page.locator('[data-hour="12"]').click();
    await charges('3');
    await viewer.post({ type: 'settings', energyUnit: 'MWh', timeZone: 'local' });
    await viewer.page.locator('#total-energy', { hasText: 'MWh' }).waitFor();
    assert.equal(await chips.count(), 1);
    await charges('3');
    await viewer.chooseZone('Etc/GMT+2');
    await charges('18');
    assert.equal(await rows(), '19');
    assert.equal(await chips.count(), 0);
    assert.equal(await viewer.page.locator('[data-hour][aria-selected=true]').count(), 0);
    for (const [name, zone] of [
      ['energyPerDay', 'utc'],
      ['levels', 'Etc/GMT+2'],
    ] as const) {
      await tab(name);
      await drag([0.001, 0.2], [0.48, 0.3]);
      await charges('9');
      await viewer.chooseZone(zone);
      await charges('18');
      assert.equal(await chips.count(), 0);
      assert.equal(await boxWidth(), 0);
    }
  });

  it('leaves a brush of energies and gains, which have no clock', async () => {
    await viewer.chooseZone('utc');
    await tab('energyByGain');
    await drag([0.15, 0.03], [0.35, 0.97]);
    await charges('4');
    await viewer.chooseZone('Etc/GMT+2');
    await viewer.page.locator('[data-row] .chargeStart', { hasText: ' 10:00' }).first().waitFor();
    await charges('4');
    assert.ok((await boxWidth()) > 0);
    const chip = viewer.page.locator('.chip');
    await chip.filter({ hasText: 'kWh' }).waitFor();
    await viewer.post({ type: 'settings', energyUnit: 'MWh', timeZone: 'utc' });
    await chip.filter({ hasText: 'MWh' }).waitFor();
  });

  it('keeps no brush that is drawn while records arrive in place of some that came in part', async () => {
    await viewer.reopen();
    await viewer.load(1, daily(9), 'none');
    await viewer.post({ type: 'failed', load: 1, message: 'broken', nextStep: 'Reload.', remedy: 'retry' });
    await viewer.page.locator('[role=tabpanel]:visible canvas').waitFor();
    await viewer.load(2, daily(9), 'none');
    await viewer.state('loading');
    await viewer.page.locator('[role=tabpanel]:visible canvas').waitFor();
    await drag([0, 0.2], [0.48, 0.3]);
    assert.equal(await boxWidth(), 0);
    await viewer.page.locator('[role=tabpanel]:visible .plot').press('Shift+ArrowRight');
    assert.equal(await boxWidth(), 0);
    await tab('week');
    const chosenHours = viewer.page.locator('[data-hour][aria-selected=true]');
    await viewer.page.locator('[data-hour="36"]').click();
    assert.equal(await chosenHours.count(), 0);
    await viewer.page.locator('[data-hour="36"]').press('Shift+ArrowRight');
    assert.equal(await chosenHours.count(), 0);
    await viewer.post({ type: 'done', load: 2, rows: 9, receivedAt: Date.now() });
    await viewer.state('ready');
    await charges('9');
    assert.equal(await viewer.page.locator('.chip').count(), 0);
    await tab('energyPerDay');
    assert.equal(await boxWidth(), 0);
    await drag([0, 0.2], [0.4, 0.3]);
    await charges('4');
  });

  it('draws a chart of what other filters let through', async () => {
    await tab('energyByGain');
    await drag([0.02, 0.03], [0.35, 0.97]);
    await charges('6');
    await tab('levels');
    await viewer.page.getByRole('img', { name: 'levelsSummary chargeCount 6', exact: true }).waitFor();
    await viewer.page.getByRole('button', { name: 'removeFilter' }).click();
    await viewer.page.getByRole('img', { name: 'levelsSummary chargeCount 18', exact: true }).waitFor();
    await viewer.page.getByRole('searchbox').fill('work');
    await viewer.page.getByRole('img', { name: 'levelsSummary chargeCount 9', exact: true }).waitFor();
  });

  it('moves through the tabs by arrows', async () => {
    await viewer.page.locator('#tab-energy').focus();
    await viewer.page.keyboard.press('ArrowLeft');
    assert.equal(await viewer.page.locator(':focus').getAttribute('id'), 'tab-anomalies');
    await viewer.page.keyboard.press('ArrowLeft');
    assert.equal(await viewer.page.locator('[role=tabpanel]:visible').count(), 1);
    await viewer.page.getByRole('table', { name: 'location' }).waitFor();
    assert.equal(await viewer.page.locator('[role=tab][tabindex="0"]').count(), 1);
  });

  it('answers by location and by kind, and what capacity the charges imply', async () => {
    await viewer.post({ type: 'capacity', nominal: 80 });
    await tab('summary');
    const lines = viewer.page.getByRole('table', { name: 'location' }).getByRole('row');
    assert.match(await lines.nth(1).innerText(), /^(Home|Work)\s+9\s+36\d\.\d\d kWh\s+duration\s+100%$/);
    assert.equal(await viewer.text('#implied-capacity'), '80.00 kWh');
    assert.equal(await viewer.text('#nominal-capacity'), '80.00 kWh');
    assert.equal(await viewer.text('#implied-spread'), 'impliedSpread');
    assert.equal(await viewer.text('#implied-against'), 'impliedAgainst');
    await viewer.page.getByRole('button', { name: 'totalCharges' }).first().click();
    assert.equal(await lines.nth(0).getByRole('columnheader').nth(1).getAttribute('aria-sort'), 'descending');
  });

  it('points out what stands out, in the table and in a list that leads there', async () => {
    const list = daily(18);
    list[7] = record({ ...list[7], energy: 200 });
    list[9] = record({ ...list[9], chargeStart: list[8]?.chargeStart });
    await viewer.post({ type: 'capacity', nominal: 80 });
    await viewer.load(2, list);
    await viewer.page.getByRole('tab', { name: 'withUnit' }).click();
    await viewer.page.getByRole('list', { name: 'anomalyOverCapacity' }).getByRole('button').click();
    assert.equal((await viewer.focused()).row, '7');
    const cell = viewer.page.locator('[data-row="7"] .energy');
    assert.match((await cell.getAttribute('aria-label')) ?? '', /anomalyOverCapacity/);
    await viewer.page.locator('[data-row="9"] .chargeStart.marked').waitFor();
    const counts = viewer.page.locator('.anomalies .counts > li');
    assert.equal(await counts.count(), 2);
    await viewer.page.getByRole('searchbox').fill('home');
    await charges('9');
    assert.deepEqual(await viewer.page.locator('.anomalies').allInnerTexts(), ['anomaliesFilteredOut']);
    await viewer.page.getByRole('searchbox').fill('work');
    await counts.first().waitFor();
    assert.equal(await counts.count(), 2);
  });

  it('asks for other days, refuses what the service would refuse, and goes back to the defaults', async () => {
    const asks = (name: string) => viewer.page.getByRole('dialog').getByRole('button', { name });
    await viewer.page.locator('#range').click();
    await asks('rangeCustom').click();
    const start = viewer.page.getByLabel('from', { exact: true });
    const end = viewer.page.getByLabel('to', { exact: true });
    await start.fill('2026-10-31');
    await end.fill('2026-10-01');
    await viewer.page.getByRole('button', { name: 'rangeAsk' }).click();
    assert.equal(await viewer.text('#range-problem'), 'rangeReversed');
    assert.equal(await end.getAttribute('aria-invalid'), 'true');
    assert.deepEqual(
      (await viewer.sent()).map(({ type }) => type).filter((type) => type === 'range'),
      [],
    );
    await end.fill('2026-11-31');
    await end.press('Enter');
    assert.equal(await viewer.text('#range-problem'), 'rangeNotADay');
    await end.fill('2026-11-01');
    await end.press('Enter');
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'range', startDate: '2026-10-31', endDate: '2026-11-01' });
    await viewer.page.locator('#range:focus').press('Enter');
    await asks('rangeServiceDefault').click();
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'range' });
  });

  it('keeps the earlier records and their range until the new ones are complete, and can cancel', async () => {
    await viewer.post({ type: 'start', load: 2, startDate: '2026-10-01', endDate: '2026-10-31' });
    await viewer.state('loading');
    assert.equal(await viewer.text('#range'), 'rangeDefault');
    await viewer.post({ type: 'command', name: 'chooseRange' });
    await viewer.page.locator('.choice[aria-pressed=true]:focus', { hasText: 'rangeServiceDefault' }).waitFor();
    await viewer.page.getByRole('button', { name: 'rangeCustom' }).click();
    assert.equal(await viewer.page.getByLabel('from', { exact: true }).inputValue(), '2026-10-01');
    await viewer.page.keyboard.press('Escape');
    await charges('18');
    await viewer.page.getByRole('button', { name: 'cancel' }).click();
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'cancel' });
    await viewer.post({ type: 'done', load: 2, rows: 0, receivedAt: Date.now() });
    await viewer.state('empty');
    assert.equal(await viewer.text('#range'), 'rangeBoth');
  });

  it('sends what the host saves: the rows that pass, and the chart as a picture', async () => {
    await drag([0, 0.2], [0.48, 0.3]);
    await charges('9');
    await viewer.choose('export', 'csvForExcel');
    await viewer.choose('export', 'PNG (energyPerDay)');
    await viewer.hasSent('image');
    const sent = await viewer.sent();
    const saved = sent.find((message) => message.type === 'export');
    assert.deepEqual(saved, {
      type: 'export',
      load: 1,
      format: 'csv',
      rows: Buffer.from([0xff, 1, 0]).toString('base64'),
    });
    const image = sent.find((message) => message.type === 'image');
    assert(image && Buffer.from(image.png, 'base64').subarray(1, 4).toString() === 'PNG');
  });

  it('draws the key of its colours into the picture of a chart, below the chart', async () => {
    await viewer.page.locator('[role=tabpanel]:visible canvas').waitFor();
    await viewer.page.evaluate(
      `document.documentElement.style.setProperty('--vscode-charts-orange', 'rgb(1, 200, 2)')`,
    );
    await viewer.choose('export', 'PNG (energyPerDay)');
    await viewer.hasSent('image');
    const image = (await viewer.sent()).find((message) => message.type === 'image');
    assert(image);
    const coloured = await viewer.page.evaluate<number>(`(async () => {
      const bytes = Uint8Array.from(atob('${image.png}'), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const ctx = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      ctx.drawImage(bitmap, 0, 0);
      const { data } = ctx.getImageData(0, bitmap.height - 38, bitmap.width, 38);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === 1 && data[at + 1] === 200 && data[at + 2] === 2) count += 1;
      }
      return count;
    })()`);
    assert.equal(coloured, 100, 'a square of ten pixels');
  });

  it('draws its bars in the colours of another theme at once', async () => {
    const canvas = viewer.page.locator('[role=tabpanel]:visible canvas');
    await canvas.waitFor();
    await viewer.page.evaluate(
      `document.documentElement.style.setProperty('--vscode-charts-orange', 'rgb(1, 200, 2)')`,
    );
    await viewer.holds(`(() => {
      const canvas = document.querySelector('[role=tabpanel]:not([hidden]) canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === 1 && data[at + 1] === 200 && data[at + 2] === 2) return true;
      }
      return false;
    })()`);
  });
});
