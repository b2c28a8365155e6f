import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { eventually, findFlight } from '../faults/vscode/flight.ts';
import { Machine } from '../faults/vscode/machine.ts';
import { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';

const vsix = process.env[vsixVariable] ?? '';

/** VS Code starts the extension in every window, whatever is on screen there. */
describe('a window in which nobody opens anything of the extension', () => {
  it('sends nothing, writes nothing and shows nothing where no account is connected', async () => {
    const served = await ServedExtension.start('ui-window-start', vsix);
    try {
      const window = await served.newWindow({ folder: '' });
      await window.runCommand('Developer: Show Running Extensions');
      const editor = window.page.locator('.runtime-extensions-editor');
      await editor.locator('.extension', { hasText: 'Vehicle Data Explorer' }).getByText('Activation:').waitFor();
      assert.deepEqual(await served.requests(), []);
      assert.deepEqual(await readdir(served.extensionStorage).catch(() => []), []);
      assert.equal(await window.page.locator('.statusbar [id^="vehicle-data."]').count(), 0);
      // The palette has what can run, and nothing that needs an account.
      await window.page.keyboard.press('Escape');
      await window.page.keyboard.press('F1');
      await window.quickInput.getByRole('textbox').fill('>Vehicle Data: ');
      const offered = window.quickInput.getByRole('option');
      await offered.filter({ hasText: 'Vehicle Data: Connect a Vehicle Owner' }).waitFor();
      const needsAccount = /Add Vehicle|Charge Records|Copy Link|Copy Vehicle Id|Disconnect/;
      assert.deepEqual(await offered.filter({ hasText: needsAccount }).allInnerTexts(), []);
      // It is there as soon as somebody looks; the list may be a dialog.
      await window.page.keyboard.press('Escape');
      await new Explorer(window).open();
      await window.page.locator('.statusbar [id^="vehicle-data."]').first().waitFor();
    } finally {
      await served.stop();
    }
  });

  // Where there is no process table to find the processes in, none can be killed.
  (process.platform === 'linux' ? it : () => undefined)(
    'finishes a refresh that all who began it left unfinished',
    async () => {
      const machine = await Machine.start('ui-orphan', vsix, 'desktop');
      try {
        const first = await machine.openWindow();
        await first.connect();
        const before = await machine.generation();
        await machine.delayNextTokens(30_000);
        await first.refresh();
        const flight = await eventually(
          async () => ((await machine.isDelaying()) ? findFlight(machine.home) : undefined),
          15_000,
        );
        assert.ok(flight, 'no refresh began');
        process.kill(flight.host, 'SIGKILL');
        process.kill(flight.helper, 'SIGKILL');
        const { origin } = new URL(first.workbench.page.url());
        await first.workbench.page.close();
        assert.equal(await machine.generation(), before);

        const other = new Workbench(await machine.context.newPage());
        await other.open(origin, '');
        const isFinished = async () => (await machine.generation()) > before || undefined;
        assert.ok(await eventually(isFinished, 40_000), 'nobody finished the refresh');
        const shown = await other.page.locator('.sidebar .composite.title').allInnerTexts();
        assert.ok(!shown.some((title) => /vehicle/i.test(title)), 'a view of the extension was open');
        assert.deepEqual(
          (await machine.sessionFiles()).filter((name) => name.endsWith('.intent')),
          [],
        );
      } finally {
        await machine.stop();
      }
    },
  );
});
