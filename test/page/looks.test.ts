import assert from 'node:assert/strict';
import type { RecordsSource } from '../../src/viewer/messages/target.ts';
import { pictureFile } from '../ui/pictures.ts';
import { record } from '../unit/service/records/record-bodies.ts';
import { axeViolations } from './axe.ts';
import { watchListeners, withoutKeys } from './pointer-controls.ts';
import { applyTheme, themeNames, type ThemeName } from './themes.ts';
import { ViewerPage } from './viewer-page.ts';

/** Set to any text: every state in every theme. Otherwise one state is seen in each, and each in those of high contrast. */
const all = process.env.VIEWER_LOOKS !== undefined;
const always: readonly ThemeName[] = ['forced dark', 'high contrast'];

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

const failure = {
  type: 'failed',
  load: 1,
  message: 'The answer is not readable as JSON.',
  nextStep: 'Try again.',
  remedy: 'retry',
};

/** Texts of rows that reach beyond their cells and are not cut off there. */
const spilling = `[...document.querySelectorAll('.rows .row:not([hidden]) .cell')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth && getComputedStyle(cell).overflowX === 'visible')
  .map(({ textContent }) => textContent)`;

describe('the viewer, on screen,', () => {
  const viewer = ViewerPage.ofSuite({});

  beforeEach(() => watchListeners(viewer));

  /** A picture in each theme for people to judge; what axe finds, contrast included; and that all of it has keys. */
  async function look(what: string, seenIn = all ? themeNames : always): Promise<void> {
    assert.deepEqual(await withoutKeys(viewer), [], what);
    for (const [index, theme] of seenIn.entries()) {
      await applyTheme(viewer.page, theme);
      await viewer.page.screenshot({ path: pictureFile(`page-${what}-${theme.replaceAll(' ', '-')}`) });
      assert.deepEqual(await axeViolations(viewer.page, index === 0 ? 'all' : 'contrast'), [], `${what}, ${theme}`);
      assert.deepEqual(await viewer.page.evaluate(spilling), [], `${what}, ${theme}`);
    }
  }

  it('shows some records readably, in every theme', async () => {
    await viewer.show(charges(30));
    await look('some', themeNames);
  });

  it('shows no records readably', async () => {
    await viewer.load(1, []);
    await viewer.state('empty');
    await look('empty');
  });

  it('shows bad records readably', async () => {
    await viewer.show(charges(24, bad));
    await look('bad');
  });

  it('shows a failure beside earlier records readably', async () => {
    await viewer.load(1, charges(30));
    await viewer.post({ type: 'start', load: 2 }, { ...failure, load: 2 });
    await viewer.state('error');
    await look('error');
  });

  it('shows what is loading readably', async () => {
    await viewer.load(1, charges(30));
    await viewer.post({ type: 'start', load: 2 });
    await viewer.state('loading');
    await look('loading');
  });

  /** What is opened by keyboard on top of the charges of a month. */
  const opened: Readonly<Record<string, () => Promise<void>>> = {
    levels: () => viewer.page.getByRole('tab', { name: 'Start and end levels' }).press('Enter'),
    week: () => viewer.page.getByRole('tab', { name: 'Hours of the week' }).press('Enter'),
    gain: () => viewer.page.locator('[role=tab]').nth(3).press('Enter'),
    answers: () => viewer.page.locator('[role=tab]').nth(4).press('Enter'),
    findings: () => viewer.page.locator('[role=tab]').nth(5).press('Enter'),
    brushed: async () => {
      await viewer.page.locator('[role=tabpanel]:visible .plot').focus();
      for (let step = 0; step < 15; step += 1) await viewer.page.keyboard.press('Shift+ArrowRight');
      await viewer.page.locator('.chip').waitFor();
    },
    filter: async () => {
      await viewer.page.locator('.head .energy').press('Enter');
      await viewer.page.locator('.head .location').press('Shift+Enter');
      await viewer.page.locator('.head .location').press('Alt+ArrowDown');
      await viewer.page.getByRole('dialog').getByRole('checkbox').first().press('Space');
    },
    summary: async () => {
      await viewer.page.locator('.head .energy').press('Alt+ArrowDown');
      await viewer.page.getByRole('dialog').locator('input').first().fill('25');
      await viewer.page.locator('.histogram li[style*="--passing: 0;"]:not([style*="--all: 0;"])').first().waitFor();
    },
    range: async () => {
      await viewer.page.locator('#range').press('Enter');
      await viewer.page.getByRole('button', { name: 'Custom range…' }).press('Enter');
      await viewer.page.locator('#range-start:focus').waitFor();
    },
    nothing: async () => {
      await viewer.page.getByRole('searchbox').fill('nowhere');
      await viewer.page.locator('.said', { hasText: /./ }).waitFor();
    },
    columns: async () => {
      await viewer.page.locator('#columns').press('Enter');
      await viewer.page.getByRole('dialog').waitFor();
    },
    find: async () => {
      await viewer.page.locator('[data-row] .energy').first().press('Shift+ArrowDown');
      await viewer.page.keyboard.press('Control+f');
      await viewer.page.keyboard.type('Rat');
      await viewer.page.locator('.find-count', { hasText: /\d/ }).waitFor();
    },
  };

  for (const [what, open] of Object.entries(opened)) {
    it(`shows ${what} readably`, async () => {
      // Among them one whose level falls.
      const falls = (index: number) => (index === 12 ? { startPercentRemaining: 0.9, endPercentRemaining: 0.4 } : {});
      await viewer.show(charges(30, falls));
      await viewer.page.locator('[role=tabpanel]:visible canvas').waitFor();
      await open();
      await look(what);
    });
  }

  it('shows vehicles side by side readably, one of them failed', async () => {
    const vehicle = { id: 'vehicle-2', make: 'MINI', model: 'Cooper E', year: 2024 };
    const others: RecordsSource[] = [{ sessionId: 'session-1', vehicle }];
    await viewer.reopen(others);
    const { message, nextStep } = failure;
    await viewer.loadSeveral(1, [charges(30), { message, nextStep, remedy: 'retry' }]);
    await viewer.state('ready');
    await look('compare');
  });

  it('shows a comparison readably', async () => {
    await viewer.reopenComparing();
    const changed = charges(30).map((each, index) => (index % 3 === 0 ? { ...each, energy: 99 } : each));
    await viewer.loadSeveral(1, [charges(30), changed]);
    await viewer.page.locator('.cell.changed').first().waitFor();
    await look('comparison');
  });
});
