import assert from 'node:assert/strict';
import { daily } from './daily.ts';
import { ViewerPage } from './viewer-page.ts';

/** Of half of the battery each. */
const half = { startPercentRemaining: 0.25, endPercentRemaining: 0.75, energy: 40, isPublic: false };
const halves = (count: number, changes: (index: number) => Record<string, unknown> = () => ({})) =>
  daily(count, (index) => ({ ...half, ...changes(index) }));

/** Of a colour's parts, or of two colours' lightness, as WCAG defines them. */
function contrast(a: readonly number[], b: readonly number[]): number {
  const lightness = (colour: readonly number[]) => {
    const [red = 0, green = 0, blue = 0] = colour.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [lightness(a), lightness(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

describe('what the charts draw', () => {
  const viewer = ViewerPage.ofSuite();
  const shown = '[role=tabpanel]:visible';

  async function load(records: readonly unknown[], load = 1): Promise<void> {
    await viewer.load(load, records);
    await viewer.state('ready');
    await viewer.page.locator(`#total-charges`, { hasText: new RegExp(`^${records.length}$`) }).waitFor();
  }

  /** The colours of a theme, and the class that VS Code gives the page in it. */
  async function inTheme(kind: string, colours: Readonly<Record<string, string>>): Promise<void> {
    await viewer.page.evaluate(
      `document.body.classList.add(${JSON.stringify(kind)});
       for (const [name, colour] of Object.entries(${JSON.stringify(colours)}))
         document.documentElement.style.setProperty('--vscode-' + name, colour);`,
    );
  }

  /** Red, green, blue and opacity of each of a column's pixels, from the upper edge of the plot on. */
  function column(part: number): Promise<number[][]> {
    return viewer.page.evaluate(`(() => {
      const panel = document.querySelector('[role=tabpanel]:not([hidden])');
      const canvas = panel.querySelector('canvas');
      const [all, plot] = [canvas, panel.querySelector('.u-over')].map((each) => each.getBoundingClientRect());
      const scale = canvas.width / all.width;
      const copy = new OffscreenCanvas(1, canvas.height).getContext('2d');
      copy.drawImage(canvas, -Math.round((plot.left - all.left + ${part} * plot.width) * scale), 0);
      const top = Math.round((plot.top - all.top) * scale);
      const { data } = copy.getImageData(0, top, 1, Math.round(plot.height * scale));
      return Array.from({ length: data.length / 4 }, (_, at) => [...data.slice(4 * at, 4 * at + 4)]);
    })()`);
  }

  /** How much of a column of the plot has a colour. */
  async function share(part: number, colour: readonly number[]): Promise<number> {
    const pixels = await column(part);
    return pixels.filter((pixel) => pixel.every((value, index) => value === colour[index])).length / pixels.length;
  }

  const ofStyle = (selector: string, property: string) =>
    viewer.page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);

  /** Where the brush's box begins and ends, in parts of the plot's width. */
  const box = () =>
    viewer.page.evaluate<[number, number]>(`(() => {
      const panel = document.querySelector('[role=tabpanel]:not([hidden])');
      const [plot, box] = ['.u-over', '.u-select'].map((each) => panel.querySelector(each).getBoundingClientRect());
      return [(box.left - plot.left) / plot.width, (box.right - plot.left) / plot.width];
    })()`);

  const drag = (from: number, to: number) => viewer.drag([from, 0.5], [to, 0.5]);

  /** Days on the axis of a chart: those from `begin` to `end` and a margin, which is what charts of days span. */
  const place = (at: number, begin: number, end: number) => (at - begin + 0.7) / (end - begin + 1.4);
  /** Where the least gain is: behind the margin with which its axis begins. */
  const begin = 0.08 / 1.08;
  const near = (found: readonly number[], wanted: readonly number[]) =>
    assert.ok(
      found.every((value, index) => Math.abs(value - (wanted[index] ?? NaN)) < 0.004),
      `${found.join(' … ')} instead of ${wanted.join(' … ')}`,
    );

  it('draws a level that falls in a colour of its own, and says how many do', async () => {
    const falls = { startPercentRemaining: 0.75, endPercentRemaining: 0.25 };
    await inTheme('vscode-dark', { 'charts-green': '#00aa00', 'charts-red': '#dd0000' });
    await load(halves(3, (index) => (index === 1 ? falls : {})));
    await viewer.tab('levels');
    await viewer.page.getByRole('application', { name: 'levelsSummary chargeCount 3 levelsFalling 1' }).waitFor();
    await viewer.page.locator('.key', { hasText: 'levelFalls' }).waitFor();
    // Of a week, in its middle the two days; half way up, where both levels are.
    const middle = async (days: number) => {
      const pixels = await column((2.5 + days) / 7 + 0.001);
      return pixels[Math.floor(pixels.length / 2)];
    };
    const [rising = [], falling = []] = [await middle(0), await middle(1)];
    assert.equal(rising[3], 255);
    assert.notDeepEqual(falling, rising);
    await load(halves(3), 2);
    await viewer.page.getByRole('application', { name: 'levelsSummary chargeCount 3', exact: true }).waitFor();
    assert.equal(await viewer.page.locator('.key', { hasText: 'levelFalls' }).isVisible(), false);
  });

  it('is opaque, and as its key shows it, where the theme has a tint for a colour', async () => {
    await inTheme('vscode-dark', {
      'charts-blue': 'rgba(234, 92, 0, 0.33)',
      'editor-background': 'rgb(31, 31, 31)',
    });
    await load(halves(18));
    const colour = [234, 92, 0, 255];
    await viewer.page.locator(`${shown} canvas`).waitFor();
    assert.ok((await share(place(8, 0, 17), colour)) > 0.8, 'bars');
    const key = await ofStyle('.swatch.other', 'color');
    assert.ok(!/\/|rgba/.test(key), key);
  });

  it('stands out from the ground where the theme’s colour does not', async () => {
    await inTheme('vscode-light', {
      'charts-blue': '#edc9d899',
      'editor-background': '#f5f5f5',
    });
    await load(halves(18));
    await viewer.page.locator(`${shown} canvas`).waitFor();
    const pixels = await column(place(8, 0, 17));
    const [red = 0, green = 0, blue = 0, opacity] = pixels.at(-10) ?? [];
    assert.equal(opacity, 255);
    assert.ok(contrast([red, green, blue], [0xf5, 0xf5, 0xf5]) >= 3, `${red}, ${green}, ${blue}`);
  });

  it('has lines behind it that are seen where the theme’s own are as pale as the ground', async () => {
    await inTheme('vscode-light', { foreground: '#202020', 'editorIndentGuide-background1': '#fdfdfd40' });
    await load(halves(18));
    await viewer.page.locator(`${shown} canvas`).waitFor();
    const lines = (await column(place(0.5, 0, 17))).filter(([, , , opacity = 0]) => opacity > 0);
    assert.ok(lines.length > 0);
    for (const [red = 255, , , opacity = 0] of lines) assert.ok(red < 0x30 && opacity > 30, `${red} at ${opacity}`);
  });

  it('keeps a brush over its whole days when another filter changes the axis', async () => {
    await load(halves(18));
    await drag(place(4.9, 0, 17), place(10.2, 0, 17));
    await viewer.charges(6);
    near(await box(), [place(4.5, 0, 17), place(10.5, 0, 17)]);
    await viewer.page.getByRole('searchbox').fill('work');
    await viewer.charges(3);
    await viewer.page.getByRole('application', { name: /chartSummary/ }).waitFor();
    const wanted = [place(4.5, 1, 17), place(10.5, 1, 17)];
    await viewer.holds(`(() => {
      const panel = document.querySelector('[role=tabpanel]:not([hidden])');
      const [plot, box] = ['.u-over', '.u-select'].map((each) => panel.querySelector(each).getBoundingClientRect());
      return Math.abs((box.left - plot.left) / plot.width - ${wanted[0]}) < 0.004;
    })()`);
    near(await box(), wanted);
    await viewer.page.setViewportSize({ width: 900, height: 900 });
    await viewer.holds(`document.querySelector('[role=tabpanel]:not([hidden]) canvas').clientWidth < 900`);
    near(await box(), wanted);
  });

  it('has no brush where no day was chosen', async () => {
    await load(halves(18).filter((_, index) => index < 3 || index > 14));
    await drag(0.4, 0.6);
    assert.equal(await viewer.page.locator('.chip').count(), 0);
    const [left, right] = await box();
    assert.equal(left, right);
  });

  it('is a sentence where no record passes the filters', async () => {
    await load(halves(18));
    for (const name of ['energyPerDay', 'levels', 'energyByGain'] as const) {
      await viewer.tab(name);
      const canvas = viewer.page.locator(`${shown} canvas`);
      await canvas.waitFor();
      await viewer.page.getByRole('searchbox').fill('nowhere');
      await viewer.page.locator(`${shown} .plot-empty`, { hasText: 'noMatches' }).waitFor();
      assert.equal(await canvas.isVisible(), false);
      await viewer.page.getByRole('searchbox').fill('');
      await canvas.waitFor();
      assert.equal(await viewer.page.locator(`${shown} .plot-empty`).isVisible(), false);
    }
  });

  it('is another sentence where none of the records can be drawn', async () => {
    await load(halves(18, () => ({ chargeStart: null, energy: null })));
    for (const [name, sentence] of [
      ['energyPerDay', 'chartEmpty'],
      ['levels', 'chartNothing'],
      ['energyByGain', 'chartNothing'],
    ] as const) {
      await viewer.tab(name);
      await viewer.page.locator(`${shown} .plot-empty`, { hasText: sentence }).waitFor();
    }
    await viewer.tab('week');
    await viewer.page.locator('.keys', { hasText: 'chartNothing' }).waitFor();
  });

  it('leads by arrows from charge to charge, and reads each, the last one again too', async () => {
    const changes = (index: number) => ({ energy: [41, 43, 42][index], endPercentRemaining: [0.5, 0.6, 0.7][index] });
    await load(halves(3, changes));
    const plot = viewer.page.locator(`${shown} .plot`);
    const read = async (...keys: readonly string[]) => {
      const texts: string[] = [];
      for (const key of keys) {
        await plot.press(key);
        texts.push(((await viewer.page.locator('.pointed').textContent()) ?? '').replace(/^.*?(?=from|Charge)/, ''));
      }
      return texts;
    };
    await viewer.tab('levels');
    const [first, second, third] = [50, 60, 70].map((level) => `from 25% to ${level}%`);
    assert.deepEqual(await read('ArrowRight', 'ArrowRight', 'End', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home'), [
      ...[first, second, third, `${third}\u00a0`, third, second, first],
    ]);
    await viewer.tab('energyByGain');
    const [least, middle, most] = [25, 45, 35].map(
      (gain, index) => `Charge gained ${gain}%, energy ${41 + index}.00 kWh`,
    );
    assert.deepEqual(await read('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowUp'), [
      middle,
      most,
      least,
      middle,
      most,
    ]);
    assert.equal(await plot.getAttribute('aria-roledescription'), 'chart');
  });

  it('has no cursor once it has lost the focus, whatever is shown then', async () => {
    await load(halves(18));
    await viewer.page.locator(`${shown} .plot`).focus();
    for (let step = 0; step < 10; step += 1) await viewer.page.keyboard.press('ArrowRight');
    await viewer.page.locator('.pointed', { hasText: 'dayValue' }).waitFor();
    await viewer.page.getByRole('searchbox').fill('work');
    await viewer.charges(9);
    await viewer.page.locator(`${shown} .u-cursor-x.u-off`).waitFor({ state: 'attached' });
    await viewer.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.equal(await viewer.text('.pointed'), '');
  });

  it('is a point in front of the lines, with all of its colour in high contrast', async () => {
    const colours = { 'charts-blue': 'rgb(1, 2, 200)', 'charts-green': 'rgb(1, 200, 2)', foreground: '#ffffff' };
    await inTheme('vscode-high-contrast', { ...colours, 'charts-yellow': 'rgb(200, 200, 2)' });
    await viewer.post({ type: 'capacity', nominal: 80 });
    await load(halves(18));
    await viewer.tab('energyByGain');
    await viewer.page.getByRole('application', { name: /gainSummary/ }).waitFor();
    const pixels = (await column(begin)).filter((pixel) => pixel.join() === '1,2,200,255');
    assert.equal(pixels.length, 6);
  });

  it('is as high as the battery allows, and says what is cut off', async () => {
    const colours = { 'charts-blue': 'rgb(1, 2, 200)' };
    await inTheme('vscode-high-contrast', colours);
    await load(halves(18, (index) => (index === 4 ? { energy: 1_000_000 } : {})));
    const chart = viewer.page.getByRole('application', { name: 'chartSummary' });
    await chart.waitFor();
    assert.ok((await share(place(8, 0, 17), [1, 2, 200, 255])) < 0.01, 'all in the scale without a capacity');
    await viewer.post({ type: 'capacity', nominal: 80 });
    await viewer.page.getByRole('application', { name: /chartSummary .*cutOff/ }).waitFor();
    await viewer.page.locator('.keys', { hasText: 'cutOff' }).waitFor();
    assert.ok((await share(place(8, 0, 17), [1, 2, 200, 255])) > 0.9, 'the other days');
    await viewer.tab('energyByGain');
    await viewer.page.getByRole('application', { name: /gainSummary .*cutOff/ }).waitFor();
    const points = (await column(begin)).map((pixel) => pixel.join() === '1,2,200,255');
    assert.ok(points.slice(0, 8).filter(Boolean).length >= 4, 'at the upper edge');
    assert.equal(points.slice(8).filter(Boolean).length, 6, 'the others');
  });

  it('says how many charges the palest and the strongest hour of the week stand for', async () => {
    await load(halves(18));
    await viewer.tab('week');
    await viewer.page.locator('.keys', { hasText: /^1\s*3\s*chargesBegin$/ }).waitFor();
    await viewer.page.getByRole('searchbox').fill('nowhere');
    await viewer.page.locator('.keys', { hasText: 'noMatches' }).waitFor();
    assert.equal(await viewer.page.locator('.keys .swatch:visible').count(), 0);
  });

  it('has in the table no bar in high contrast that is strongest where the battery is empty', async () => {
    await inTheme('vscode-high-contrast', { foreground: '#ffffff', 'charts-green': 'rgb(1, 200, 2)' });
    await load(halves(1));
    await viewer.page.locator('#columns').click();
    await viewer.page.getByRole('checkbox', { name: 'levels' }).check();
    await viewer.page.keyboard.press('Escape');
    assert.equal(await ofStyle('.level', 'backgroundColor'), 'rgba(0, 0, 0, 0)');
  });
});
