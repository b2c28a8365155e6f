import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paletteTitleOf, titleOf } from './commands.ts';
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

  const quickOpen = async (name: string) => {
    const { workbench } = window;
    await workbench.page.keyboard.press('Control+p');
    await workbench.quickInput.getByRole('textbox').fill(name);
    await workbench.quickInput.getByRole('option', { name }).first().waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.getByRole('tab', { name, selected: true }).waitFor();
  };
  const broken = () => join(window.served.folder, 'broken.json');
  const rows = () => window.viewer.frame.locator('.rows [role=row]:not([hidden])');

  before(async () => {
    const { folder } = window.served;
    await writeFile(join(folder, 'report.charges.json'), JSON.stringify({ records: [record, record] }));
    await writeFile(broken(), JSON.stringify({ records: [record, record, record] }).slice(0, -30));
  });

  it('open as a table by their name alone, and can be exported', async () => {
    const { workbench, viewer } = window;
    await quickOpen('report.charges.json');
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
    await workbench.notification(/Saved|saved/).waitFor();
    assert.equal(await readFile(copy, 'utf8'), `${JSON.stringify(record)}\n`.repeat(2));
  });

  it('are compared with those of another file, by their starts', async () => {
    const { workbench, served } = window;
    const earlier = join(served.folder, 'earlier.json');
    const compare = async (...records: readonly unknown[]) => {
      await writeFile(earlier, JSON.stringify({ records }));
      await quickOpen('report.charges.json');
      await workbench.webviewOpened();
      await workbench.chooseInEditorTitle(titleOf('compareRecordsFile'));
      await workbench.openFile(earlier);
    };
    await compare(record, record);
    await workbench.notification('No differences in 2 charge records.').waitFor();
    await compare({ ...record, energy: 20 }, { ...record, chargeStart: '2026-10-31T18:00:00Z' });
    const name = 'earlier.json ↔ report.charges.json (1 added, 1 gone, 1 changed)';
    await workbench.page.getByRole('tab', { name }).waitFor();
    await workbench.page.locator('.editor-instance .original .view-line', { hasText: '"energy": 20,' }).waitFor();
  });

  it('open by the command from any other file, as far as it can be read, with what is wrong and where, and again once it is mended', async () => {
    const { workbench, viewer } = window;
    await workbench.runCommand(paletteTitleOf('openRecordsFile'));
    await workbench.openFile(broken());
    await workbench.page.getByRole('tab', { name: 'broken.json', selected: true }).waitFor();
    await workbench.webviewOpened();
    assert.match(await viewer.failure(), /The file is not JSON, at byte \d+ \(line 1, column \d+\)/);
    await rows().nth(1).waitFor();
    await writeFile(broken(), JSON.stringify({ records: [record, record, record] }));
    await viewer.reload();
    assert.equal(await viewer.readCount(), 3);
    assert.deepEqual(await window.served.requests(), []);
  });
});
