import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';

const vehicles = 2000;
const pageSize = 50;

/** How many clicks the figure is of, and how many vehicles get them. */
const clicks = 15;
const clicked = 5;

describe(`the explorer with ${vehicles} vehicles`, () => {
  let served: ServedExtension;
  let window: Workbench;
  let explorer: Explorer;

  before(async () => {
    // Without charges: the sandbox counts those of every vehicle each time a window looks for it.
    const scenario = { owners: [{ name: 'Fleet', vehicles: { count: vehicles } }], recordsPerVehicle: 0 };
    served = await ServedExtension.start('ui-many', process.env[vsixVariable] ?? '', { scenario });
    window = await served.newWindow();
    explorer = new Explorer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    await explorer.vehicleLines.first().waitFor();
  });
  after(async () => {
    await window?.page.context().close();
    await served?.stop();
  });

  /** What was asked about vehicles since the owner allowed access. */
  async function asked(): Promise<string[]> {
    const requests = await served.requests();
    return requests
      .filter(({ path }) => path.includes('/vehicles'))
      .map(({ method, path }) => `${method} ${path.replace(/^.*?(?=\/vehicles)/, '')}`);
  }

  const page = (number: number) => `GET /vehicles?limit=${pageSize}&offset=${number * pageSize}`;

  it('asks for the pages that are shown, one request each, and for nothing else', async () => {
    const more = explorer.line(/^Show more vehicles/);
    const tree = window.tree('Vehicles');
    await tree.focus();
    await window.page.keyboard.press('End');
    await more.waitFor();
    assert.deepEqual(await asked(), [page(0)]);

    const pages = vehicles / pageSize;
    for (let number = 1; number < pages; number++) {
      await window.page.keyboard.press('End');
      const left = (vehicles - number * pageSize).toLocaleString('en');
      await explorer.line(new RegExp(`^Show more vehicles, ${left} more`)).click();
      await explorer.line(new RegExp(`^Show more vehicles, ${left} more`)).waitFor({ state: 'detached' });
    }
    await more.waitFor({ state: 'detached' });
    assert.deepEqual(
      await asked(),
      Array.from({ length: pages }, (_, number) => page(number)),
    );
  });

  it('answers a click with all of them listed, and asks about the vehicle that was clicked only', async () => {
    await window.page.keyboard.press('Home');
    const before = (await asked()).length;
    const times: number[] = [];
    for (let click = 0; click < clicks; click++) {
      const line = explorer.vehicleLines.nth(click % clicked);
      times.push(await unfold(window, line));
      await line.click();
      await explorer.line(/^Charge records/).waitFor({ state: 'detached' });
    }
    times.sort((a, b) => a - b);
    const [median = NaN, slowest = NaN] = [times[clicks >> 1], times.at(-1)];
    console.log(
      `      a click on one of ${vehicles} listed vehicles shows its lines after ${median.toFixed(0)} ms (median of ${clicks}), ${slowest.toFixed(0)} ms at most`,
    );
    const since = (await asked()).slice(before).map((request) => request.replace(/vehicles\/[^/]+/, 'vehicles/id'));
    const perVehicle = ['', '/battery/nominal_capacity', '/permissions?limit=50&offset=0'];
    const expected = perVehicle.flatMap((path) => Array<string>(clicked).fill(`GET /vehicles/id${path}`));
    assert.deepEqual(since.sort(), expected.sort());
  });

  it('offers all of them to be comparison, takes no more than fit, and asks about none of them for it', async () => {
    const before = (await asked()).length;
    await window.runCommand('Vehicle Data: Compare Charge Records of Several Vehicles');
    const lines = window.quickInput.locator('.monaco-list-row');
    for (let line = 0; line < 7; line += 1) await lines.nth(line).click();
    await window.quickInput.getByRole('button', { name: 'OK' }).click();
    await window.notification(/At most 6 vehicles fit side by side/).waitFor();
    assert.equal((await asked()).length, before);
    assert.equal(await window.page.getByRole('tab', { name: /Charge records/ }).count(), 0);
  });

  it('reads names at the filter’s request, once it is told how many, and stops when it is told to', async () => {
    const before = (await asked()).length;
    const unread = (vehicles - clicked).toLocaleString('en');
    const pressRead = async () => {
      await window.runCommand('Vehicle Data: Filter Vehicles…');
      const button = window.quickInput.getByRole('button', { name: `Read the names of ${unread} vehicles` });
      await button.click();
      await window.dialog.getByText(`That takes ${unread} requests`).waitFor();
    };
    await pressRead();
    await window.answerDialog('Cancel');
    await window.dialog.waitFor({ state: 'detached' });
    assert.equal((await asked()).length, before);

    const first = explorer.vehicleLines.nth(clicked);
    const id = await first.locator('.label-name').textContent();
    await pressRead();
    await window.answerDialog('Read Names');
    await window
      .notification(`Reading the names of ${unread} vehicles`)
      .getByRole('button', { name: 'Cancel' })
      .click();
    await first.getByText(/\(\d{4}\)$/).waitFor();
    assert.doesNotMatch(id ?? '', /\(\d{4}\)/);
    const since = (await asked()).slice(before);
    assert(since.length < vehicles - clicked);
    assert.deepEqual(
      [...new Set(since.map((request) => request.replace(/vehicles\/[^/]+$/, 'vehicles/id')))],
      ['GET /vehicles/id'],
    );
  });
});

/** Runs in the page: the milliseconds from the next press to the first frame that shows what is below a vehicle. */
const untilUnfolded = `new Promise((resolve) => {
  let pressedAt = NaN;
  document.addEventListener('mousedown', () => (pressedAt = performance.now()), { capture: true, once: true });
  const seen = new MutationObserver(() => {
    if (!document.querySelector('.sidebar [role=treeitem][aria-label^="Charge records"]')) return;
    seen.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - pressedAt));
  });
  seen.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-label'] });
})`;

async function unfold(window: Workbench, line: Locator): Promise<number> {
  const measured = window.page.evaluate<number>(untilUnfolded);
  await line.click();
  return measured;
}
