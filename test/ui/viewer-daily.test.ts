import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';
import { cache, root } from '../tools/lib/paths.ts';
import { ContextMenu } from './context-menu.ts';
import { Explorer } from './explorer.ts';
import { folderUnderTest } from './host-under-test.ts';
import { lastPictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { vehiclesInSandbox } from './truth.ts';
import { Viewer } from './viewer.ts';

const place = 'ui-viewer-daily';
const folder = join(cache, folderUnderTest(place), 'folder');

/** The titles of the viewer's commands, as the palette has them, with what their `when` asks for. */
async function viewerCommands(): Promise<readonly { readonly title: string; readonly when: string }[]> {
  const read = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8')) as unknown;
  const manifest = (await read('package.json')) as {
    contributes: {
      commands: { command: string; title: string }[];
      menus: { commandPalette: { command: string; when: string }[] };
    };
  };
  const texts = (await read('package.nls.json')) as Record<string, string>;
  return manifest.contributes.commands
    .filter(({ command }) => command.startsWith('vehicleData.records.'))
    .map(({ command, title }) => {
      const when = manifest.contributes.menus.commandPalette.find((entry) => entry.command === command)?.when;
      assert.ok(when, `${command} is in the palette where it can run, and only there`);
      return { title: `Vehicle Data: ${texts[title.replaceAll('%', '')]}`, when };
    });
}

describe('the viewer, day by day, in VS Code', () => {
  let served: ServedExtension;
  let window: Workbench;
  let viewer: Viewer;
  let menu: ContextMenu;
  let records: number;

  before(async () => {
    served = await ServedExtension.start(place, process.env[vsixVariable] ?? '');
    window = await served.newWindow();
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    viewer = new Viewer(window);
    menu = new ContextMenu(window.page);
    const explorer = new Explorer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    const vehicle = (await vehiclesInSandbox(served.sandbox)).find((each) => (each.records ?? 0) > 0);
    assert.ok(vehicle?.records);
    records = vehicle.records;
    const seen = (await explorer.readVehicles()).find(({ id }) => id === vehicle.id);
    assert.ok(seen);
    await explorer.clickChargeRecords(seen.name);
    await viewer.firstRow(seen);
    assert.equal(await viewer.readCount(), records);
  });
  after(() => served?.stop());
  afterEach(async function () {
    await window.screenshot(lastPictureFile(this, 'viewer-daily-'));
    await menu.close();
  });

  /** A palette or a dialog that is closing takes the keys of the next one. */
  async function run(title: string, category = 'Vehicle Data'): Promise<void> {
    await window.quickInput.waitFor({ state: 'hidden' });
    await window.runCommand(`${category}: ${title}`);
  }
  const cell = (row: number, column: string) => viewer.frame.locator(`[data-row="${row}"] .${column}`);
  /** An empty grid gives way to words. */
  const gridOf = (rows: number) =>
    viewer.frame.locator(`.grid[aria-rowcount="${rows + 1}"]`).waitFor({ state: 'attached' });
  /** Whatever else has had the focus until then. */
  const focusInGrid = () => viewer.frame.locator('[role=grid] :focus, [role=grid]:focus');
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await window.page.keyboard.press(key);
  };

  /** Runs a command that saves, and types the file's path into VS Code's dialog when that is ready. */
  async function save(title: string, proposed: RegExp, file: string, choice?: RegExp): Promise<string> {
    await run(title);
    if (choice) await window.quickInput.getByRole('option', { name: choice }).click();
    await proposes(proposed);
    const path = join(folder, file);
    const input = window.quickInput.getByRole('textbox');
    await input.fill(path);
    await input.press('Enter');
    while (!existsSync(path)) await window.page.evaluate('new Promise(requestAnimationFrame)');
    return path;
  }

  /** The dialog takes the palette's place, and proposes a path when it is ready. */
  async function proposes(path: RegExp): Promise<void> {
    const proposed = "document.querySelector('.quick-input-widget input')?.value ?? ''";
    while (!path.test(await window.page.evaluate<string>(proposed))) {
      await window.page.evaluate('new Promise(requestAnimationFrame)');
    }
  }

  /** What an act puts on the clipboard. */
  async function copied(act: () => Promise<unknown>): Promise<string> {
    await window.page.evaluate(`navigator.clipboard.writeText('nothing')`);
    await act();
    const read = () => window.page.evaluate<string>('navigator.clipboard.readText()');
    let text = await read();
    while (text === 'nothing') text = await read();
    return text;
  }

  /** Right-clicks, reads the menu and chooses from it, or closes it. */
  async function menuOf(row: number | undefined, column: string, choose?: string): Promise<readonly string[]> {
    const at = row === undefined ? viewer.frame.locator(`.head .${column}`) : cell(row, column);
    const open = async (limit: { timeout?: number }) => {
      await at.click({ button: 'right' });
      await menu.entries.first().waitFor(limit);
    };
    // VS Code shows no menu over a window that is just losing its focus, and closes one.
    await open({ timeout: 5000 }).catch(() => open({}));
    const names = (await menu.entries.allInnerTexts()).map((name) => name.trim()).filter((name) => name !== '');
    await (choose === undefined ? menu.close() : menu.choose(choose));
    return names;
  }

  it('saves all records in each format where its dialog is told to', async () => {
    const csv = await readFile(await save('Export Charge Records as CSV', /-charges\.csv$/, 'mine.csv'), 'utf8');
    const lines = csv.trimEnd().split('\r\n');
    assert.equal(lines.length, records + 1);
    assert.match(lines[0] ?? '', /chargeStart,chargeEnd,location/);
    const json = await readFile(await save('Export Charge Records as JSON', /-charges\.json$/, 'mine.json'), 'utf8');
    const list = JSON.parse(json) as { records?: unknown[] } | unknown[];
    assert.equal((Array.isArray(list) ? list : list.records)?.length, records);
    const nd = await readFile(
      await save('Export Charge Records as NDJSON', /-charges\.ndjson$/, 'mine.ndjson'),
      'utf8',
    );
    const each = nd
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { energy?: number });
    assert.equal(each.length, records);
    assert.equal(typeof each[0]?.energy, 'number');
  });

  it('saves a chart as a picture', async () => {
    const png = await readFile(await save('Save Chart as PNG', /\.png$/, 'mine.png'));
    assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.ok(png.length > 2000, `${png.length} bytes`);
  });

  it('saves nothing when its dialog is cancelled', async () => {
    await run('Export Charge Records as CSV');
    await proposes(/-charges\.csv$/);
    const before = await readdir(folder);
    await press('Escape');
    await window.quickInput.waitFor({ state: 'hidden' });
    assert.deepEqual(await readdir(folder), before);
  });

  it('puts rows on the clipboard as TSV, Markdown and JSON', async () => {
    await cell(0, 'energy').click();
    await press('Shift+ArrowDown', 'Shift+ArrowDown');
    const tsv = (await copied(() => press('Control+c'))).split('\n');
    assert.equal(tsv.length, 4);
    assert.match(tsv[0] ?? '', /^Start\tEnd\tLocation/);
    assert.equal((await copied(() => run('Copy Records as Markdown'))).split('\n').length, 5);
    const json = JSON.parse(await copied(() => run('Copy Records as JSON'))) as { energy: number }[];
    assert.equal(json.length, 3);
    assert.equal(typeof json[0]?.energy, 'number');
    await run('Select All Records');
    await viewer.frame.locator('[role=row][aria-selected=true]').nth(4).waitFor();
    const all = await copied(() => menuOf(0, 'energy', 'Copy Records'));
    assert.equal(all.split('\n').length, records + 1);
  });

  it('has a menu for a record and one for a column, with what can be done there', async () => {
    const ofRecord = await menuOf(1, 'energy');
    for (const entry of ['Open Raw Record', 'Copy Records', 'Copy Records as JSON', 'Export Charge Records as CSV']) {
      assert.ok(ofRecord.includes(entry), `${entry} in ${ofRecord.join(', ')}`);
    }
    assert.ok(!ofRecord.includes('Hide This Column'));
    await cell(1, 'energy').click();
    await menuOf(1, 'energy', 'Clear the Selection of Records');
    await viewer.frame.locator('[role=row][aria-selected=true]').waitFor({ state: 'detached' });
    const ofColumn = await menuOf(undefined, 'energy', 'Sort Descending');
    for (const entry of ['Hide This Column', 'Widen This Column', 'Narrow This Column', 'Fit This Column to Its']) {
      assert.ok(
        ofColumn.some((name) => name.startsWith(entry)),
        `${entry} in ${ofColumn.join(', ')}`,
      );
    }
    assert.ok(!ofColumn.includes('Open Raw Record'));
    await viewer.frame.locator('.head .energy[aria-sort=descending]').waitFor();
    await menuOf(undefined, 'location', 'Hide This Column');
    await viewer.frame.locator('.head .location').waitFor({ state: 'hidden' });
    await run('Reset Columns');
    await viewer.frame.locator('.head .location').waitFor();
    await menuOf(undefined, 'energy', 'Restore the Service');
    await viewer.frame.locator('.head .energy[aria-sort=descending]').waitFor({ state: 'detached' });
  });

  it('opens the raw record that the menu was opened on, read-only, beside the table', async () => {
    const energy = await cell(2, 'energy').innerText();
    await menuOf(2, 'location', 'Open Raw Record');
    await window.page.getByRole('tab', { name: /record-3\.json/ }).waitFor();
    await window.page.locator('.view-line', { hasText: 'chargeStart' }).first().waitFor();
    const text = (await window.page.locator('.editor-instance .view-lines').innerText()).replaceAll('\u00a0', ' ');
    assert.equal(Number(/"energy": ([\d.]+)/.exec(text)?.[1]).toFixed(2), energy);
    await window.page.locator('.view-line', { hasText: 'chargeStart' }).first().click();
    await press('x');
    assert.equal(
      (await window.page.locator('.editor-instance .view-lines').innerText()).replaceAll('\u00a0', ' '),
      text,
    );
    await run('Close All Editors in Group', 'View');
    await cell(0, 'energy').waitFor();
  });

  it('finds with Ctrl+F inside, and gives the focus back', async () => {
    await cell(0, 'location').click();
    const place = await cell(0, 'location').innerText();
    await press('Control+f');
    await viewer.frame.getByRole('search').getByRole('textbox').waitFor();
    await window.page.keyboard.type(place.slice(0, 8));
    await viewer.frame.locator('.find-count', { hasText: /\d/ }).waitFor();
    assert.equal(await window.page.locator('.find-widget.visible').count(), 0, 'VS Code looks for nothing itself');
    await press('Enter', 'Escape');
    await viewer.frame.getByRole('search').waitFor({ state: 'hidden' });
    assert.equal(await focusInGrid().count(), 1);
  });

  it('has the focus where it was when a palette or a menu closes', async () => {
    const openAndClose = async (key: string, opened: Locator) => {
      await press(key);
      await opened.waitFor();
      await press('Escape');
      await opened.waitFor({ state: 'detached' });
    };
    const palette = window.quickInput.getByRole('textbox');
    await cell(1, 'energy').click();
    await openAndClose('F1', palette);
    await viewer.frame.locator('[data-row="1"] .energy:focus').waitFor();
    await press('ArrowDown');
    await viewer.frame.locator('[data-row="2"] .energy:focus').waitFor();
    await openAndClose('Shift+F10', menu.entries.first());
    await viewer.frame.locator('[data-row="2"] .energy:focus').waitFor();
    await press('ArrowRight');
    await viewer.frame.locator('[data-row="2"] .isPublic:focus').waitFor();
    await viewer.frame.locator('#reload').focus();
    await openAndClose('F1', palette);
    await viewer.frame.locator('#reload:focus').waitFor();
  });

  it('is filtered, sorted, selected and rearranged by keyboard alone', async () => {
    await run('Focus the Table of Charge Records');
    await focusInGrid().waitFor();
    await press('Control+Home', 'ArrowUp', 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
    await viewer.frame.locator('.head .energy[aria-sort=ascending]').waitFor();
    await press('Alt+ArrowDown');
    await viewer.frame.locator('[role=dialog] input:focus').first().waitFor();
    await window.page.keyboard.type('1000');
    await gridOf(0);
    await press('Escape');
    await run('Clear Filters');
    await gridOf(records);
    await run('Filter Charge Records');
    await viewer.frame.locator('.filter-text:focus').waitFor();
    await window.page.keyboard.type('zzzz');
    await gridOf(0);
    await viewer.frame.getByRole('status').filter({ hasText: 'No matching records.' }).waitFor();
    await run('Clear Filters');
    await gridOf(records);
    await run('Focus the Table of Charge Records');
    await focusInGrid().waitFor();
    await press('Control+Home', 'Control+a');
    await viewer.frame.locator('[role=row][aria-selected=true]').nth(2).waitFor();
    await run('Choose Columns');
    await viewer.frame.locator('[role=dialog] input:focus').waitFor();
    await press('Tab', 'Space', 'Escape');
    await viewer.frame.locator('.head .chargeEnd').waitFor({ state: 'hidden' });
    await run('Reset Columns');
    await viewer.frame.locator('.head .chargeEnd').waitFor();
    await viewer.frame.locator('.head .energy').press('Enter');
    await viewer.frame.locator('.head .energy[aria-sort=descending]').waitFor();
    await run("Restore the Service's Order");
  });

  it('writes times by the clock of a place that is found in a list, by its city or by its offset', async () => {
    const zone = viewer.frame.locator('#zone');
    const option = (label: string) => window.quickInput.getByRole('option').filter({ hasText: label });
    await zone.selectOption('utc');
    const inUtc = Date.parse(`${(await cell(0, 'chargeStart').innerText()).replace(' ', 'T')}Z`);
    await run('Choose the Time Zone of Charge Records…');
    await window.quickInput.getByRole('textbox').fill('kathmandu');
    await option('UTC+05:45').waitFor();
    await press('Enter');
    await zone.locator('option:checked', { hasText: 'Asia/Kathmandu' }).waitFor({ state: 'attached' });
    const there = new Date(inUtc + (5 * 60 + 45) * 60_000).toISOString();
    assert.equal(await cell(0, 'chargeStart').innerText(), there.slice(0, 16).replace('T', ' '));

    await zone.selectOption({ label: 'Other time zone…' });
    await window.quickInput.getByRole('textbox').fill('+05:30');
    await option('Asia/Kolkata').waitFor();
    await press('Escape');
    await window.quickInput.waitFor({ state: 'hidden' });
    assert.equal(await zone.inputValue(), 'Asia/Kathmandu', 'nothing was chosen');
    await zone.selectOption('local');
  });

  it('offers tabs and filters in VS Code’s own list', async () => {
    const option = (name: string | RegExp) => window.quickInput.getByRole('option', { name });
    // By keyboard: the list's lines still move when it has just come, and a click waits for them.
    const choose = async (name: string) => {
      await option(name).waitFor();
      const input = window.quickInput.getByRole('textbox');
      await input.fill(name);
      await option(name).and(window.quickInput.locator('.focused')).waitFor();
      await input.press('Enter');
    };
    const selected = (name: string | RegExp) => viewer.frame.getByRole('tab', { name, selected: true });
    await run('Show a Chart or Answer…');
    await choose('Summary');
    await selected('Summary').waitFor();
    await run('Sort Summary…');
    await choose('Location: Charges');
    const sorted = viewer.frame.getByRole('table', { name: 'Location' }).locator('[aria-sort=descending]');
    await sorted.filter({ hasText: 'Charges' }).waitFor();
    await viewer.frame.locator('.filter-text').fill('$(zap)');
    await gridOf(0);
    await run('Remove a Filter…');
    await option(/contains/)
      .filter({ hasText: 'contains “$(zap)”' })
      .waitFor();
    assert.equal(await window.quickInput.locator('.monaco-list .codicon-zap').count(), 0, 'it is shown as it is');
    await window.quickInput.getByRole('textbox').press('Enter');
    await gridOf(records);
    await run('Show a Chart or Answer…');
    await choose('Energy per day');
    await selected('Energy per day').waitFor();
  });

  it('filters the table by what the mouse is dragged over in a chart', async () => {
    const plot = await viewer.frame.locator('[role=tabpanel]:visible .u-over').boundingBox();
    assert.ok(plot);
    const drag = async (from: number, to: number) => {
      await window.page.mouse.move(plot.x + from * plot.width, plot.y + plot.height / 2);
      await window.page.mouse.down();
      await window.page.mouse.move(plot.x + to * plot.width, plot.y + plot.height / 2, { steps: 3 });
      await window.page.mouse.up();
    };
    await drag(0, 0.5);
    await viewer.frame.locator('.chip').waitFor();
    const rows = Number(await viewer.frame.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    assert.ok(rows > 0 && rows < records, `${rows} of ${records}`);
    await viewer.frame.locator('.chip').click();
    await gridOf(records);
  });

  it('asks the service for other days, with progress until that is cancelled, and for its own days again', async () => {
    const asked = async () => (await served.requests()).filter(({ path }) => path.includes('/charge/records'));
    const state = (name: string) => viewer.frame.locator(`body[data-state=${name}]`).waitFor();
    const { length: before } = await asked();
    await served.fault({ operation: 'records', delayMs: 600_000 });
    await viewer.frame.locator('#range-start').fill('2026-01-05');
    await viewer.frame.locator('#range-end').fill('2026-02-03');
    await press('Enter');
    await state('loading');
    await viewer.frame.locator('.progress').waitFor();
    await run('Cancel Loading Charge Records');
    assert.equal(await viewer.readCount('error'), records, 'the earlier ones stay');
    // The sandbox notes a request once its connection is closed.
    while ((await asked()).length === before) await window.page.evaluate('new Promise(requestAnimationFrame)');
    assert.match((await asked()).at(-1)?.path ?? '', /startDate=2026-01-05&endDate=2026-02-03/);
    await served.stopFaults();
    await viewer.frame.getByRole('button', { name: 'Default' }).click();
    await state('ready');
    assert.equal(await viewer.readCount(), records);
    assert.equal((await asked()).length, before + 2);
    assert.doesNotMatch((await asked()).at(-1)?.path ?? '', /Date=/);
  });

  it('saves what passes the filters when that is chosen', async () => {
    const place = await cell(0, 'location').innerText();
    await run('Filter Charge Records');
    await viewer.frame.locator('.filter-text:focus').waitFor();
    await window.page.keyboard.type(place);
    await viewer.frame.locator('.chip').waitFor();
    const rows = Number(await viewer.frame.getByRole('grid').getAttribute('aria-rowcount')) - 1;
    const choice = /pass(es)? the filters/;
    const path = await save('Export Charge Records as NDJSON', /\.ndjson$/, 'some.ndjson', choice);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    assert.equal(lines.length, rows);
    for (const line of lines) assert.ok(line.includes(place));
    await run('Clear Filters');
    await gridOf(records);
  });

  it('follows another theme at once, without losing its place', async () => {
    await cell(1, 'energy').click();
    const before = await viewer.background();
    await viewer.frame.locator('body').evaluate((body) => {
      (body as unknown as { dataset: Record<string, string> }).dataset.same = 'yes';
    });
    await window.page.emulateMedia({ colorScheme: 'light' });
    await viewer.frame.locator('body.vscode-light[data-same=yes]').waitFor();
    assert.notEqual(await viewer.background(), before);
    await window.page.emulateMedia({ colorScheme: 'dark' });
    await viewer.frame.locator('body.vscode-dark[data-same=yes]').waitFor();
    assert.equal(await viewer.background(), before);
  });

  it('moves to another group with its records, its order and its filter, and asks nothing', async () => {
    const asked = (await served.requests()).length;
    await viewer.frame.locator('.head .energy').click();
    await viewer.frame.locator('.head .energy[aria-sort=ascending]').waitFor();
    const first = await viewer.frame.locator('[aria-rowindex="2"] .energy').innerText();
    await run('Move Editor into Right Group', 'View');
    await viewer.frame.locator('.head .energy[aria-sort=ascending]').waitFor();
    assert.equal(await viewer.readCount(), records);
    assert.equal(await viewer.frame.locator('[aria-rowindex="2"] .energy').innerText(), first);
    assert.equal((await served.requests()).length, asked);
  });

  it('offers its commands in the palette while it is in front, and none of them otherwise', async () => {
    const commands = await viewerCommands();
    const open = async () => {
      await press('F1');
      return window.quickInput.getByRole('textbox');
    };
    const option = (title: string) => window.quickInput.getByRole('option').filter({ hasText: title }).first();
    const close = async () => {
      await press('Escape');
      await window.quickInput.waitFor({ state: 'hidden' });
    };
    /** The palette says nothing where there is nothing to say: it gets a moment. */
    const isAbsent = (title: string) =>
      option(title)
        .waitFor({ timeout: 300 })
        .then(
          () => false,
          () => true,
        );
    await cell(0, 'energy').click();
    const plain = commands.filter(({ when }) => !when.includes(' && vehicleData.records.'));
    assert.ok(plain.length > 35);
    const input = await open();
    for (const { title } of [...plain, { title: 'Vehicle Data: Save Chart as PNG' }]) {
      await input.fill(`>${title}`);
      await option(title).waitFor();
    }
    const cancel = 'Vehicle Data: Cancel Loading Charge Records';
    await input.fill(`>${cancel}`);
    assert.ok(await isAbsent(cancel), 'nothing is loading');
    await close();

    await run('Close All Editors', 'View');
    await window.page.locator('iframe.webview').waitFor({ state: 'detached' });
    const later = await open();
    for (const { title } of commands) {
      await later.fill(`>${title}`);
      assert.ok(await isAbsent(title), title);
    }
    await close();
  });
});
