import { goToFirstChart } from '../ui/main-job.ts';
import type { ServedExtension } from '../ui/served-extension.ts';
import { rowsInPlaces } from '../ui/viewer-places.ts';
import { Scene } from './scene.ts';

/** Prints what it takes a person who has never been here to see a chart, and how many rows the table below it has. */
export async function printFigures(served: ServedExtension): Promise<void> {
  await served.beginAnew();
  const scene = await Scene.open(served);
  const { clicks, decisions, seconds } = await goToFirstChart(scene.workbench, await scene.vehicleWithRecords());
  console.log(`welcome to first chart: clicks ${clicks}, decisions ${decisions}, seconds ${seconds.toFixed(1)}`);
  for (const [place, { withChart, folded }] of Object.entries(await rowsInPlaces(scene))) {
    console.log(`rows ${place}: ${withChart} with the chart, ${folded} folded`);
  }
  await scene.close();
}
