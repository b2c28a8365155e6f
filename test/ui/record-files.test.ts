import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { paletteTitleOf, titleOf } from './commands.ts';
import { pictureFile } from './pictures.ts';
import { WindowUnderTest } from './window-under-test.ts';

const record = {
  chargeStart: '2026-11-01T18:00:00Z',
  chargeEnd: '2026-11-01T20:30:00Z',
  location: 'Rathausplatz 1, Lindenau',
  energy: 21.5,
  isPublic: true,
  startPercentRemaining: 0.2,
  endPercentRemaining: 0.7,
  chargingType: 'AC',
};

/** Nobody is connected, and the sandbox is asked nothing. */
describe('charge records of a file, in VS Code,', () => {
  const window = WindowUnderTest.ofSuite();

  const broken = () => join(window.served.folder, 'broken.json');
  const rows = () => window.viewer.frame.locator('.rows [role=row]:not([hidden])');

  before(async () => {
    const { folder } = window.served;
    await writeFile(join(folder, 'report.charges.json'), JSON.stringify({ records: [record, record] }));
    await writeFile(broken(), JSON.stringify({ records: [record, record, record] }).slice(0, -30));
  });

  it('open as a table by their name alone, and can be exported', async () => {
    const { workbench, viewer } = window;
    await workbench.quickOpen('report.charges.json');
    await workbench.webviewOpened();
    assert.equal(await viewer.readCount(), 2);
    assert.equal(await viewer.frame.locator('#range').count(), 0, 'a file has no other days to ask for');
    await workbench.page.keyboard.press('F1');
    await workbench.quickInput.getByRole('textbox').fill(`>${paletteTitleOf('records.chooseRange')}`);
    const none = workbench.quickInput.getByText(/^(similar commands|No matching commands)$/).first();
    await none.waitFor();
    await workbench.page.keyboard.press('Escape');
    await none.waitFor({ state: 'hidden' });
    await window.run('records.export');
    await workbench.quickInput.getByRole('option', { name: /NDJSON/ }).click();
    await workbench.savesAs('.charges.ndjson');
    const copy = join(window.served.folder, 'copy.charges.ndjson');
    await workbench.quickInput.getByRole('textbox').fill(copy);
    await workbench.page.keyboard.press('Enter');
    await workbench.notified(/Saved|saved/);
    assert.equal(await readFile(copy, 'utf8'), `${JSON.stringify(record)}\n`.repeat(2));
  });

  it('are compared with those of another file, by their starts', async () => {
    const { workbench, served } = window;
    const earlier = join(served.folder, 'earlier.json');
    const compare = async (...records: readonly unknown[]) => {
      await writeFile(earlier, JSON.stringify({ records }));
      await workbench.quickOpen('report.charges.json');
      await workbench.webviewOpened();
      await workbench.openFile(() => workbench.chooseInEditorTitle(titleOf('compareRecordsFile')), earlier);
    };
    const name = 'earlier.json ↔ report.charges.json';
    const counts = (text: string) =>
      window.viewer.frame.locator('.compared-counts').getByText(text, { exact: true }).waitFor();
    await compare(record, record);
    await workbench.page.getByRole('tab', { name, selected: true }).waitFor();
    await counts('Equal: 2');
    assert.equal(await window.viewer.frame.getByRole('grid').getAttribute('aria-rowcount'), '1');
    await compare({ ...record, energy: 20 }, { ...record, chargeStart: '2026-10-31T18:00:00Z' });
    await counts('Changed: 1 · Only in earlier.json: 1 · Only in report.charges.json: 1');
    const changed = window.viewer.frame.getByRole('gridcell', { name: '20.00 to 21.50', exact: true });
    await changed.dblclick();
    await workbench.page.locator('.editor-instance .original .view-line', { hasText: '"energy": 20,' }).waitFor();
  });

  it('open by the command from any other file, as far as it can be read, with what is wrong and where, and again once it is mended', async () => {
    const { workbench, viewer } = window;
    await workbench.openFile(() => workbench.runCommand(paletteTitleOf('openRecordsFile')), broken());
    await workbench.page.getByRole('tab', { name: 'broken.json', selected: true }).waitFor();
    await workbench.webviewOpened();
    assert.match(await viewer.failure(), /The file is not JSON from record \d+ on\./);
    await rows().nth(1).waitFor();
    await writeFile(broken(), JSON.stringify({ records: [record, record, record] }));
    await viewer.reload();
    assert.equal(await viewer.readCount(), 3);
    assert.deepEqual(await window.served.requests(), []);
  });

  it('open when they are dropped with Shift, as VS Code says, whether they came in over the page or over tabs', async () => {
    const { workbench, viewer, served } = window;
    const { page } = workbench;
    const session = await page.context().newCDPSession(page);
    const box = (await page.locator('iframe.webview.ready').filter({ visible: true }).boundingBox()) ?? assert.fail();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const tabs = { x: middle.x, y: box.y - 10 };
    const shift = 8;

    for (const [index, from] of [middle, tabs].entries()) {
      const name = `dropped-${index + 1}.json`;
      await writeFile(join(served.folder, name), JSON.stringify({ records: Array(index + 1).fill(record) }));
      const data = { items: [], files: [join(served.folder, name)], dragOperationsMask: 1 };
      const drag = (type: 'dragEnter' | 'dragOver' | 'drop', at: typeof middle, modifiers = 0) =>
        session.send('Input.dispatchDragEvent', { type, ...at, data, modifiers });
      const dragUntil = async (seen: Locator, modifiers: number) => {
        while (!(await seen.isVisible())) await drag('dragOver', middle, modifiers);
      };
      await drag('dragEnter', from);
      await drag('dragOver', from);
      await dragUntil(page.getByText('Hold Shift to drop into editor').first(), 0);
      await dragUntil(viewer.frame.getByText('Drop to show the charge records of the file'), shift);
      await workbench.screenshot(pictureFile(`drop-${index + 1}`));
      await drag('drop', middle, shift);
      await page.getByRole('tab', { name: `${name}: Charge records`, selected: true }).waitFor();
      await workbench.webviewOpened();
      assert.equal(await viewer.readCount(), index + 1);
    }
  });
});
