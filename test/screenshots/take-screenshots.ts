import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packageExtension } from '../tools/lib/build.ts';
import { drawn } from '../ui/drawn.ts';
import { ServedExtension } from '../ui/served-extension.ts';
import { tableRoom } from '../ui/table-room.ts';
import { Viewer } from '../ui/viewer.ts';
import { looks, sizes, wear } from './looks.ts';
import { Scene } from './scene.ts';
import { chapters, type State } from './states.ts';

/**
 * Drives the packaged extension through all states whose name contains `only`, and writes pictures of them to a folder.
 * Chapters without such a state are left out. Resolves to how many pictures were taken.
 */
export async function takeScreenshots(folder: string, only: string): Promise<number> {
  return tour(
    folder,
    ({ name }) => name.includes(only),
    (page, { name }, scene) => picture(page, name, scene, folder),
  );
}

/** Writes the pictures that the README leads to, light and dark: `records-light.png`. Resolves to how many. */
export function takeReadmePictures(folder: string): Promise<number> {
  return tour(
    folder,
    ({ inReadme }) => inReadme !== undefined,
    async (page, { inReadme }, { served }) => {
      const [{ width, height }] = sizes;
      await page.setViewportSize({ width, height });
      const taken = looks.filter(({ isHighContrast }) => !isHighContrast);
      for (const look of taken) {
        await wear(page, look, served.folder);
        await drawn(page);
        await page.screenshot({ path: join(folder, `${String(inReadme)}-${look.name}.png`) });
      }
      return taken.length;
    },
  );
}

/** Goes through the chapters that have a state to take, in the packaged extension. */
async function tour(
  folder: string,
  isTaken: (state: State) => boolean,
  take: (page: Page, state: State, scene: Scene) => Promise<number>,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const served = await ServedExtension.start('screenshot-tour', await packageExtension());
  let count = 0;
  try {
    for (const { scenario, states, end } of chapters) {
      const last = states.findLastIndex(isTaken);
      if (last === -1) continue;
      await served.beginAnew(scenario);
      const scene = await Scene.open(served);
      for (const state of states.slice(0, last + 1)) {
        const page = await reach(state, scene, folder);
        if (isTaken(state)) count += await take(page, state, scene);
      }
      await scene.close();
      end?.();
    }
  } finally {
    await served.stop();
  }
  return count;
}

async function reach({ name, show }: State, scene: Scene, folder: string): Promise<Page> {
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
