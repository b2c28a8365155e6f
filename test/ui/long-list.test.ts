import assert from 'node:assert/strict';
import { WindowUnderTest } from './window-under-test.ts';

const vehicles = 120;
const pageSize = 50;

describe(`the vehicles view with ${vehicles} vehicles`, () => {
  const scenario = { owners: [{ name: 'Fleet', vehicles: { count: vehicles } }], recordsPerVehicle: 0 };
  const window = WindowUnderTest.ofSuite({ scenario });

  /** What was asked about vehicles since the owner allowed access. */
  async function asked(): Promise<string[]> {
    return (await window.served.requests())
      .filter(({ path }) => path.includes('/vehicles'))
      .map(({ method, path }) => `${method} ${path.replace(/^.*?(?=\/vehicles)/, '')}`);
  }

  it('asks for the pages that are shown and about the vehicle that is clicked, and for nothing else', async () => {
    const { workbench, explorer } = window;
    const page = (number: number) => `GET /vehicles?limit=${pageSize}&offset=${number * pageSize}`;
    const more = (left: number) => explorer.line(new RegExp(`^Show more vehicles, ${left} more`));
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    await explorer.vehicleLines.first().waitFor();
    await workbench.tree('Vehicles').focus();
    for (const left of [70, 20]) {
      await workbench.page.keyboard.press('End');
      await more(left).click();
      await more(left).waitFor({ state: 'detached' });
    }
    assert.deepEqual(await asked(), [page(0), page(1), page(2)]);

    await workbench.page.keyboard.press('Home');
    await explorer.vehicleLines.first().click();
    await explorer.line(/^Battery capacity, \S/).waitFor();
    await explorer.line(/^Permissions, \d/).waitFor();
    const since = (await asked()).slice(3).map((request) => request.replace(/vehicles\/[^/]+/, 'vehicles/id'));
    const perVehicle = ['', '/battery/nominal_capacity', '/permissions?limit=50&offset=0'];
    assert.deepEqual(since.sort(), perVehicle.map((path) => `GET /vehicles/id${path}`).sort());
  });
});
