import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { Hygiene } from '../../faults/hygiene.ts';
import { eventually, findFlight } from '../../faults/vscode/flight.ts';
import { Machine } from '../../faults/vscode/machine.ts';
import type { SessionWindow } from '../../faults/vscode/session-window.ts';
import { issuedName, notedSecrets } from '../../tools/lib/issued.ts';
import { cache } from '../../tools/lib/paths.ts';
import { paletteTitleOf, titleOf } from '../commands.ts';
import { Explorer } from '../explorer.ts';
import { vsixVariable } from '../suite.ts';
import { lastPictureFile } from '../pictures.ts';
import { Viewer } from '../viewer.ts';
import { browserStorage } from './browser-storage.ts';
import { storedSecrets } from './stored-secrets.ts';
import { insist, patienceMs } from '../../tools/lib/patience.ts';

const past60Days = 61 * 86_400;

/** Files of the sandbox: it issues the tokens, so it may know them. */
const ofTheService = ['sandbox.json', 'sandbox-state.json', issuedName];

describe('codes and tokens', () => {
  let machine: Machine;
  let window: SessionWindow;
  const seen: { where: string; text: string }[] = [];

  before(async () => {
    machine = await Machine.start('ui-secrets', process.env[vsixVariable] ?? '', 'desktop');
    await machine.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    window = await machine.openWindow();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await window.workbench.screenshot(lastPictureFile(this)).catch(() => undefined);
  });
  after(() => machine?.stop());

  const issued = () => notedSecrets(join(machine.home, issuedName));

  /** Where one of these has been seen. */
  function hits(secrets: readonly string[]): readonly string[] {
    const hygiene = new Hygiene();
    for (const { where, text } of seen) hygiene.searchText(where, text, secrets);
    return hygiene.hits;
  }

  /** Keeps what is on screen, and what lies in the clipboard. */
  async function note(where: string): Promise<void> {
    const { page } = window.workbench;
    for (const frame of page.frames()) seen.push({ where: `the page, ${where}`, text: await frame.content() });
    await page.bringToFront();
    seen.push({
      where: `the clipboard, ${where}`,
      text: await page.evaluate<string>('navigator.clipboard.readText()'),
    });
  }

  /** Waits until this is in the clipboard. */
  async function copied(text: string): Promise<void> {
    const { page } = window.workbench;
    await page.bringToFront();
    const isThere = async () =>
      (await page.evaluate<string>('navigator.clipboard.readText()')).includes(text) || undefined;
    assert.ok(await eventually(isThere, patienceMs), `${text} in the clipboard`);
  }

  it('are on no screen and in no clipboard in the course of a day’s work', async () => {
    const { workbench } = window;
    const explorer = new Explorer(workbench);
    await window.connect();
    await explorer.settled();
    await note('connected');
    const vehicle = (await explorer.readVehicles()).find(({ name }) => name.startsWith('BMW'));
    assert.ok(vehicle);
    await explorer.clickChargeRecords(vehicle.name);
    await new Viewer(workbench).firstRow(vehicle);
    await workbench.webview.locator('[data-row="0"] .energy').click();
    await workbench.page.keyboard.press('Control+a');
    await workbench.page.keyboard.press('Control+c');
    await copied('Duration');
    await note('records');
    await workbench.runCommand(paletteTitleOf('showSignInDiagnostics'));
    await workbench.page.getByRole('tab', { name: /Sign-in diagnostics/ }).waitFor();
    await note('diagnostics');
    await window.refresh();
    await workbench.runCommand(paletteTitleOf('showRequests'));
    const requests = workbench.tree('Requests');
    // The exchange of the code, among the first of all. Two lines of the view are on screen.
    const exchange = requests.getByRole('treeitem', { name: /oauth\/token/ }).first();
    await insist(async (timeout) => {
      await workbench.scrollToEnd(requests);
      await workbench.click(exchange, timeout);
    });
    await workbench.page.getByRole('tab', { name: /POST/ }).waitFor();
    await note('requests');

    const secrets = await issued();
    assert.ok(secrets.length > 4);
    assert.deepEqual(hits(secrets), []);
    // The search finds what is there: else nothing found would mean nothing.
    const controls = hits(['BMW', 'Duration']);
    for (const where of ['the page, records', 'the clipboard, records']) assert.ok(controls.includes(where), where);
  });

  it('are in no argument and environment of VS Code’s processes, nor of the helper that refreshes', async () => {
    await machine.delayNextTokens(3000);
    await window.refresh();
    const flight = await eventually(() => findFlight(machine.home), patienceMs);
    assert.ok(flight);
    const secrets = await issued();
    const hygiene = new Hygiene();
    await hygiene.searchProcess(process.pid, secrets);
    await hygiene.searchProcess(flight.helper, secrets);
    await hygiene.searchProcess(flight.host, secrets);
    assert.deepEqual(hygiene.hits, []);
    const control = new Hygiene();
    await control.searchProcess(flight.helper, [machine.home]);
    assert.notEqual(control.hits.length, 0);
    assert.ok(await eventually(async () => ((await findFlight(machine.home)) ? undefined : true), patienceMs));
  });

  it('are not in what the browser stores', async () => {
    const hygiene = new Hygiene();
    const stored = await browserStorage(window.workbench.page);
    hygiene.searchText('the browser’s storage', stored, await issued());
    assert.deepEqual(hygiene.hits, []);
    const [session = 'none'] = (await machine.stored()).sessions.keys();
    assert.ok(stored.includes(session), 'the sealed copy of the session is there');
  });

  it('are in no message, though the service repeats the one that it refuses', async () => {
    seen.length = 0;
    await machine.advanceClock(past60Days);
    const { workbench } = window;
    // Beside version 3, only the comparison uses the owner's tokens.
    const explorer = new Explorer(workbench);
    await explorer.choose(explorer.vehicleLines.first(), titleOf('compareVersions'));
    await workbench.notified(/Access to .* has ended/);
    const requests = workbench.tree('Requests');
    const refused = requests.getByRole('treeitem', { name: /oauth\/token.*\b400\b/ }).first();
    await insist(async (timeout) => {
      await workbench.scrollTo(requests, refused);
      await workbench.click(refused, timeout);
    });
    await workbench.page
      .locator('.editor-instance .view-line')
      .filter({ hasText: /oauth\/token/ })
      .first()
      .waitFor();
    await note('refused');
    assert.deepEqual(hits(await issued()), []);
  });

  it('are in no file that VS Code or the extension has written, in any of the tests', async () => {
    const hygiene = new Hygiene();
    const files = await readdir(cache, { recursive: true });
    for (const file of files.map((each) => join(cache, each))) {
      const secrets = await secretsNamedBy(file);
      if (secrets) await hygiene.searchFolder(homeOf(file), secrets, ofTheService);
    }
    assert.ok(hygiene.looked > 50);
    assert.deepEqual(hygiene.hits, []);
  });
});

/** Every code and token of the sandbox whose file this is; undefined for any other file. */
async function secretsNamedBy(file: string): Promise<readonly string[] | undefined> {
  const name = basename(file);
  if (name.endsWith(issuedName)) return notedSecrets(file);
  return name === 'sandbox-state.json' || /[\\/]check[\\/]sandbox\.json$/.test(file) ? storedSecrets(file) : undefined;
}

/** The folder with all that was written while the sandbox ran: below the cache, the first. */
function homeOf(file: string): string {
  const [first = ''] = relative(cache, file).split(sep);
  return join(cache, first);
}
