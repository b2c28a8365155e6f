import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';
import { axeViolations } from '../page/axe.ts';
import { record } from '../unit/service/records/record-bodies.ts';
import { surfacesDrawn } from './drawn-frames.ts';
import { Explorer } from './explorer.ts';
import { pictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { vehiclesInSandbox } from './truth.ts';
import { Viewer } from './viewer.ts';

/** Set to any text: every state in every theme. Otherwise one state is seen in each, and each in those of high contrast. */
const all = process.env.VIEWER_LOOKS !== undefined;

interface Theme {
  /** What the person's system asks for: VS Code takes its theme from that, and the class of the page's body says which. */
  readonly colorScheme: 'dark' | 'light';
  readonly forcedColors: 'none' | 'active';
  readonly body: string;
  /** The person has chosen the themes of high contrast in VS Code, as most do that want them. */
  readonly chosen?: boolean;
  /** Each state is seen in it. */
  readonly always?: boolean;
}

const themes: Readonly<Record<string, Theme>> = {
  dark: { colorScheme: 'dark', forcedColors: 'none', body: 'vscode-dark' },
  light: { colorScheme: 'light', forcedColors: 'none', body: 'vscode-light' },
  'forced light': { colorScheme: 'light', forcedColors: 'active', body: 'vscode-high-contrast-light' },
  'forced dark': { colorScheme: 'dark', forcedColors: 'active', body: 'vscode-high-contrast', always: true },
  'high contrast': {
    ...{ colorScheme: 'dark', forcedColors: 'none', body: 'vscode-high-contrast' },
    ...{ chosen: true, always: true },
  },
  'light high contrast': {
    ...{ colorScheme: 'light', forcedColors: 'none', body: 'vscode-high-contrast-light' },
    ...{ chosen: true },
  },
};

const ofHighContrast = {
  'workbench.preferredDarkColorTheme': 'Default High Contrast',
  'workbench.preferredLightColorTheme': 'Default High Contrast Light',
};

const day = 86_400_000;
const places = ['Rathausplatz 1, Lindenau', 'Görlitzer Allee 7, Lindenau', 'Autohof Weißenfurt, A 9'];

/** Charges of the last month, a little different each. */
function charges(count: number, changes: (index: number) => Record<string, unknown> = () => ({})) {
  return Array.from({ length: count }, (_, index) => {
    const start = Date.now() - (count - index) * ((25 * day) / count);
    return record({
      chargeStart: new Date(start).toISOString(),
      chargeEnd: new Date(start + (1 + (index % 5)) * 3_600_000).toISOString(),
      location: places[index % places.length],
      energy: 12 + ((index * 7.3) % 40),
      isPublic: index % 3 === 0,
      startPercentRemaining: 0.1 + (index % 4) / 10,
      endPercentRemaining: 0.7 + (index % 3) / 10,
      chargingType: index % 4 === 0 ? 'DC' : 'AC',
      ...changes(index),
    });
  });
}

const bad = (index: number) =>
  [
    {},
    { energy: '34,5' },
    { location: null, colour: 'red' },
    { endPercentRemaining: 80 },
    { startPercentRemaining: 0.9, endPercentRemaining: 0.4 },
  ][index % 5] ?? {};
const answer = (records: readonly unknown[]) => ({ status: 200, body: { records } });
const busy = { error: { type: 'RATE_LIMIT', retryAfter: 600 } };

/** What is on screen, by what the service answers: to the first vehicle, and to the second where both are shown. */
const states = {
  some: { answer: answer(charges(30)), state: 'ready', status: '30 charge records' },
  empty: { answer: answer([]), state: 'empty', status: '0 charge records' },
  bad: { answer: answer(charges(24, bad)), state: 'ready', status: '24 charge records' },
  // What the sandbox holds.
  much: { answer: undefined, state: 'ready', status: '100,000 charge records' },
  error: { answer: { status: 500, body: 'out of order' }, state: 'error', status: '' },
  loading: { answer: { delayMs: 600_000 }, state: 'loading', status: '' },
} as const;

/** What the service answers, and what the viewer then shows. */
interface Shown {
  readonly answer: Readonly<Record<string, unknown>> | undefined;
  readonly state: string;
  readonly status: string;
}

/** Texts of rows that reach beyond their cells and are not cut off there. */
const spilling = `[...document.querySelectorAll('.rows .row:not([hidden]) .cell')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth && getComputedStyle(cell).overflowX === 'visible')
  .map(({ textContent }) => textContent)`;

/** Scrolls the table from frame to frame. */
const scrolling = `(async () => {
  for (let frame = 0; frame < 30; frame += 1) {
    document.querySelector('.grid').scrollTop += 500;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
})()`;

describe('the viewer, on screen,', () => {
  let served: ServedExtension;
  let window: Workbench;
  let viewer: Viewer;

  before(async function () {
    this.timeout(180_000);
    const vehicle = (make: string, model: string) => ({ make, model, year: 2024 });
    const vehicles = [vehicle('BMW', 'i4 eDrive40'), vehicle('MINI', 'Cooper E')];
    const scenario = { owners: [{ name: 'Owner', vehicles }], recordsPerVehicle: 100_000 };
    served = await ServedExtension.start('ui-viewer-looks', process.env[vsixVariable] ?? '', { scenario });
    window = await served.newWindow();
    viewer = new Viewer(window);
    const explorer = new Explorer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    const [first] = await explorer.readVehicles();
    assert.ok(first);
    await served.fault({ operation: 'records', ...states.some.answer });
    await explorer.clickChargeRecords(first.name);
    await viewer.firstRow(first);
    await window.runCommand('View: Toggle Primary Side Bar Visibility');
    await served.stopFaults();
  });
  after(async () => {
    await window?.page.context().close();
    await served?.stop();
  });
  afterEach(() => served.stopFaults());

  async function frame(): Promise<Frame> {
    for (const each of window.page.frames()) if ((await each.locator('body[data-state]').count()) > 0) return each;
    throw new Error('There is no viewer on screen.');
  }

  /** Settings of the folder: VS Code follows those of a window that is open at once. */
  async function choose(settings: Readonly<Record<string, string>>): Promise<void> {
    await mkdir(join(served.folder, '.vscode'), { recursive: true });
    await writeFile(join(served.folder, '.vscode/settings.json'), JSON.stringify(settings));
  }

  /** A picture in each theme for people to judge, and what axe finds, contrast included. */
  async function look(what: string): Promise<void> {
    for (const [name, { colorScheme, forcedColors, body, chosen = false, always }] of Object.entries(themes)) {
      if (!all && what !== 'some' && !always) continue;
      await choose(chosen ? ofHighContrast : {});
      await window.page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
      await viewer.frame.locator(`body.${body}`).waitFor();
      await window.screenshot(pictureFile(`viewer-${what}-${name.replaceAll(' ', '-')}`));
      assert.deepEqual(await axeViolations(await frame(), { contrast: true }), [], `${what}, ${name}`);
      assert.deepEqual(await viewer.frame.locator('body').evaluate(spilling), [], `${what}, ${name}`);
    }
  }

  /** Has the service answer so, and waits until the viewer shows it. */
  async function bring({ answer: given, state, status }: Shown): Promise<void> {
    if (given) await served.fault({ operation: 'records', ...given });
    await viewer.reload();
    await viewer.frame.locator(`body[data-state=${state}] #status`, { hasText: status }).waitFor();
  }

  for (const [what, shown] of Object.entries(states)) {
    it(`shows ${what === 'much' ? '100,000 records' : what} readably`, async function () {
      this.timeout(180_000);
      await bring(shown);
      await look(what);
      if (what === 'loading') await viewer.frame.getByRole('button', { name: 'Cancel' }).click();
    });
  }

  it('is drawn with the rest of the screen in each frame in which rows scroll, and not by itself first', async function () {
    this.timeout(60_000);
    await choose({});
    await window.page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
    await viewer.frame.locator('body.vscode-dark').waitFor();
    // What is there already would look like what is waited for.
    await bring(states.empty);
    await served.stopFaults();
    await bring(states.much);
    const drawn = await surfacesDrawn(window.page, () => viewer.frame.locator('body').evaluate(scrolling));
    assert.ok(drawn.length > 5, `${drawn.length} frames`);
    // What VS Code fades in or out has surfaces, too, but not in each frame.
    assert.equal(Math.min(...drawn), 2);
  });

  /** What is opened by keyboard, one after the other, on top of the charges of a month. */
  const opened: Readonly<Record<string, () => Promise<void>>> = {
    levels: () => viewer.frame.getByRole('tab', { name: 'Levels' }).press('Enter'),
    week: () => viewer.frame.getByRole('tab', { name: 'Hours of the week' }).press('Enter'),
    gain: () => viewer.frame.getByRole('tab', { name: 'Energy vs. charge gained' }).press('Enter'),
    answers: () => viewer.frame.getByRole('tab', { name: 'Summary' }).press('Enter'),
    anomalies: () => viewer.frame.getByRole('tab', { name: /^Anomalies/ }).press('Enter'),
    brushed: async () => {
      await viewer.frame.getByRole('tab', { name: 'Energy per day' }).press('Enter');
      await viewer.frame.locator('[role=tabpanel]:visible .plot').focus();
      for (let step = 0; step < 15; step += 1) await window.page.keyboard.press('Shift+ArrowRight');
      await viewer.frame.locator('.chip').waitFor();
    },
    filter: async () => {
      await viewer.frame.locator('.head .energy').press('Enter');
      await viewer.frame.locator('.head .location').press('Shift+Enter');
      await viewer.frame.locator('.head .location').press('Alt+ArrowDown');
      await viewer.frame.getByRole('dialog').getByRole('checkbox').first().press('Space');
    },
    columns: async () => {
      await window.page.keyboard.press('Escape');
      await viewer.frame.locator('#columns').press('Enter');
      await viewer.frame.getByRole('dialog').waitFor();
    },
    find: async () => {
      await window.page.keyboard.press('Escape');
      await viewer.frame.locator('[data-row] .energy').first().press('Shift+ArrowDown');
      await window.page.keyboard.press('Control+f');
      await window.page.keyboard.type('Rat');
      await viewer.frame.locator('.find-count', { hasText: /\d/ }).waitFor();
    },
  };

  it('shows charts, lists and tools readably', async function () {
    this.timeout(400_000);
    // Among them one whose level falls.
    const falls = (index: number) => (index === 12 ? { startPercentRemaining: 0.9, endPercentRemaining: 0.4 } : {});
    await bring({ ...states.some, answer: answer(charges(30, falls)) });
    for (const [what, open] of Object.entries(opened)) {
      await open();
      await look(what);
    }
    await window.page.keyboard.press('Escape');
    await viewer.frame.locator('#clear-filters').press('Enter');
  });

  /** The colour of a pixel at the edge of the page, as it is on screen. */
  async function painted(): Promise<string> {
    const box = await viewer.frame.locator('main').boundingBox();
    assert.ok(box);
    const clip = { x: box.x + 4, y: box.y + 4, width: 1, height: 1 };
    const png = (await window.page.screenshot({ clip })).toString('base64');
    const [red, green, blue] = await window.page.evaluate<number[]>(`(async () => {
      const bytes = Uint8Array.from(atob('${png}'), (char) => char.charCodeAt(0));
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data];
    })()`);
    return `rgb(${red}, ${green}, ${blue})`;
  }

  it('is painted in the colours of a theme that follows high contrast', async function () {
    this.timeout(180_000);
    await choose({});
    await window.page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
    await viewer.frame.locator('body.vscode-high-contrast').waitFor();
    await window.reload();
    await viewer.frame.locator('body.vscode-high-contrast[data-state=ready]').waitFor();
    await window.page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
    await viewer.frame.locator('body.vscode-dark').waitFor();
    const wanted = await viewer.background();
    let seen = await painted();
    // The theme is there some frames before the picture is.
    for (let more = 20; more > 0 && seen !== wanted; more -= 1) seen = await painted();
    assert.equal(seen, wanted);
  });

  it('shows vehicles side by side readably, one of them failed', async function () {
    this.timeout(180_000);
    const [first, second] = await vehiclesInSandbox(served.sandbox);
    await served.fault({ operation: 'records', vehicleId: second?.id, ...busy });
    await served.fault({ operation: 'records', vehicleId: first?.id, ...states.some.answer });
    await window.runCommand('Vehicle Data: Compare Charge Records of Several Vehicles');
    for (const id of [first?.id, second?.id]) {
      await window.quickInput.locator('.monaco-list-row', { hasText: id ?? '' }).click();
    }
    await window.quickInput.getByRole('button', { name: 'OK' }).click();
    await viewer.frame.locator('body.several[data-state=ready]').waitFor();
    await look('compare');
  });
});
