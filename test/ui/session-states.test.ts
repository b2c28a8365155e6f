import assert from 'node:assert/strict';
import { eventually } from '../faults/vscode/flight.ts';
import { Machine } from '../faults/vscode/machine.ts';
import type { SessionWindow } from '../faults/vscode/session-window.ts';
import { Explorer } from './explorer.ts';
import { folderUnderTest, hostUnderTest } from './host-under-test.ts';
import { lastPictureFile } from './pictures.ts';
import { vsixVariable } from './suite.ts';

const past60Days = 61 * 86_400;

describe('a session that can’t go on by itself', () => {
  let machine: Machine;
  let windows: SessionWindow[];

  beforeEach(async () => {
    machine = await Machine.start(
      folderUnderTest('ui-states'),
      process.env[vsixVariable] ?? '',
      'desktop',
      hostUnderTest,
    );
    windows = [await machine.openWindow(), await machine.openWindow()];
  });
  afterEach(async function () {
    await windows.at(-1)?.workbench.screenshot(lastPictureFile(this, 'state-'));
    await machine.stop();
  });

  /** In the words of the request, or of the command that found out. */
  const request = ({ workbench }: SessionWindow) => workbench.notification(/The access of .* has ended/);

  it('asks for its owner in one of all windows, and is shown in each', async () => {
    await windows[0]?.connect();
    for (const window of windows) assert.ok(await window.showsSession(30_000));
    await machine.advanceClock(past60Days);
    await windows[1]?.refresh();
    for (const { workbench } of windows) {
      await new Explorer(workbench).line(/^Tokens, owner needed · no longer valid/).waitFor();
    }
    const asking = async () => {
      const shown = await Promise.all(windows.map((window) => request(window).count()));
      return shown.includes(1) ? shown : undefined;
    };
    const shown = (await eventually(asking, 10_000)) ?? [];
    assert.equal(
      shown.reduce((sum, count) => sum + count, 0),
      1,
    );
    const teller = windows[shown.indexOf(1)];
    assert.ok(teller);
    const opened = machine.context.waitForEvent('page');
    await request(teller)
      .getByRole('button', { name: /^(Connect Again|Reconnect)$/ })
      .click();
    await new Explorer(teller.workbench).consent(await opened).allow();
    for (const window of windows) assert.ok(await window.showsSession(30_000));
  });

  it('is listed as locked where its key is nowhere, and says what to do', async () => {
    await windows[0]?.connect();
    await machine.forgetBrowser();
    windows = [await machine.openWindow()];
    const [window] = windows;
    assert.ok(window);
    const explorer = new Explorer(window.workbench);
    await explorer.open();
    const tokens = explorer.line(/^Tokens, locked/);
    await tokens.waitFor();
    await explorer.press(tokens, /Try the Keyring Again/);
    const warning = window.workbench.notification(/keyring does not give the key yet/);
    await warning.getByRole('button', { name: 'Show Sign-in Diagnostics' }).click();
    await window.workbench.page.getByRole('tab', { name: /Sign-in diagnostics/ }).waitFor();
    const help = window.workbench.notification(/Sign-in needs attention: Keys of the sessions/);
    await help.getByRole('button', { name: 'Open Help' }).click();
    await window.workbench.page.getByRole('tab', { name: /Preview keyring\.md/ }).waitFor();
  });
});
