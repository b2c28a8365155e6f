import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { axeViolations } from './axe.ts';
import { ViewerPage } from './viewer-page.ts';

/** Records whose energies count up from 1. */
function records(count: number, changes: Record<string, unknown> = {}): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => record({ energy: index + 1, ...changes }));
}

const failure = {
  type: 'failed',
  load: 2,
  message: 'The service is busy.',
  nextStep: 'Wait.',
  requestId: 'id-7',
  remedy: 'retry',
};

describe("the viewer's page", () => {
  const viewer = ViewerPage.ofSuite();

  /** The second load fails after these. */
  async function failAfter(list: Parameters<typeof viewer.load>[1]): Promise<void> {
    await viewer.load(2, list, 'none');
    await viewer.post(failure);
    await viewer.state('error');
  }

  it('shows all fields, totals and a chart in words', async () => {
    await viewer.show([record(), record({ isPublic: false, energy: 5.5 })]);
    assert.equal(await viewer.text('#status'), 'recordCount 2');
    assert.equal(await viewer.text('#total-charges'), '2');
    assert.equal(await viewer.text('#total-energy'), '40.00 kWh');
    assert.equal(await viewer.text('#total-public'), '50%');
    const cells = await viewer.page.locator('[data-row="1"] [role=gridcell]').allInnerTexts();
    assert.deepEqual(cells.slice(2, 8), ['Cockfosters Road, Barnet', '5.50', 'no', '25%', '75%', 'DC']);
    assert.deepEqual(cells.slice(9), ['2.2', '50%', '11.0']);
    const grid = viewer.page.getByRole('grid', { name: 'heading' });
    assert.equal(await grid.getAttribute('aria-rowcount'), '3');
    assert.equal(await grid.getAttribute('aria-colcount'), '12');
    await viewer.page.getByRole('application', { name: 'chartSummary' }).waitFor();
  });

  it('animates nothing beside records that arrive: their bar moves with them', async () => {
    const { page } = viewer;
    const animated = () => page.evaluate('document.getAnimations().length');
    const crossed = () => page.locator('.progress').getAttribute('style');
    assert.equal(await animated(), 0, 'nothing is asked for yet');
    const begun = page.evaluate<number>(
      `new Promise((resolve) => {
        const start = performance.now();
        const bar = document.querySelector('.progress');
        new MutationObserver(() => bar.hidden || resolve(performance.now() - start)).observe(bar, { attributes: true });
      })`,
    );
    await viewer.post({ type: 'start', load: 1 });
    await viewer.state('loading');
    assert.ok((await begun) >= 300, 'most records are there sooner');
    assert.equal(await animated(), 1, 'the bar moves by itself while nothing has come');
    await viewer.load(2, records(10), 'none');
    await page.locator('[data-row]').first().waitFor();
    assert.equal(await animated(), 0);
    const before = await crossed();
    assert.match(before ?? '', /--crossed: 0/);
    await viewer.post({ type: 'start', load: 3 });
    await page.locator('.progress:not(.stepped):not([hidden])').waitFor();
    assert.equal(await animated(), 1, 'it waits again');
    await viewer.load(4, records(10), 'none');
    await page.locator('.progress.stepped').waitFor();
    assert.equal(await animated(), 0);
    assert.notEqual(await crossed(), before);
  });

  it('paints the first records before it takes more, and then all that have come', async () => {
    // Frames are slow, so that all messages are there before the first of them.
    const counts = viewer.page.evaluate(
      `new Promise((resolve) => {
        const frame = requestAnimationFrame;
        globalThis.requestAnimationFrame = (callback) => setTimeout(() => frame(callback), 100);
        const seen = new Set();
        new MutationObserver(() => {
          seen.add(document.querySelector('.grid').ariaRowCount - 1);
          if (document.body.dataset.state === 'ready') resolve([...seen]);
        }).observe(document, { subtree: true, attributes: true });
      })`,
    );
    await viewer.load(1, records(1), 'done', { times: 100 });
    const [none, first, ...more] = (await counts) as number[];
    assert.deepEqual([none, first, more.at(-1)], [0, 1, 100]);
  });

  it('begins with what its HTML says; with what its host says where it showed other days last', async () => {
    const begun = async () => (await viewer.sent()).map((message) => message.type === 'ready' && message.begun)[0];
    assert.equal(await begun(), true);
    assert.equal(await viewer.page.locator('body').getAttribute('data-init'), null);
    await viewer.post({ type: 'start', load: 1, startDate: '2026-10-01', endDate: '2026-10-31' });
    await viewer.holds("state.target.startDate === '2026-10-01'");
    await viewer.comeBack();
    assert.equal(await begun(), false);
    await viewer.show(records(3));
  });

  it('reports what keeps it from beginning', async () => {
    await viewer.openAsShipped({ language: 'no language' });
    const told = (await viewer.sent()).flatMap((message) => (message.type === 'trouble' ? [message.message] : []));
    assert.match(told.join(), /^RangeError: .*no language/);
  });

  it('takes what it was told before its script was there', async () => {
    const { page } = viewer;
    const { promise: told, resolve: onTold } = Promise.withResolvers<void>();
    await page.route('**/records.js', async (route) => {
      await told;
      await route.fallback();
    });
    const opened = viewer.reopen();
    await page.waitForFunction('document.body?.dataset.init');
    await viewer.load(1, records(3));
    onTold();
    await opened;
    await viewer.state('ready');
    assert.equal(await page.locator('.grid').getAttribute('aria-rowcount'), '4');
  });

  it('leaves aside what it hears twice', async () => {
    const { page } = viewer;
    await viewer.load(1, records(3), 'none');
    await page.locator('[data-row="2"]').waitFor();
    await page.evaluate(
      `globalThis.counts = []; new MutationObserver(() => counts.push(document.querySelector('.grid').ariaRowCount))
        .observe(document, { subtree: true, attributes: true, childList: true })`,
    );
    await viewer.show(records(3));
    const counts: string[] = await page.evaluate('counts');
    assert.deepEqual(new Set(counts), new Set(['4']));
    assert.ok((await viewer.sent()).every(({ type }) => type !== 'trouble'));
    const age = await viewer.text('#age');
    await viewer.load(1, records(3), 'done', { receivedAt: Date.now() - 3_600_000 });
    await viewer.post({ type: 'unknown' });
    await viewer.hasSent('trouble');
    assert.equal(await viewer.text('#age'), age);
  });

  it('fetches the script of the charts once records are there, not while they come', async () => {
    const scripts = viewer.page.locator('script[src$="charts.js"]');
    await viewer.load(1, records(3), 'none');
    await viewer.page.locator('[data-row="2"]').waitFor();
    assert.equal(await scripts.count(), 0);
    await viewer.post({ type: 'done', load: 1, rows: 3, receivedAt: Date.now() });
    await scripts.waitFor({ state: 'attached' });
  });

  it('fills the rows of the first records a few in a frame, and later all on screen at once', async () => {
    const { page } = viewer;
    // Of each frame, the energies of the rows on screen that show a record.
    await page.evaluate(
      `globalThis.frames = []; (function look() {
        const end = document.querySelector('.grid').getBoundingClientRect().bottom;
        const seen = [...document.querySelectorAll('[data-row]')].filter((row) => row.getBoundingClientRect().top < end);
        globalThis.frames.push(seen.map((row) => Number(row.querySelector('.energy').textContent)));
        requestAnimationFrame(look);
      })()`,
    );
    const frames = async (): Promise<number[][]> => page.evaluate('frames');
    await viewer.show(records(100));
    await viewer.holds('frames.at(-1).length > 15 && frames.at(-1).length === frames.at(-3).length');
    const filled = (await frames()).filter((each, at, all) => each.length > (all[at - 1]?.length ?? 0));
    assert.deepEqual(
      filled[0]?.toSorted((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    assert.ok(filled.length > 1);
    assert.equal(Math.max(...filled.map((each, at) => each.length - (filled[at - 1]?.length ?? 0))), 10);
    await page.locator('.head .energy').click();
    await page.locator('.head .energy').click();
    await viewer.holds('Math.min(...frames.at(-1)) > 50');
    // Neither rows of the old order beside those of the new one, nor fewer.
    const size = filled.at(-1)?.length;
    const sorted = (await frames()).filter((each) => Math.max(...each) > 50);
    assert.deepEqual(new Set(sorted.map((each) => (Math.min(...each) > 50 ? each.length : 'mixed'))), new Set([size]));
  });

  it('holds few rows of many, the right ones wherever it is scrolled to', async () => {
    await viewer.show(records(100_000));
    await viewer.scroll();
    const last = viewer.page.locator('[data-row="99999"]');
    await last.waitFor();
    assert.equal(await last.getAttribute('aria-rowindex'), '100001');
    assert.equal(await last.locator('.energy').innerText(), '100,000.00');
    assert((await viewer.page.locator('[data-row]').count()) < 80);
  });

  describe('with rows near the screen', () => {
    /** Rows in the grid whose energy is not their place's, in its order; either those in view or all. */
    const wrong = (seen: boolean, energyAt: string) => `(() => {
      const grid = document.querySelector('.grid').getBoundingClientRect();
      const top = document.querySelector('.head').getBoundingClientRect().bottom;
      const rows = [...document.querySelectorAll('.rows .row')].filter((row) => {
        const box = row.getBoundingClientRect();
        return !row.hidden && (!${seen} || (box.bottom > top && box.top < grid.bottom));
      });
      if (rows.length < 10) return 'only ' + rows.length;
      const energyAt = ${energyAt};
      return rows
        .map((row) => row.dataset.row + ': ' + row.querySelector('.energy').textContent.replaceAll(',', ''))
        .filter((found) => found !== found.split(':')[0] + ': ' + energyAt(Number(found.split(':')[0])).toFixed(2))
        .join(', ');
    })()`;

    it('fills those on screen at once, and the others soon', async () => {
      await viewer.show(records(1000));
      await viewer.holds(`${wrong(false, '(at) => at + 1')} === ''`);
      const reversed = '(at) => 1000 - at';
      const [seen, all] = await viewer.page.evaluate<string[]>(`(() => {
        document.querySelector('.head .energy').click();
        document.querySelector('.head .energy').click();
        return [${wrong(true, reversed)}, ${wrong(false, reversed)}];
      })()`);
      assert.equal(seen, '');
      assert.notEqual(all, '', 'they are painted without waiting for those that nobody sees');
      await viewer.holds(`${wrong(false, reversed)} === ''`);
    });
  });

  it('keeps what shows records out of sight and out of reach until there are some', async () => {
    const { page } = viewer;
    const parts = '.bar, .chart, .table';
    const opacities = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('${parts}')].map((part) => getComputedStyle(part).opacity)`,
      );
    const inside = () => page.evaluate<boolean>(`document.activeElement.closest('${parts}') !== null`);
    assert.deepEqual(await opacities(), ['0', '0', '0']);
    await page.locator('.rows[aria-hidden=true]').waitFor({ state: 'attached' });
    await viewer.post({ type: 'command', name: 'chooseColumns' });
    await page.locator('.popup:popover-open').waitFor({ state: 'attached' });
    assert.equal(await page.locator('.table .popup').isVisible(), false);
    for (const command of ['find', 'filter', 'chooseColumns']) {
      await viewer.post({ type: 'command', name: command });
      assert.equal(await inside(), false, command);
    }
    await page.keyboard.press('Tab');
    const first = await page.evaluate<string>('document.activeElement.outerHTML');
    do {
      assert.equal(await inside(), false);
      await page.keyboard.press('Tab');
    } while ((await page.evaluate('document.activeElement.outerHTML')) !== first);
    await viewer.load(1, records(10), 'none');
    await page.locator('[data-row="0"]').waitFor();
    assert.deepEqual(await opacities(), ['1', '1', '1']);
    assert.equal(await page.locator('.rows').getAttribute('aria-hidden'), null);
    await viewer.holds("document.querySelector('[inert]') === null");
    while (!(await inside())) await page.keyboard.press('Tab');
    await viewer.load(2, []);
    await viewer.state('empty');
    assert.equal(await page.locator('.table').isVisible(), false);
  });

  it('makes its rows before there are records, a few in a frame, and anew all at once under the focus', async () => {
    const { page } = viewer;
    const count = "document.querySelectorAll('.rows .row').length";
    await viewer.holds(`${count} > 20`);
    const size = page.viewportSize();
    assert.ok(size);
    // How many there are in each frame.
    await page.evaluate(
      `globalThis.made = []; (function look() { made.push(${count}); requestAnimationFrame(look); })()`,
    );
    const made = async (): Promise<number[]> => page.evaluate('made');
    try {
      await page.setViewportSize({ ...size, height: size.height + 1000 });
      await viewer.holds(`${count} > made[0] + 35`);
      let counts = await made();
      while (counts.at(-1) !== counts.at(-3)) counts = await made();
      assert.equal(Math.max(...counts.map((now, frame) => now - (counts[frame - 1] ?? now))), 10);
      await viewer.load(1, records(1000));
      await page.locator('[data-row="40"]').waitFor();
      await viewer.hideColumn('location');
      await page.locator('.grid .head .location').waitFor({ state: 'detached' });
      const later = (await made()).slice(counts.length - 1);
      assert.deepEqual(new Set(later), new Set([counts.at(-1)]));
    } finally {
      await page.setViewportSize(size);
    }
  });

  it('is used by keyboard alone: to the table, through it, sorted, and back', async () => {
    await viewer.show(records(1000));
    const press = async (...keys: string[]) => {
      for (const key of keys) await viewer.page.keyboard.press(key);
      return viewer.focused();
    };
    assert.equal((await press('Tab')).text, 'rangeDefault');
    await press('Tab');
    assert.equal(await viewer.page.locator('#reload:focus').count(), 1);
    let stops = 0;
    while ((await press('Tab')).sort === null) assert((stops += 1) < 20, 'the table is reached by Tab');
    assert.deepEqual(await press('ArrowRight', 'ArrowRight', 'ArrowRight'), {
      row: undefined,
      text: 'withUnit',
      sort: 'none',
    });
    assert.equal((await press('Enter')).sort, 'ascending');
    assert.equal((await press(' ')).sort, 'descending');
    assert.deepEqual(await press('ArrowDown'), { row: '0', text: '1,000.00', sort: null });
    assert.equal((await press('Control+End')).row, '999');
    assert.equal((await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight')).text, '1.00');
    assert.equal((await press('Control+Home')).row, '0');
    await press('Shift+Tab');
    assert.equal(await viewer.page.locator('[role=grid] :focus').count(), 0);
  });

  it('keeps the focus when its row is scrolled away, and goes on from there', async () => {
    await viewer.show(records(1000));
    await viewer.page.locator('[data-row="3"] .energy').click();
    await viewer.scroll(20_000);
    await viewer.page.locator('[data-row="780"]').waitFor();
    assert.equal(await viewer.page.locator('[role=grid]:focus').count(), 1);
    await viewer.page.keyboard.press('ArrowDown');
    assert.deepEqual(await viewer.focused(), { row: '4', text: '5.00', sort: null });
  });

  it('shows the whole of the last column in a narrow window', async () => {
    await viewer.page.setViewportSize({ width: 600, height: 700 });
    await viewer.show(records(1000));
    await viewer.page.locator('[data-row="0"] .energy').click();
    await viewer.page.keyboard.press('End');
    const box = await viewer.page.locator('[data-row="0"] .impliedCapacity').boundingBox();
    assert.ok(box && box.x + box.width <= 600);
    assert.equal(await viewer.classAt(box.x + box.width - 2, box.y + box.height / 2), 'cell impliedCapacity');
  });

  it('lets nothing show through the first column while the others are scrolled under it', async () => {
    const [back, odd] = ['rgb(1, 2, 3)', 'rgba(255, 0, 0, 0.2)'];
    await viewer.page.setViewportSize({ width: 600, height: 700 });
    await viewer.page.evaluate(`(() => {
      const { style } = document.documentElement;
      style.setProperty('--vscode-editor-background', '${back}');
      style.setProperty('--vscode-tree-tableOddRowsBackground', '${odd}');
    })()`);
    await viewer.show(records(100));
    const painted = (of: string) =>
      viewer.page.evaluate<[string, string]>(`(() => {
      const { backgroundColor, backgroundImage } = getComputedStyle(document.querySelector('${of}'));
      return [backgroundColor, backgroundImage];
    })()`);
    const nothing = 'rgba(0, 0, 0, 0)';
    assert.deepEqual(await painted('[data-row="1"]'), [odd, 'none']);
    assert.deepEqual(await painted('[data-row="1"] .cell'), [nothing, 'none'], 'the row has painted it already');
    await viewer.page.evaluate(`document.querySelector('.grid').scrollLeft = 150`);
    await viewer.page.locator('.grid.sideways').waitFor();
    const [colour, image] = await painted('[data-row="1"] .cell');
    assert.equal(colour, back);
    assert(image.startsWith('linear-gradient') && image.includes(odd), image);
    await viewer.page.evaluate(`document.querySelector('.grid').scrollLeft = 0`);
    await viewer.holds(`!document.querySelector('.grid').classList.contains('sideways')`);
    assert.deepEqual(await painted('[data-row="1"] .cell'), [nothing, 'none']);
  });

  it('shows a bad value as unknown with its reason, and leads to it', async () => {
    const list = records(500);
    list[400] = record({ energy: '34.5' });
    await viewer.show(list);
    assert.equal(await viewer.text('#total-marked'), '1');
    await viewer.page.getByRole('button', { name: 'nextMarked' }).click();
    assert.equal((await viewer.focused()).row, '400');
    const cell = viewer.page.locator('[data-row="400"] .energy');
    assert.equal(await cell.innerText(), 'unknown');
    assert.match((await cell.getAttribute('aria-label')) ?? '', /^unknown\. numberExpected/);
    assert.match(await viewer.text('#detail'), /numberExpected/);
  });

  it('shows what comes from elsewhere as text', async () => {
    const location = '<img src=x onerror="document.title=1">\u202egnp.exe';
    await viewer.show([record({ location, '<b>extra</b>': 1 })]);
    assert.equal(await viewer.text('[data-row="0"] .location'), '<img src=x onerror="document.title=1"> gnp.exe');
    assert.equal(await viewer.page.locator('main img, main b').count(), 0);
  });

  it('says whose records these are, with no year where none is known', async () => {
    assert.equal(await viewer.text('h1'), 'BMW i4 2024');
    const id = '36ab287f-fe41-4f2c-9e2f-0c8e6f1d7a55';
    await viewer.reopen(undefined, undefined, undefined, { id, make: 'tesla', model: id, year: 0 });
    assert.equal(await viewer.text('h1'), `Tesla ${id}`);
    await viewer.reopen(undefined, undefined, undefined, { id, make: 'BMW', model: 'أزرق', year: 2024 });
    assert.equal(await viewer.text('h1'), '\u2068BMW أزرق\u2069 2024');
    const named = { sessionId: 'session-1', vehicle: { id, make: 'BMW', model: 'أزرق', year: 2024 } };
    await viewer.openTarget({ compares: true, others: [named] });
    assert.equal(await viewer.text('h1'), 'BMW i4 ↔ \u2068BMW أزرق\u2069');
    await viewer.openTarget({ version: '3' });
    assert.equal(await viewer.text('h1'), 'BMW i4 2024 v3', 'where both versions read it');
  });

  it('keeps earlier records through a reload, and through its failure, with their age', async () => {
    await viewer.load(1, records(7), 'done', { receivedAt: Date.now() - 5 * 3_600_000 });
    await viewer.state('ready');
    await viewer.load(2, records(3), 'none');
    await viewer.state('loading');
    await viewer.page.locator('.so-far', { hasText: 'soFar 3' }).waitFor();
    assert.equal(await viewer.text('#total-charges'), '7');
    await viewer.post(failure);
    await viewer.state('error');
    assert.equal(await viewer.text('#total-charges'), '7');
    assert.equal(await viewer.text('#error-message'), 'The service is busy.');
    assert.equal(await viewer.text('#error-next-step'), 'Wait.');
    assert.equal(await viewer.text('#error-below'), 'earlierShown 5 hours ago');
    assert.equal(await viewer.text('#error-request'), 'requestId id-7');
    assert.equal(await viewer.page.locator('#age').isVisible(), false, 'said with the failure, once');
    assert.equal((await viewer.page.locator('.notice').boundingBox())?.height, 26, 'a row of the table');
    assert.match(
      (await viewer.page.locator('.notice .words').getAttribute('title')) ?? '',
      /^The service is busy\. Wait\. /,
    );
    await viewer.page.locator('.notice button').click();
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'reload', days: 'failed' });
    await viewer.show(records(4), 3);
    assert.equal(await viewer.text('#total-charges'), '4');
    assert.equal(await viewer.page.locator('.notice:visible').count(), 0);
  });

  it('leads on from days without charges, and to one of the sandbox', async () => {
    const none = async (simulates: boolean) => {
      await viewer.openAsShipped({ simulates });
      await viewer.load(1, []);
      await viewer.state('empty');
      await viewer.page.getByRole('heading', { name: 'emptyTitle' }).waitFor();
      assert.equal(await viewer.page.getByRole('grid').count(), 0);
      return viewer.page.locator('.empty').getByRole('button');
    };
    assert.deepEqual(await (await none(false)).allInnerTexts(), ['chooseRange']);
    const buttons = await none(true);
    assert.deepEqual(await buttons.allInnerTexts(), ['chooseRange', 'simulateCharge']);
    await buttons.last().click();
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'simulateCharge' });
    await buttons.first().click();
    await viewer.page.getByRole('button', { name: 'rangeCustom' }).waitFor();
  });

  it('says how many of the records pass the filters after a failed reload, too, and after a first load that failed', async () => {
    const filter = viewer.page.getByRole('searchbox');
    const list = [...records(2, { location: 'Home' }), ...records(3, { location: 'Work' })];
    await viewer.show(list);
    await filter.fill('home');
    assert.equal(await viewer.text('#status'), 'someRecords 2');
    await failAfter(list);
    assert.equal(await viewer.text('#status'), 'someRecords 2');
    await filter.fill('work');
    assert.equal(await viewer.text('#status'), 'someRecords 3');
    await filter.fill('');
    assert.equal(await viewer.text('#status'), 'recordCount 5');

    await viewer.reopen();
    await failAfter(list);
    assert.equal(await viewer.text('#status'), 'recordCount 5');
    await filter.fill('home');
    assert.equal(await viewer.text('#status'), 'someRecords 2');
  });

  it('shows what came before a first load failed, and no number where nothing came', async () => {
    await failAfter(records(3));
    assert.equal(await viewer.text('#error-below'), 'partShown recordCount 3');
    await viewer.reopen();
    await viewer.post({ type: 'start', load: 2 }, { ...failure, remedy: 'reconnect' });
    await viewer.state('error');
    assert.equal(await viewer.page.locator('#status').textContent(), '');
    assert.equal(await viewer.page.locator('#error-below').count(), 0);
    await viewer.page.getByRole('button', { name: 'reconnect' }).click();
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'remedy' });
  });

  it('makes no alarm of what the user has ended', async () => {
    await viewer.post({ type: 'start', load: 2 }, failure);
    await viewer.page.locator('.notice[role=alert] .sign').waitFor();
    await viewer.post({ type: 'start', load: 2 }, { ...failure, isCalm: true });
    await viewer.page.locator('.notice[role=status]').waitFor();
    assert.equal(await viewer.page.locator('.notice .sign').isVisible(), false);
  });

  it('has one button, which says what helps against this failure', async () => {
    const buttons = {
      'owner-page': 'ownerPage',
      'edit-environment': 'editEnvironment',
      'set-secret': 'setSecret',
      subscribe: 'subscribe',
      'explain-version': 'explainVersion',
    };
    for (const [remedy, name] of Object.entries(buttons)) {
      await viewer.post({ type: 'start', load: 2 }, { ...failure, remedy });
      await viewer.page.locator('.notice').getByRole('button', { name }).press('Enter');
      assert.equal(await viewer.page.locator('.notice').getByRole('button').count(), 1);
      assert.deepEqual((await viewer.sent()).at(-1), { type: 'remedy' });
    }
    await viewer.post({ type: 'start', load: 2 }, { ...failure, remedy: undefined });
    await viewer.page.locator('.notice').getByRole('button').waitFor({ state: 'detached' });
  });

  it('ignores what is late of an earlier load, and reports what is no message', async () => {
    await viewer.load(1, records(2), 'none');
    await viewer.show(records(5), 2);
    await viewer.post(
      { type: 'done', load: 1, rows: 2, receivedAt: 0 },
      { ...failure, load: 1 },
      { type: 'batch', load: 2 },
    );
    await viewer.hasSent('trouble');
    assert.equal(await viewer.text('#total-charges'), '5');
    await viewer.state('ready');
  });

  it('has nothing to find and no chart to save among no records', async () => {
    const offersChart = async () => {
      await viewer.choose('export', 'none of these');
      const { items = [] } = (await viewer.sent()).findLast((message) => message.type === 'pick') ?? {};
      return items.some((item) => item.startsWith('PNG'));
    };
    await viewer.load(1, []);
    await viewer.state('empty');
    await viewer.page.keyboard.press('Control+f');
    await viewer.page.keyboard.press('F3');
    assert.equal(await viewer.page.getByRole('search').isVisible(), false);
    assert.equal(await offersChart(), false);
    await viewer.show([record()], 2);
    await viewer.page.keyboard.press('Control+f');
    await viewer.page.getByRole('search').waitFor();
    await viewer.page.locator('.u-wrap:visible').waitFor();
    assert.equal(await offersChart(), true);
  });

  it('takes back what stood out among records that came in part, as others come in their places', async () => {
    const { page } = viewer;
    const falling = record({ startPercentRemaining: 0.8, endPercentRemaining: 0.2 });
    await viewer.load(1, [falling], 'none');
    await viewer.post({ type: 'failed', load: 1, message: 'broken', nextStep: 'Reload.', remedy: 'retry' });
    await page.getByRole('tab', { name: 'withUnit' }).waitFor();
    await page.locator('[data-row="0"] .marked').first().waitFor();
    assert.equal(await page.locator('.anomalies .entries button').count(), 1);
    await viewer.load(2, [record()], 'none');
    await page.getByRole('tab', { name: 'anomalies', exact: true }).waitFor();
    await page.locator('[data-row="0"] .endPercentRemaining:not(.marked)').waitFor();
    assert.equal(await page.locator('.anomalies .entries button').count(), 0);
  });

  it('offers newer records, moves nothing until they are asked for, and then no longer', async () => {
    const offer = viewer.page.getByRole('button', { name: 'newData' });
    await viewer.show(records(1000));
    await viewer.scroll(260);
    await viewer.page.locator('[data-row="12"] .energy').click();
    await viewer.page.keyboard.press('Shift+ArrowDown');
    await viewer.post({ type: 'outdated' });
    await viewer.post({ type: 'outdated' });
    await offer.waitFor();
    assert.equal(await viewer.page.getByRole('status').filter({ hasText: 'newData' }).count(), 1);
    assert.equal((await viewer.focused()).row, '13');
    assert.deepEqual(await axeViolations(viewer.page), []);
    await offer.press('Enter');
    await viewer.hasSent('reload');
    await viewer.show(records(1001), 2);
    assert.equal(await offer.count(), 0);
    assert.equal(await viewer.page.locator('#reload:focus').count(), 1);
    await viewer.page.locator('[data-row="13"]').waitFor();
    await viewer.holds(`document.querySelector('.grid').scrollTop === 260`);
  });

  it('asks for no days of a file, and says what was understood of it, whether it is read to its end or not', async () => {
    const note = 'Some characters are not valid UTF-8.';
    await viewer.openFile();
    await viewer.load(1, records(2), 'none');
    await viewer.post({ type: 'done', load: 1, rows: 2, receivedAt: Date.now(), note });
    await viewer.state('ready');
    assert.equal(await viewer.text('.file-note'), note);
    assert.deepEqual(await axeViolations(viewer.page), []);
    assert.equal(await viewer.page.locator('#range').count(), 0);
    await viewer.post({ type: 'command', name: 'chooseRange' });
    await viewer.load(2, []);
    await viewer.state('empty');
    assert.ok(await viewer.page.locator('.file-note').isHidden());
    assert.equal(await viewer.text('.empty'), 'emptyTitle');
    assert.equal(await viewer.page.getByRole('dialog').count(), 0);
    await viewer.openFile();
    await viewer.load(3, records(2), 'none');
    await viewer.post({ type: 'failed', load: 3, message: 'broken', nextStep: 'Reload.', note });
    await viewer.state('error');
    assert.equal(await viewer.text('.file-note'), note);
  });

  it('counts a charge that is ongoing apart from what is invalid', async () => {
    await viewer.load(1, [
      { startTime: '2026-11-01T18:00:00Z', isPublicCharger: true },
      { startTime: '2026-11-01T18:00:00Z', endTime: '2026-11-01T20:00:00Z', energyAdded: 5, isPublicCharger: true },
    ]);
    await viewer.state('ready');
    assert.equal(await viewer.text('.card:has(#total-time) .note'), 'ongoingCharges');
    assert.equal(await viewer.text('.card:has(#total-energy) .note'), 'ongoingCharges');
    assert.equal(await viewer.text('.card:has(#total-public) .note'), '');
  });

  it('counts the wait down that the service asks for, and then asks again by itself', async () => {
    await viewer.page.clock.install();
    await viewer.post({ type: 'start', load: 2 }, { ...failure, retryAt: Date.now() + 600_000 });
    await viewer.state('error');
    const wait = viewer.page.locator('.notice [role=timer]');
    assert.match(await wait.innerText(), /^tryingAgain (9:\d\d|10:00)$/);
    assert.equal(await viewer.page.locator('.notice button').isDisabled(), true, 'nothing is sent meanwhile');
    assert.equal(await wait.getAttribute('role'), 'timer');
    const asked = async () => (await viewer.sent()).filter(({ type }) => type === 'reload').length;
    const before = await asked();
    await viewer.page.locator('#reload').click();
    await viewer.page.locator('.outdated[role=status]', { hasText: /^notYet (9:\d\d|10:00)$/ }).waitFor();
    assert.equal(await asked(), before);
    await viewer.page.clock.fastForward(600_000);
    await viewer.hasSent('reload');
    assert.deepEqual((await viewer.sent()).at(-1), { type: 'reload', days: 'failed' });
    await viewer.post({ type: 'start', load: 3 });
    await wait.waitFor({ state: 'detached' });
  });
});
