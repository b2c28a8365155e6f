import assert from 'node:assert/strict';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { titleOf } from './commands.ts';
import { ContextMenu } from './context-menu.ts';
import { eventually } from '../faults/vscode/flight.ts';
import { insist, patienceMs } from '../tools/lib/patience.ts';
import { version2Leads } from './version-3.ts';
import { testThemes } from './viewer-themes.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the viewer in VS Code', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true, settings: version2Leads });
  let records: number;

  before(async () => {
    ({ records } = await window.openRecords());
  });
  afterEach(() => menu().close());

  const menu = () => new ContextMenu(window.workbench.page);
  const frame = () => window.viewer.frame;
  const cell = (row: number, column: string) => frame().locator(`[data-row="${row}"] .${column}`);
  const input = () => window.workbench.quickInput.getByRole('textbox');
  const option = (name: string | RegExp) => window.workbench.quickInput.getByRole('option', { name });
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await window.workbench.page.keyboard.press(key);
  };
  /** An empty grid gives way to words. */
  const gridOf = (rows: number) =>
    frame()
      .locator(`.grid[aria-rowcount="${rows + 1}"]`)
      .waitFor({ state: 'attached' });
  const editorText = async () =>
    (await window.workbench.page.locator('.editor-instance .view-lines').innerText()).replaceAll('\u00a0', ' ');

  /** Begins to save, and types the file's path into VS Code's dialog when that is ready. */
  async function save(begin: () => Promise<unknown>, proposed: string, file: string): Promise<string> {
    await begin();
    await window.workbench.savesAs(proposed);
    const path = join(window.served.folder, file);
    await input().fill(path);
    await input().press('Enter');
    // It is there before anything is in it.
    const isWritten = async () => Boolean((await stat(path).catch(() => undefined))?.size) || undefined;
    assert.ok(await eventually(isWritten, patienceMs), `${path} is written`);
    await window.workbench.quickInput.waitFor({ state: 'hidden' });
    return path;
  }
  /** By keyboard: the list's lines still move when it has just come, and a click waits for them. */
  const choose = async (name: string) => {
    await option(name).waitFor();
    await input().fill(name);
    await option(name).and(window.workbench.quickInput.locator('.focused')).waitFor();
    await input().press('Enter');
  };
  const exportAs = async (format: string) => {
    await window.run('records.export');
    await choose(format);
  };

  /** Right-clicks, reads the menu and chooses from it, or closes it. */
  async function menuOf(at: Locator, choose?: string): Promise<readonly string[]> {
    const { entries } = menu();
    // VS Code shows no menu over a window that is just losing its focus, and closes one.
    await insist(async (timeout) => {
      await at.click({ button: 'right' });
      await entries.first().waitFor({ timeout });
    });
    const names = (await entries.allInnerTexts()).map((name) => name.trim()).filter((name) => name !== '');
    await (choose === undefined ? menu().close() : menu().choose(choose));
    return names;
  }

  it('saves all records, those that pass the filters or a picture, where its dialog is told to', async () => {
    const csv = await readFile(
      await save(() => exportAs('CSV (UTF-8 with BOM, for Excel)'), '.charges.csv', 'mine.csv'),
      'utf8',
    );
    assert.equal(csv.trimEnd().split('\r\n').length, records + 1);
    assert.ok(csv.startsWith('\ufeff'), 'Excel needs the mark');
    const saveChart = () => exportAs('PNG (Energy per day)');
    const png = await readFile(await save(saveChart, '.png', 'mine.png'));
    assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);

    const place = await cell(0, 'location').innerText();
    await frame().locator('.filter-text').fill(place);
    await frame().locator('.chip').waitFor();
    const rows = Number(await frame().getByRole('grid').getAttribute('aria-rowcount')) - 1;
    const saveThose = async () => {
      await exportAs('NDJSON');
      // The list has all of them too.
      await choose('filtered');
    };
    const nd = await readFile(await save(saveThose, '.ndjson', 'some.ndjson'), 'utf8');
    const lines = nd.trimEnd().split('\n');
    assert.equal(lines.length, rows);
    for (const line of lines) assert.ok(line.includes(place));
    await frame().locator('.chip').click();
    await gridOf(records);
    // What takes the focus closes a list of VS Code.
    await frame().locator('.filter-text:focus').waitFor();

    await exportAs('CSV (UTF-8 with BOM, for Excel)');
    await window.workbench.savesAs('.charges.csv');
    const before = await readdir(window.served.folder);
    await press('Escape');
    await window.workbench.quickInput.waitFor({ state: 'hidden' });
    assert.deepEqual(await readdir(window.served.folder), before, 'a cancelled dialog saves nothing');
  });

  it('puts rows on the clipboard by key and by menu', async () => {
    await cell(0, 'energy').click();
    await press('Shift+ArrowDown', 'Shift+ArrowDown');
    const tsv = (await window.copied(() => press('Control+c'))).split('\n');
    assert.equal(tsv.length, 4);
    assert.match(tsv[0] ?? '', /^Start\tEnergy \(kWh\)\tDuration/);
    const copyAsJson = async () => {
      await menuOf(cell(1, 'energy'), titleOf('records.copyAs'));
      await choose('JSON');
    };
    const json = JSON.parse(await window.copied(copyAsJson)) as { energy: number }[];
    assert.equal(json.length, 3);
    assert.equal(typeof json[0]?.energy, 'number');
    await cell(0, 'energy').click();
    await press('Control+a');
    await frame().locator('[role=row][aria-selected=true]').nth(4).waitFor();
    const all = await window.copied(() => menuOf(cell(0, 'energy'), titleOf('records.copy')));
    assert.equal(all.split('\n').length, records + 1);
  });

  it('opens the raw record that the menu was opened on, read-only, beside the table', async () => {
    const { page } = window.workbench;
    const energy = await cell(2, 'energy').innerText();
    await menuOf(cell(2, 'location'), titleOf('records.openRawRecord'));
    await page.getByRole('tab', { name: /record-\d+\.json/ }).waitFor();
    const line = page.locator('.view-line', { hasText: 'chargeStart' }).first();
    await line.waitFor();
    const text = await editorText();
    assert.equal(Number(/"energy": ([\d.]+)/.exec(text)?.[1]).toFixed(2), energy);
    await line.click();
    await press('x');
    assert.equal(await editorText(), text);
    await window.workbench.runCommand('View: Close All Editors in Group');
    await cell(0, 'energy').waitFor();
  });

  it('has the focus where it was when a palette or a menu closes', async () => {
    const openAndClose = async (key: string, opened: Locator) => {
      await press(key);
      await opened.waitFor();
      await press('Escape');
      await opened.waitFor({ state: 'detached' });
    };
    const palette = input().and(window.workbench.page.locator(':focus'));
    // VS Code hears late of where the focus is in a page. What opens before that gives it back to where it was before.
    await insist(async (timeout) => {
      await cell(1, 'energy').click({ timeout });
      await openAndClose('F1', palette);
      await frame().locator('[data-row="1"] .energy:focus').waitFor({ timeout });
    });
    await press('ArrowDown');
    await frame().locator('[data-row="2"] .energy:focus').waitFor();
    // Before it has the focus, Escape would go to the page.
    await openAndClose('Shift+F10', window.workbench.page.locator('.monaco-menu :focus'));
    await frame().locator('[data-row="2"] .energy:focus').waitFor();
    await press('ArrowRight');
    await frame().locator('[data-row="2"] .duration:focus').waitFor();
    await insist(async (timeout) => {
      await frame().locator('#reload').focus({ timeout });
      await openAndClose('F1', palette);
      await frame().locator('#reload:focus').waitFor({ timeout });
    });
  });

  it('finds with Ctrl+F and F3 while the focus is in its page, and leaves the keys to VS Code elsewhere', async () => {
    const { workbench } = window;
    const { page } = workbench;
    const find = () => frame().getByRole('search');
    const close = async () => {
      await press('Escape');
      await find().waitFor({ state: 'hidden' });
    };
    /** Keys reach the viewer one after the other: what came before the last of them has come, too. */
    const isStill = async () => {
      await frame().locator('#columns').click();
      await frame().getByRole('dialog').waitFor();
      await press('Escape');
      await frame().getByRole('dialog').waitFor({ state: 'hidden' });
      await find().waitFor({ state: 'hidden' });
    };
    for (const key of ['Control+f', 'F3', 'Shift+F3']) {
      await frame().locator('.filter-text').focus();
      await press(key);
      await find().locator('input:focus').waitFor();
      assert.equal(await page.locator('.find-widget.visible').count(), 0, 'VS Code looks for nothing itself');
      await close();
    }

    await workbench.runCommand('Output: Focus on Output View');
    await page.locator('.part.panel .monaco-editor').first().click();
    await press('Control+f');
    await page
      .locator('.part.panel .find-widget.visible input:focus, .part.panel .find-widget.visible textarea:focus')
      .waitFor();
    await press('Escape');
    await isStill();
    await workbench.runCommand('View: Hide Panel');

    const sidebar = page.locator('.part.sidebar');
    await sidebar.locator('.monaco-list-row').first().click();
    // Lists find with F3, and take Ctrl+F for nothing.
    await press('Control+f', 'F3');
    await sidebar.locator('.monaco-tree-type-filter input:focus').waitFor();
    await press('Escape');
    await isStill();
  });

  it('offers what was charged in the sandbox since, and asks for it when told to', async () => {
    const { id } = await window.vehicleWithRecords();
    const offer = frame().getByRole('button', { name: 'New data: reload' });
    await window.served.charge(id);
    await offer.waitFor();
    assert.equal(await window.viewer.readCount(), records);
    await offer.click();
    await gridOf(records + 1);
    await offer.waitFor({ state: 'detached' });
  });

  describe('in the themes of VS Code', () => testThemes(window));
});
