import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workbench } from '../host/workbench.ts';
import { drawn } from './drawn.ts';
import type { ServedExtension } from './served-extension.ts';
import { tableRoom } from './table-room.ts';
import type { Viewer } from './viewer.ts';

/** A window in which a viewer is open. */
interface ViewerWindow {
  readonly served: ServedExtension;
  readonly workbench: Workbench;
  readonly viewer: Viewer;
}

/** Rows of the table that are in full view. */
interface Rows {
  readonly withChart: number;
  readonly folded: number;
}

/** 461 pixels are left for the viewer in a window of 1280. */
async function besideCode({ served, workbench }: ViewerWindow): Promise<undefined> {
  await writeFile(join(served.folder, 'charges.py'), code);
  await workbench.quickOpen('charges.py');
  await workbench.runCommand('View: Move Editor into Left Group');
  await workbench.webviewOpened();
}

/** In the place of the code. */
async function withTerminal({ workbench }: ViewerWindow): Promise<undefined> {
  await workbench.page.locator('.tab', { hasText: 'charges.py' }).locator('.tab-actions .action-label').click();
  await workbench.runCommand('Terminal: Create New Terminal');
  await workbench.page.locator('.panel .xterm').first().waitFor();
  await workbench.webviewOpened();
}

/** In the place of the terminal. */
export async function failWhileRecordsAreThere({ workbench, served, viewer }: ViewerWindow): Promise<undefined> {
  await workbench.runCommand('View: Hide Panel');
  await served.fault({ operation: 'any', status: 500, body: 'out of order' });
  await viewer.reload();
  await viewer.failure();
}

/** Brings a viewer to all of its places, and counts the rows that its table has there in a window of 1280 × 800. */
export async function rowsInPlaces(window: ViewerWindow): Promise<Readonly<Record<Place, Rows>>> {
  await window.workbench.page.setViewportSize({ width: 1280, height: 800 });
  return {
    alone: await rowsOf(window),
    'beside code': await besideCode(window).then(() => rowsOf(window)),
    'with a terminal': await withTerminal(window).then(() => rowsOf(window)),
    'with a failure': await failWhileRecordsAreThere(window).then(() => rowsOf(window)),
  };
}

type Place = 'alone' | 'beside code' | 'with a terminal' | 'with a failure';

async function rowsOf(window: ViewerWindow): Promise<Rows> {
  return { withChart: await rowsWith('true', window), folded: await rowsWith('false', window) };
}

async function rowsWith(expanded: 'true' | 'false', { workbench, viewer }: ViewerWindow): Promise<number> {
  const fold = viewer.frame.locator('#collapse');
  if ((await fold.getAttribute('aria-expanded')) !== expanded) await fold.click();
  await drawn(workbench.page);
  return (await tableRoom(viewer.frame))?.rows ?? 0;
}

/** What somebody writes beside the viewer. */
const code = `import json

with open("records.json") as file:
    records = json.load(file)["records"]
energy = sum(record["energy"] for record in records)
print(f"{len(records)} charges, {energy:.1f} kWh")
`;
