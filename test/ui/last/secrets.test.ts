import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Hygiene } from '../../faults/hygiene.ts';
import { Machine } from '../../faults/vscode/machine.ts';
import type { SessionWindow } from '../../faults/vscode/session-window.ts';
import { cache } from '../../tools/lib/paths.ts';
import { Explorer } from '../explorer.ts';
import { vsixVariable } from '../suite.ts';
import { Viewer } from '../viewer.ts';
import { browserStorage } from './browser-storage.ts';
import { issuedSecrets } from './issued-secrets.ts';

/** The sandbox's own files: it issues the tokens, so it may know them. */
const isServices = (name: string) => name.startsWith('sandbox');

async function searchHome(home: string, secrets: readonly string[], hygiene: Hygiene): Promise<void> {
  for (const entry of await readdir(home, { withFileTypes: true })) {
    const path = join(home, entry.name);
    if (entry.isDirectory()) await hygiene.searchFolder(path, secrets);
    else if (!isServices(entry.name)) hygiene.searchText(path, await readFile(path, 'latin1'), secrets);
  }
}

describe('codes and tokens', () => {
  let machine: Machine;
  let window: SessionWindow;
  const seen: { where: string; text: string }[] = [];

  before(async () => {
    machine = await Machine.start('ui-secrets', process.env[vsixVariable] ?? '', 'desktop');
    await machine.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    window = await machine.openWindow();
  });
  after(() => machine?.stop());

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
    await workbench.runCommand('Vehicle Data: Select All Records');
    await workbench.runCommand('Vehicle Data: Copy Records as JSON');
    await note('records');
    await workbench.runCommand('Vehicle Data: Show Sign-in Diagnostics');
    await workbench.page.getByRole('tab', { name: /Sign-in diagnostics/ }).waitFor();
    await note('diagnostics');
    await window.refresh();
    await workbench.runCommand('Vehicle Data: Show Requests');
    await workbench
      .tree('Requests')
      .getByRole('treeitem', { name: /oauth\/token/ })
      .first()
      .click();
    await workbench.page.getByRole('tab', { name: /POST/ }).waitFor();
    await note('requests');

    const secrets = await issuedSecrets(join(machine.home, 'sandbox.json'));
    assert.ok(secrets.length > 4);
    const hygiene = new Hygiene();
    for (const { where, text } of seen) hygiene.searchText(where, text, secrets);
    assert.deepEqual(hygiene.hits, []);
    // The search finds what is there: else nothing found would mean nothing.
    const control = new Hygiene();
    for (const { where, text } of seen) control.searchText(where, text, [vehicle.id]);
    assert.notEqual(control.hits.length, 0);
  });

  it('are not in what the browser stores, nor in VS Code’s processes', async () => {
    const secrets = await issuedSecrets(join(machine.home, 'sandbox.json'));
    const hygiene = new Hygiene();
    const stored = await browserStorage(window.workbench.page);
    hygiene.searchText('the browser’s storage', stored, secrets);
    await hygiene.searchProcess(process.pid, secrets);
    assert.deepEqual(hygiene.hits, []);
    const [session = ''] = (await machine.sessionFiles()).filter((name) => name.endsWith('.session'));
    assert.ok(stored.includes(basename(session, '.session')), 'the sealed copy of the session is there');
  });

  it('are in no file that VS Code or the extension has written, in any of the tests', async () => {
    const hygiene = new Hygiene();
    const files = await readdir(cache, { recursive: true });
    for (const file of files.filter((each) => /^(ui-[^/]+|check)\/sandbox\.json$/.test(each))) {
      const state = join(cache, file);
      await searchHome(dirname(state), await issuedSecrets(state), hygiene);
    }
    for (const state of files.filter((each) => /^host-tests\/sandbox-\w+\.json$/.test(each))) {
      const home = join(cache, state.replace(/sandbox-(\w+)\.json$/, '$1'));
      if (existsSync(home)) await searchHome(home, await issuedSecrets(join(cache, state)), hygiene);
    }
    assert.ok(hygiene.looked > 50);
    assert.deepEqual(hygiene.hits, []);
  });
});
