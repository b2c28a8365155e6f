import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { daily } from './daily.ts';
import { ViewerPage } from './viewer-page.ts';

/** A tenth of the battery more each day: 10 %, 20 %, … of 80 kWh. */
const gaining = (count: number) =>
  daily(count, (index) => {
    const gain = ((index % 9) + 1) / 10;
    return { startPercentRemaining: 0.05, endPercentRemaining: 0.05 + gain, energy: Math.round(gain * 80) };
  });

describe("the viewer's charts, answers and range", () => {
  const viewer = ViewerPage.ofSuite();

  beforeEach(async () => {
    await viewer.show(gaining(18));
  });

  const rows = () => viewer.page.getByRole('grid', { name: 'heading' }).getAttribute('aria-rowcount');

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

  const shown = (what: string) => viewer.page.locator(`[role=tabpanel]:visible ${what}`);
  const hint = (hasText: RegExp | string) => viewer.page.locator('.pointed', { hasText });

  /** Over a part of the plot's width and height. */
  async function over([across, down]: readonly [number, number]): Promise<[number, number]> {
    const box = await shown('.u-over').boundingBox();
    assert(box);
    const at: [number, number] = [box.x + across * box.width, box.y + down * box.height];
    await viewer.page.mouse.move(...at);
    return at;
  }

  it('says at the pointer what it says at the keyboard, and chooses that by a click as by Enter', async () => {
    const some = gaining(10).filter((_, index) => index !== 4);
    await viewer.load(2, some);
    await viewer.charges(9);
    await viewer.chooseZone('utc');
    const fourth = [(4 + 0.7) / 10.4, 0.5] as const;
    for (const [tab, key, read, empty, nothing] of [
      ['energyPerDay', 'Home', /dayValue/, fourth, /: no charges$/],
      ['levels', 'End', /from 5% to 15%/, fourth, /: no charges$/],
      ['energyByGain', 'End', /Charge gained 90%, energy 72.00/, [0.95, 0.95], /^Charge gained/],
    ] as const) {
      await viewer.tab(tab);
      const plot = shown('.plot');
      await plot.press(key);
      const text = await hint(read).textContent();
      const place = await viewer.page.evaluate<[number, number]>(
        `(({ left, top }) => [parseFloat(left), parseFloat(top)])(document.querySelector('.pointed').style)`,
      );
      await over(empty);
      await hint(nothing).waitFor();
      await viewer.page.mouse.move(...place);
      assert.equal(await hint(read).textContent(), text);
      await viewer.page.mouse.click(...place);
      await viewer.charges(1);
      const chip = await viewer.page.locator('.chip').innerText();
      assert.equal(chip.includes('rangeBoth'), tab === 'levels', 'one day is no range');
      const box = await boxWidth();
      // A hand that shakes.
      await viewer.drag(empty, [empty[0] + 0.002, empty[1]]);
      await viewer.page.mouse.dblclick(...(await over(empty)));
      assert.deepEqual([await boxWidth(), await viewer.text('#total-charges')], [box, '1']);
      await plot.press('Escape');
      await viewer.charges(9);
      await plot.press(key);
      await plot.press('Enter');
      await viewer.charges(1);
      await plot.press('Escape');
      await viewer.charges(9);
    }
  });

  it('chooses by Enter the charge that was read, also where another is drawn over it', async () => {
    const charge = (start: string, end: string, from: number, to: number) =>
      record({
        ...{ chargeStart: `2026-10-01T${start}:00Z`, chargeEnd: `2026-10-01T${end}:00Z` },
        ...{ startPercentRemaining: from, endPercentRemaining: to },
      });
    await viewer.load(2, [
      charge('12:00', '13:00', 0.25, 0.5),
      charge('12:00', '15:00', 0.2, 0.8),
      charge('14:00', '15:00', 0.2, 0.3),
    ]);
    await viewer.charges(3);
    await viewer.tab('levels');
    for (const [key, read, chosen] of [
      ['Home', 'from 25% to 50%', 2],
      ['ArrowRight', 'from 20% to 80%', 3],
    ] as const) {
      await shown('.plot').press(key);
      await hint(read).waitFor();
      await shown('.plot').press('Enter');
      await viewer.page.locator('.chip').waitFor();
      await viewer.charges(chosen);
    }
  });

  for (const [what, open, said] of [
    ['not loaded, before the days that were asked for', () => viewer.reopen(), 'not loaded'],
    ['without charges in a file, which has all of its days', () => viewer.openFile(), 'no charges'],
  ] as const) {
    it(`says that a day is ${what}`, async () => {
      await open();
      await viewer.load(2, daily(10), 'done', { startDate: '2026-10-01', receivedAt: Date.UTC(2026, 9, 10, 13) });
      await viewer.charges(10);
      await viewer.chooseZone('utc');
      for (const tab of ['energyPerDay', 'levels']) {
        await viewer.tab(tab);
        await shown('canvas').waitFor();
        await over([0.1 / 10.4, 0.5]);
        await hint(new RegExp(`: ${said}$`)).waitFor();
      }
    });
  }

  it('says that a day is not loaded of which only the beginning was asked for, as UTC has other days', async () => {
    await viewer.load(2, daily(2), 'done', { startDate: '2026-10-01', receivedAt: Date.UTC(2026, 9, 3, 1) });
    await viewer.charges(2);
    await viewer.chooseZone('Pacific/Chatham');
    await over([0.7, 0.5]);
    await hint(/Oct 4, 2026: not loaded$/).waitFor();
  });

  it('finds a charge by gain where all are alike', async () => {
    await viewer.load(2, [record({ startPercentRemaining: 0, endPercentRemaining: 1, energy: 80 })]);
    await viewer.charges(1);
    await viewer.tab('energyByGain');
    await shown('canvas').waitFor();
    await over([0.999, 0.075]);
    await hint(/2026.*Charge gained 100%, energy 80.00/).waitFor();
  });

  it('has a brush hold for records of the same days that come again, and lets it go with others, and its chip with it', async () => {
    await viewer.drag([0, 0.2], [0.48, 0.3]);
    await viewer.charges(9);
    await viewer.load(2, gaining(8));
    await viewer.charges(8);
    assert.equal(await viewer.page.locator('.chip').count(), 1);
    assert.ok((await boxWidth()) > 0);
    await viewer.load(3, gaining(18));
    await viewer.charges(9);
    await viewer.load(4, gaining(12), 'done', { startDate: '2026-10-01' });
    await viewer.charges(12);
    assert.equal(await rows(), '13');
    assert.equal(await viewer.page.locator('.chip').count(), 0);
    assert.equal(await boxWidth(), 0);
  });

  it('chooses what is drawn at the upper edge of energy by gain, however much it is, if the brush reaches it', async () => {
    const impossible = record({ ...gaining(1)[0], endPercentRemaining: 0.5, energy: 90_000 });
    await viewer.load(2, [...gaining(18), impossible]);
    await viewer.charges(19);
    await viewer.post({ type: 'capacity', nominal: 80 });
    await viewer.tab('energyByGain');
    await viewer.page.getByRole('application', { name: /gainSummary .*cutOff/ }).waitFor();
    await viewer.drag([0.4, 0.3], [0.5, 0]);
    await viewer.charges(1);
    assert.equal(await viewer.page.locator('.rows .row:visible .energy').first().innerText(), '90,000.00');
    await viewer.drag([0.02, 0.98], [0.98, 0.2]);
    await viewer.charges(16);
  });

  it('is brushed by keyboard day by day also where there are many, in larger steps, and from end to end', async () => {
    // Anew, as a chart that shows other records already takes keys before it shows these.
    await viewer.reopen();
    await viewer.load(1, gaining(300));
    await viewer.page.getByRole('application', { name: /chartSummary/ }).waitFor();
    const plot = viewer.page.locator('[role=tabpanel]:visible .plot');
    await plot.press('Shift+End');
    await viewer.page.locator('.chip').waitFor();
    await viewer.charges(300);
    await plot.press('Shift+Home');
    await plot.press('Escape');
    await viewer.page.locator('.chip').waitFor({ state: 'detached' });
    await viewer.charges(300);
    for (let step = 0; step < 10; step += 1) await plot.press('Shift+ArrowRight');
    await viewer.charges(10);
    await plot.press('Shift+ArrowRight');
    await viewer.charges(11);
    await plot.press('Shift+PageDown');
    await viewer.charges(41);
    await viewer.page.locator('.pointed[role=status]', { hasText: 'dayValue' }).waitFor();
  });

  it('draws the line of the nominal capacity where that much energy would fill the battery', async () => {
    await viewer.tab('energyByGain');
    await viewer.page.evaluate(`document.documentElement.style.setProperty('--vscode-charts-green', 'rgb(1, 200, 2)')`);
    // The chart goes up to 80 kWh, the capacity that the charges imply, and a little further.
    const top = 80 * 1.08;
    for (const nominal of [40, 60]) {
      await viewer.post({ type: 'capacity', nominal });
      await viewer.page.getByRole('application', { name: new RegExp(`nominalCapacity: ${nominal}\\.00`) }).waitFor();
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
    await viewer.tab('week');
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
    await viewer.charges(18);
    await drag();
    await viewer.page.mouse.up();
    await viewer.page.locator('.chip').waitFor();
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
      await viewer.charges(9);
      await viewer.tab(name);
      if (name === 'week') await allHours();
      else await viewer.drag([0.001, 0.01], [0.999, 0.94]);
      await viewer.page.locator('.chip').nth(1).waitFor();
      await viewer.charges(9);
      await search.fill('');
      await viewer.charges(within);
      assert.equal(await rows(), String(Number(within) + 1));
      await search.fill('work');
      await viewer.charges(String(Number(within) - 9));
    });
  }

  it('chooses in one chart among all charges, not among those that another had chosen', async () => {
    await viewer.drag([0, 0.2], [0.48, 0.3]);
    await viewer.charges(9);
    await viewer.tab('week');
    await allHours();
    await viewer.charges(18);
    await viewer.tab('levels');
    await viewer.drag([0.5, 0.2], [0.999, 0.3]);
    await viewer.charges(9);
    await viewer.page.getByRole('application', { name: 'levelsSummary chargeCount 18', exact: true }).waitFor();
    await viewer.tab('energyByGain');
    await viewer.page.getByRole('application', { name: 'gainSummary chargeCount 9' }).waitFor();
    assert.equal(await viewer.page.locator('.chip').count(), 1);
  });

  it('chooses days without a bar, too, whose charges another filter had taken away', async () => {
    const search = viewer.page.getByRole('searchbox');
    await search.fill('home');
    await viewer.page.getByRole('application', { name: 'chartSummary' }).waitFor();
    await viewer.charges(9);
    // Of 17 days with a margin, from the second to the fourth, of which only the third has a charge at home.
    await viewer.drag([(1.2 + 0.7) / 17.4, 0.2], [(3.1 + 0.7) / 17.4, 0.3]);
    await viewer.charges(1);
    await search.fill('');
    await viewer.charges(3);
  });

  it('ends a brush of days or hours with the clock that it was drawn by, not with the unit', async () => {
    const chips = viewer.page.locator('.chip');
    await viewer.chooseZone('utc');
    await viewer.tab('week');
    // Noon of the Sundays.
    await viewer.page.locator('[data-hour="12"]').click();
    await viewer.charges(3);
    await viewer.post({ type: 'settings', energyUnit: 'MWh', timeZone: 'local' });
    await viewer.page.locator('#total-energy', { hasText: 'MWh' }).waitFor();
    assert.equal(await chips.count(), 1);
    await viewer.charges(3);
    await viewer.chooseZone('Etc/GMT+2');
    await viewer.charges(18);
    assert.equal(await rows(), '19');
    assert.equal(await chips.count(), 0);
    assert.equal(await viewer.page.locator('[data-hour][aria-selected=true]').count(), 0);
    for (const [name, zone] of [
      ['energyPerDay', 'utc'],
      ['levels', 'Etc/GMT+2'],
    ] as const) {
      await viewer.tab(name);
      await viewer.drag([0.001, 0.2], [0.48, 0.3]);
      await viewer.charges(9);
      await viewer.chooseZone(zone);
      await viewer.charges(18);
      assert.equal(await chips.count(), 0);
      assert.equal(await boxWidth(), 0);
    }
  });

  it('leaves a brush of energies and gains, which have no clock', async () => {
    await viewer.chooseZone('utc');
    await viewer.tab('energyByGain');
    await viewer.drag([0.15, 0.03], [0.35, 0.97]);
    await viewer.charges(4);
    await viewer.chooseZone('Etc/GMT+2');
    await viewer.page.locator('[data-row] .chargeStart', { hasText: ' 10:00' }).first().waitFor();
    await viewer.charges(4);
    assert.ok((await boxWidth()) > 0);
    const chip = viewer.page.locator('.chip');
    await chip.filter({ hasText: 'kWh' }).waitFor();
    await viewer.post({ type: 'settings', energyUnit: 'MWh', timeZone: 'utc' });
    await chip.filter({ hasText: 'MWh' }).waitFor();
  });

  it('keeps no brush that is drawn while records arrive in place of some that came in part', async () => {
    await viewer.reopen();
    await viewer.load(1, gaining(9), 'none');
    await viewer.post({ type: 'failed', load: 1, message: 'broken', nextStep: 'Reload.', remedy: 'retry' });
    await viewer.page.locator('[role=tabpanel]:visible canvas').waitFor();
    await viewer.load(2, gaining(9), 'none');
    await viewer.state('loading');
    await viewer.page.locator('[role=tabpanel]:visible canvas').waitFor();
    await viewer.drag([0, 0.2], [0.48, 0.3]);
    assert.equal(await boxWidth(), 0);
    await viewer.page.locator('[role=tabpanel]:visible .plot').press('Shift+ArrowRight');
    assert.equal(await boxWidth(), 0);
    await viewer.tab('week');
    const chosenHours = viewer.page.locator('[data-hour][aria-selected=true]');
    await viewer.page.locator('[data-hour="36"]').click();
    assert.equal(await chosenHours.count(), 0);
    await viewer.page.locator('[data-hour="36"]').press('Shift+ArrowRight');
    assert.equal(await chosenHours.count(), 0);
    await viewer.post({ type: 'done', load: 2, rows: 9, receivedAt: Date.now() });
    await viewer.state('ready');
    await viewer.charges(9);
    assert.equal(await viewer.page.locator('.chip').count(), 0);
    await viewer.tab('energyPerDay');
    assert.equal(await boxWidth(), 0);
    await viewer.drag([0, 0.2], [0.4, 0.3]);
    await viewer.charges(4);
  });

  it('draws a chart of what other filters let through', async () => {
    await viewer.tab('energyByGain');
    await viewer.drag([0.02, 0.03], [0.35, 0.97]);
    await viewer.charges(6);
    await viewer.tab('levels');
    await viewer.page.getByRole('application', { name: 'levelsSummary chargeCount 6', exact: true }).waitFor();
    await viewer.page.getByRole('button', { name: 'removeFilter' }).click();
    await viewer.page.getByRole('application', { name: 'levelsSummary chargeCount 18', exact: true }).waitFor();
    await viewer.page.getByRole('searchbox').fill('work');
    await viewer.page.getByRole('application', { name: 'levelsSummary chargeCount 9', exact: true }).waitFor();
  });

  it('answers by location and by kind, and what capacity the charges imply', async () => {
    await viewer.post({ type: 'capacity', nominal: 80 });
    await viewer.tab('summary');
    const lines = viewer.page.getByRole('table', { name: 'location' }).getByRole('row');
    assert.match(await lines.nth(1).innerText(), /^(Home|Work)\s+9\s+36\d\.\d\d kWh\s+duration\s+100%$/);
    assert.equal(await viewer.text('#implied-capacity'), '80.00 kWh');
    assert.equal(await viewer.text('#nominal-capacity'), '80.00 kWh');
    assert.equal(await viewer.text('#implied-spread'), 'impliedSpread');
    assert.equal(await viewer.text('#implied-against'), 'impliedAgainst');
    await viewer.post({ type: 'capacity', nominal: 79 });
    await viewer.page.locator('#implied-against + .note', { hasText: 'includes charging losses' }).waitFor();
    await viewer.page.getByRole('button', { name: 'totalCharges' }).first().click();
    assert.equal(await lines.nth(0).getByRole('columnheader').nth(1).getAttribute('aria-sort'), 'descending');
  });

  it('points out what stands out, in the table and in a list that leads there', async () => {
    const list = gaining(18);
    list[7] = record({ ...list[7], energy: 200 });
    list[9] = record({ ...list[9], chargeStart: list[8]?.chargeStart });
    await viewer.post({ type: 'capacity', nominal: 80 });
    await viewer.load(2, list);
    await viewer.tab('withUnit');
    await viewer.page.getByRole('list', { name: 'anomalyOverCapacity' }).getByRole('button').click();
    assert.equal((await viewer.focused()).row, '7');
    const cell = viewer.page.locator('[data-row="7"] .energy');
    assert.match((await cell.getAttribute('aria-label')) ?? '', /anomalyOverCapacity/);
    await viewer.page.locator('[data-row="9"] .chargeStart.marked').waitFor();
    const counts = viewer.page.locator('.anomalies .counts > li');
    assert.equal(await counts.count(), 2);
    await viewer.page.getByRole('searchbox').fill('home');
    await viewer.charges(9);
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
    await asks('rangeDefault').click();
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'range' });
  });

  it('keeps the earlier records and their range until the new ones are complete, and can cancel', async () => {
    await viewer.post({ type: 'start', load: 2, startDate: '2026-10-01', endDate: '2026-10-31' });
    await viewer.state('loading');
    assert.equal(await viewer.text('#range'), 'rangeDefault');
    await viewer.post({ type: 'command', name: 'chooseRange' });
    await viewer.page.locator('.choice[aria-pressed=true]:focus', { hasText: 'rangeDefault' }).waitFor();
    await viewer.page.getByRole('button', { name: 'rangeCustom' }).click();
    assert.equal(await viewer.page.getByLabel('from', { exact: true }).inputValue(), '2026-10-01');
    await viewer.page.keyboard.press('Escape');
    await viewer.charges(18);
    await viewer.page.getByRole('button', { name: 'cancel' }).click();
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'cancel' });
    await viewer.post({ type: 'done', load: 2, rows: 0, receivedAt: Date.now() });
    await viewer.state('empty');
    assert.equal(await viewer.text('#range'), 'rangeBoth');
  });

  it('sends what the host saves: the rows that pass, and the chart as a picture', async () => {
    await viewer.drag([0, 0.2], [0.48, 0.3]);
    await viewer.charges(9);
    await viewer.choose('export', 'csvForExcel');
    await viewer.choose('export', 'PNG (energyPerDay)');
    await viewer.hasSent('image');
    const sent = await viewer.sent();
    const offer = sent.find((message) => message.type === 'pick');
    assert.deepEqual(offer?.items, [
      'csvForExcel',
      'csvDecimalComma',
      'csvWithoutMark',
      'JSON',
      'NDJSON',
      'PNG (energyPerDay)',
    ]);
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
    assert.ok(coloured >= 50, 'an edge around ten pixels, and stripes');
  });
});
