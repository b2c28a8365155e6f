import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packageExtension } from '../tools/lib/build.ts';
import { drawn } from '../ui/drawn.ts';
import { ServedExtension } from '../ui/served-extension.ts';
import { tableRoom } from '../ui/table-room.ts';
import { Viewer } from '../ui/viewer.ts';
import { looks, sizes, wear } from './looks.ts';
import { printFigures } from './print-figures.ts';
import { Scene } from './scene.ts';
import { chapters, type State } from './states.ts';

/**
 * Drives the packaged extension through all states whose name contains `only`, and writes pictures of them to a folder.
 * Chapters without such a state are left out. Prints figures, for which `only` has no name but "figures". Resolves to how
 * many pictures were taken.
 */
export async function takeScreenshots(folder: string, only: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const served = await ServedExtension.start('screenshot-tour', await packageExtension());
  let count = 0;
  try {
    if ('figures'.includes(only)) await printFigures(served);
    for (const { scenario, states } of chapters) {
      if (!states.some(({ name }) => name.includes(only))) continue;
      await served.beginAnew(scenario);
      const scene = await Scene.open(served);
      for (const { name, show } of states) {
        const page = await reach(name, show, scene, folder);
        if (name.includes(only)) count += await picture(page, name, scene, folder);
      }
      await scene.close();
    }
  } finally {
    await served.stop();
  }
  return count;
}

async function reach(name: string, show: State['show'], scene: Scene, folder: string): Promise<Page> {
  try {
    return (await show(scene)) ?? scene.workbench.page;
  } catch (error) {
    await scene.workbench.screenshot(join(folder, `${name}-not-reached.png`));
    throw new Error(`${name} could not be reached`, { cause: error });
  }
}

/** Takes one state in each size and look, and prints the room of its table in each size. */
async function picture(page: Page, name: string, scene: Scene, folder: string): Promise<number> {
  for (const { width, height } of sizes.toReversed()) {
    await page.setViewportSize({ width, height });
    for (const look of looks) {
      await wear(page, look, scene.served.folder);
      await drawn(page);
      await page.screenshot({ path: join(folder, `${name}-${width}x${height}-${look.name}.png`) });
    }
    const hasViewer = (await page.locator('iframe.webview.ready').filter({ visible: true }).count()) > 0;
    const room = hasViewer ? await tableRoom(new Viewer(scene.workbench).frame) : undefined;
    const figures = room ? `: ${room.rows} rows, ${room.above} px above, ${room.below} px below` : '';
    console.log(`${name} ${width}x${height}${figures}`);
  }
  return sizes.length * looks.length;
}
