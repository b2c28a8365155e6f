import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { pictureFile } from './pictures.ts';
import { vehiclesInSandbox } from './truth.ts';
import { version2Leads } from './version-3.ts';
import { WindowUnderTest } from './window-under-test.ts';

const vehicles = 120;
const pageSize = 50;

describe(`the vehicles view with ${vehicles} vehicles`, () => {
  const scenario = { owners: [{ name: 'Fleet', vehicles: { count: vehicles } }], recordsPerVehicle: 0 };
  const window = WindowUnderTest.ofSuite({ scenario, settings: version2Leads });

  /** What was asked about vehicles since the owner allowed access. */
  async function asked(): Promise<string[]> {
    return (await window.served.requests())
      .filter(({ path }) => path.includes('/vehicles'))
      .map(({ method, path }) => `${method} ${path.replace(/^.*?(?=\/vehicles)/, '')}`);
  }

  /** Goes to the end of the tree until that is this line: more lines may still come. */
  async function toEnd(line: Locator): Promise<void> {
    do await window.workbench.page.keyboard.press('End');
    while (!(await line.isVisible()));
  }

  it('asks for the pages that are shown, for names from the top, and about the vehicle that is clicked', async () => {
    const { workbench, explorer } = window;
    const page = (number: number) => `GET /vehicles?limit=${pageSize}&offset=${number * pageSize}`;
    const more = (left: number) => explorer.line(new RegExp(`^Show more vehicles, ${left} more`));
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    await explorer.vehicleLines.first().waitFor();
    await workbench.screenshot(pictureFile('long-list-first'));
    await workbench.tree('Vehicles').focus();
    for (const left of [70, 20]) {
      await toEnd(more(left));
      await workbench.page.keyboard.press('Enter');
      await more(left).waitFor({ state: 'detached' });
    }
    const labels = async () => explorer.vehicleLines.locator('.label-name').allTextContents();
    // No name is read here any more: half of the limit is used up.
    const last = (await labels()).slice(1);
    assert.equal(new Set(last).size, last.length, last.join());
    assert.ok(
      last.every((label) => label.length < 16),
      last.join(),
    );
    await workbench.screenshot(pictureFile('long-list-end'));

    await workbench.page.keyboard.press('Home');
    await explorer
      .line(/\(20\d\d\)/)
      .first()
      .waitFor();
    const isName = (request: string) => /vehicles\/[^/?]+$/.test(request);
    let requests = await asked();
    while (requests.filter(isName).length < 60) requests = await asked();
    assert.deepEqual(
      requests.filter((request) => !isName(request)),
      [page(0), page(1), page(2)],
    );
    await explorer.toggle(explorer.vehicleLines.first());
    await explorer.line(/^Battery, \d/).waitFor();
    await explorer.line(/^Permissions, \d/).waitFor();
    // Names of other vehicles may still be read: the limit allows more with time.
    const details = (await asked()).filter((request) => /vehicles\/[^/?]+\//.test(request));
    const clicked = /vehicles\/[^/]+/.exec(details[0] ?? '')?.[0] ?? '';
    assert.deepEqual(
      (await asked()).filter((request) => request.includes(clicked)).sort(),
      ['', '/battery/nominal_capacity', '/permissions?limit=50&offset=0'].map((path) => `GET /${clicked}${path}`),
    );
    assert.equal(details.length, 2);
  });

  it('goes to a vehicle that was not listed', async () => {
    const { workbench, explorer, served } = window;
    await workbench.reloadWindow();
    await explorer.open();
    await explorer.vehicleLines.first().waitFor();
    const last = (await vehiclesInSandbox(served.sandbox)).at(-1)?.id ?? '';
    await window.run('showVehicle');
    await workbench.quickInput.getByPlaceholder(`${pageSize} of ${vehicles}, type to search all`).waitFor();
    await workbench.quickInput.getByRole('textbox').fill(last);
    await workbench.quickInput.getByRole('option', { name: last }).click();
    await workbench.page.locator('.sidebar .monaco-list-row.focused[aria-expanded=true]').waitFor();
    await toEnd(explorer.line(new RegExp(`^Vehicle ID, ${last}`)));
  });
});
