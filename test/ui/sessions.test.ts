import assert from 'node:assert/strict';
import { eventually, findFlight } from '../faults/vscode/flight.ts';
import { Machine } from '../faults/vscode/machine.ts';
import { OpenMachine } from '../faults/vscode/open-machine.ts';
import type { SessionWindow } from '../faults/vscode/session-window.ts';
import { lateComplaint } from '../faults/vscode/strike-run.ts';
import { strikes } from '../faults/vscode/strikes.ts';
import { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile } from './pictures.ts';
import { vsixVariable } from './suite.ts';
import { patienceMs } from '../tools/lib/patience.ts';

const vsix = process.env[vsixVariable] ?? '';
const past60Days = 61 * 86_400;

/** Where there is no process table to find processes in, none can be killed. */
const onLinux = process.platform === 'linux' ? it : () => undefined;

describe('a session of several windows', () => {
  let machine: Machine;
  let first: SessionWindow;
  let second: SessionWindow;
  let onScreen: Workbench;

  before(async () => {
    machine = await Machine.start('ui-sessions', vsix, 'desktop');
    [first, second] = [await machine.openWindow(), await machine.openWindow()];
    onScreen = second.workbench;
    await first.connect();
    assert.ok(await second.showsSession());
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await onScreen.screenshot(lastPictureFile(this)).catch(() => undefined);
  });
  after(() => machine?.stop());

  it('asks for its owner in one of all windows, and is shown in each', async () => {
    const windows = [first, second];
    /** In the words of the request, or of the command that found out. */
    const request = ({ workbench }: SessionWindow) => workbench.notification(/Access to .* has ended/);
    // What is still being read would find out by itself, and take the line away that the refresh is asked for on.
    for (const { workbench } of windows) await new Explorer(workbench).settled();
    await machine.advanceClock(past60Days);
    await second.refresh();
    for (const { workbench } of windows) {
      // Version 3 reads on without them.
      await new Explorer(workbench).line(/, connect again/).waitFor();
    }
    const asking = async () => {
      const shown = await Promise.all(windows.map((window) => request(window).count()));
      return shown.includes(1) ? shown : undefined;
    };
    const shown = (await eventually(asking, patienceMs)) ?? [];
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
    for (const window of windows) assert.ok(await window.showsSession());
  });

  onLinux(
    'has a refresh finished that all who began it left unfinished, by a window that shows none of it',
    async () => {
      const { origin } = new URL(first.workbench.page.url());
      await second.workbench.page.close();
      const before = await machine.generation();
      await machine.delayNextTokens(patienceMs);
      await first.refresh();
      const flight = await eventually(
        async () => ((await machine.isDelaying()) ? findFlight(machine.home) : undefined),
        patienceMs,
      );
      assert.ok(flight, 'no refresh began');
      process.kill(flight.host, 'SIGKILL');
      process.kill(flight.helper, 'SIGKILL');
      await first.workbench.page.close();
      assert.equal(await machine.generation(), before);

      onScreen = new Workbench(await machine.context.newPage());
      await onScreen.open(origin, '');
      const isFinished = async () => (await machine.generation()) > before || undefined;
      assert.ok(await eventually(isFinished, patienceMs), 'nobody finished the refresh');
      const shown = await onScreen.page.locator('.sidebar .composite.title').allInnerTexts();
      assert.ok(!shown.some((title) => /vehicle/i.test(title)), 'a view of the extension was open');
      assert.equal((await machine.stored()).intents.size, 0);
    },
  );

  // A sample of T10 of the fault plan: `npm run faults -- --only T10` is the whole.
  onLinux('outlives the end of extension host and helper in mid-refresh, on isolated secret storage', async () => {
    await machine.stop();
    const strike = strikes.find(({ title }) => title === 'kill -9 of the extension host and of the helper');
    assert.ok(strike);
    const open = new OpenMachine({ name: 'ui-faults', vsix, storage: 'isolated', count: 2 });
    try {
      const { lost, struck, complaints = [] } = await open.strike(strike);
      // How fast it is on screen depends on what else this machine does; `npm run faults` tells.
      const others = complaints.filter((complaint) => complaint !== lateComplaint);
      assert.deepEqual({ lost, struck, others }, { lost: false, struck: true, others: [] });
    } finally {
      await open.close();
    }
  });
});
