import { cutLines } from '../ui/cut-lines.ts';
import { goToFirstChart } from '../ui/main-job.ts';
import { inPalette } from '../ui/palette.ts';
import type { ServedExtension } from '../ui/served-extension.ts';
import { version2Leads } from '../ui/version-3.ts';
import { rowsInPlaces } from '../ui/viewer-places.ts';
import { Scene } from './scene.ts';

/** Prints what it takes a person who has never been here to see a chart, and what a window then has room for. */
export async function printFigures(served: ServedExtension): Promise<void> {
  for (const [version, settings] of [
    ['version 2.0', version2Leads],
    ['version 3', undefined],
  ] as const) {
    await served.beginAnew();
    const scene = await Scene.open(served);
    if (settings) await served.changeSettings(settings);
    if (!settings) await scene.explorer.open();
    const before = settings ? [] : await inPalette(scene.workbench);
    const { clicks, decisions, seconds } = await goToFirstChart(scene.workbench, await scene.vehicleWithRecords());
    // Besides what the owner's browser asks for.
    const requests = (await served.requests()).filter(({ path }) => /^\/(v\d|.*\/token$)/.test(path)).length;
    const way = `clicks ${clicks}, decisions ${decisions}, seconds ${seconds.toFixed(1)}, requests ${requests}`;
    console.log(`welcome to first chart by ${version}: ${way}`);
    if (!settings) await printRoom(scene, before);
    await scene.close();
  }
  await printLongList(served);
}

/** @param before what the palette offered before anybody was connected */
async function printRoom(scene: Scene, before: readonly string[]): Promise<void> {
  const { workbench, explorer } = scene;
  const viewing = await inPalette(workbench);
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
  await explorer.settled();
  const tree = workbench.tree('Vehicles');
  const [width = 0, cut] = [(await tree.boundingBox())?.width, await cutLines(tree)];
  const lines = await tree.getByRole('treeitem').count();
  console.log(
    `tree at ${Math.round(width)} px: ${cut.length} of ${lines} lines cut${cut.map((line) => `\n  ${line}`).join('')}`,
  );
  for (const [place, { withChart, folded }] of Object.entries(await rowsInPlaces(scene))) {
    console.log(`rows ${place}: ${withChart} with the chart, ${folded} folded`);
  }
  await workbench.runCommand('View: Close All Editors');
  const connected = await inPalette(workbench);
  const more = (titles: readonly string[], others: readonly string[]) =>
    titles.filter((title) => !others.includes(title)).map((title) => `\n  ${title}`);
  console.log(`palette before Connect: ${before.length}${more(before, []).join('')}`);
  console.log(`palette when connected: ${connected.length}, besides${more(connected, before).join('')}`);
  console.log(`palette with a viewer in front: ${viewing.length}, besides${more(viewing, connected).join('')}`);
}

/** How soon the tree is there once its view opens in a new window. Most of it is that of VS Code: see one vehicle. */
async function printLongList(served: ServedExtension): Promise<void> {
  for (const [count, version, settings] of [
    [1, 'version 2.0', version2Leads],
    [2000, 'version 2.0', version2Leads],
    [1, 'version 3', undefined],
    [2000, 'version 3', undefined],
  ] as const) {
    await served.beginAnew({ owners: [{ name: 'Fleet', vehicles: { count } }], recordsPerVehicle: 0 });
    const scene = await Scene.open(served);
    if (settings) await served.changeSettings(settings);
    const { workbench, explorer } = scene;
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    await explorer.vehicleLines.first().waitFor();
    await workbench.openViewContainer('Explorer');
    await workbench.reloadWindow();
    const begun = performance.now();
    await workbench.openViewContainer('Vehicle Data');
    await explorer.vehicleLines.first().waitFor();
    console.log(`tree of ${count} vehicles by ${version}: seconds ${((performance.now() - begun) / 1000).toFixed(1)}`);
    await scene.close();
  }
}
