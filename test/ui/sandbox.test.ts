import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../faults/vscode/flight.ts';
import type { Workbench } from '../host/workbench.ts';
import { paletteTitleOf } from './commands.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile, pictureFile } from './pictures.ts';
import { SandboxView } from './sandbox-view.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { insist, patienceMs } from '../tools/lib/patience.ts';

/** As a person has it: nothing is set up, and the extension brings its own sandbox. */
describe('the packaged extension with its own sandbox', () => {
  let served: ServedExtension;
  let window: Workbench;

  before(async () => {
    served = await ServedExtension.start('ui-sandbox', process.env[vsixVariable] ?? '', { ownSandbox: true });
  });
  after(async () => {
    // It outlives the windows for a while, on purpose; this one has no more use.
    const url = await served?.ownSandboxUrl().catch(() => undefined);
    if (url) await fetch(`${url}/stop`, { method: 'POST' }).catch(() => undefined);
    await served?.stop();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await window.screenshot(lastPictureFile(this));
  });

  /** Whether the sandbox, since its start, has been asked about so many vehicles: a later request would start it again. */
  async function hasAnswered(vehicles: number): Promise<true | undefined> {
    const response = await fetch(`${await served.ownSandboxUrl()}/requests`);
    const { requests } = (await response.json()) as { requests: readonly { operation: string }[] };
    const count = (wanted: string) => requests.filter(({ operation }) => operation === wanted).length;
    return count('signal') >= vehicles || undefined;
  }

  it('starts it for the first connection, turns it, stops it and starts it again', async () => {
    const picture = (what: string) => window.screenshot(pictureFile(`sandbox-${what}`));
    window = await served.newWindow();
    const explorer = new Explorer(window);
    const view = new SandboxView(window);
    await explorer.open();
    await view.unfold();
    await view.startButton.waitFor();
    await view.status(/environment: Sandbox, not running, No account/).waitFor();
    await picture('1-stopped');

    const consent = await explorer.pressConnect();
    await consent.allow();
    await explorer.settled();
    const vehicles = await explorer.vehicleLines.count();
    assert.ok(vehicles > 1);
    await view.status(/environment: Sandbox, running, /).waitFor();
    // What the extension sends is in its own view; here is what other apps send.
    await fetch(new URL('/v2.0/vehicles', await served.ownSandboxUrl()), { headers: { 'User-Agent': 'other-app/1' } });
    await view.line(/^GET \/v2\.0\/vehicles.*401.*\d ms/).waitFor();

    // A served VS Code is a remote one: the sandbox is not on the machine of the browser.
    await view.line(/^Addresses, localhost:\d+ · on the remote host/).waitFor();

    await view.act(/^Clock/);
    await view.choose(/Advance Clock/);
    await view.choose(/2 hours/);
    await view.line(/^Clock, .*ahead/).waitFor();

    await view.act(/^Faults/);
    await view.choose(/^Rate limit \(429\): vehicle/);
    await view.choose(/3 times/);
    await view.line(/^Rate limit \(429\): vehicle, any · 3 times/).waitFor();
    await picture('2-running');
    await view.act(/^Rate limit/);
    await view
      .line(/^Faults, none/)
      .and(window.page.locator(':not([aria-expanded])'))
      .waitFor();

    await window.runCommand(paletteTitleOf('showSandboxActions'));
    await window.quickInput.getByRole('option', { name: /Stop Sandbox/ }).waitFor();
    await picture('3-actions');
    await view.choose(/Stop Sandbox/);
    await view.startButton.waitFor();
    await view.status(/Sandbox, not running/).waitFor();

    await window.runCommand(paletteTitleOf('refresh'));
    await view.status(/Sandbox, running/).waitFor();
    await explorer.settled();
    assert.equal(await explorer.vehicleLines.count(), vehicles, 'the grant outlived the sandbox');
    assert.ok(await eventually(() => hasAnswered(vehicles), patienceMs), 'all vehicles are read again');
    await window.runCommand(paletteTitleOf('showSandboxActions'));
    await view.choose(/Stop Sandbox/);
    await view.startButton.waitFor();
  });

  it('leaves a state that it can’t use alone, and starts with a new one after a press', async () => {
    const view = new SandboxView(window);
    const file = join(served.extensionStorage, 'sandbox-state.json');
    await writeFile(file, '{"version":99}');
    const notice = window.notification(/can’t use its saved state/);
    // A request that was under way may start the sandbox as well, which takes the button away for a moment.
    await insist(async (timeout) => {
      await view.startButton.click({ timeout });
      await notice.waitFor({ timeout });
    });
    await window.screenshot(pictureFile('sandbox-4-state-refused'));
    assert.equal(await readFile(file, 'utf8'), '{"version":99}');
    await notice.getByRole('button', { name: 'Start with New State' }).click();
    await view.status(/Sandbox, running/).waitFor();
    assert.equal(await readFile(`${file}.broken`, 'utf8'), '{"version":99}');
  });
});
