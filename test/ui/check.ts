import { packageExtension } from '../tools/lib/build.ts';
import { doMainJob } from './main-job.ts';
import { pictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { differences, type VehicleFacts, vehiclesByService, vehiclesInSandbox } from './truth.ts';
import { openByVersion3 } from './version-3.ts';

/**
 * Packs the extension, does the main job in a headless VS Code, opens a vehicle by version 3 as well, and prints one line
 * of JSON about what was on screen. Resolves to whether that is what the sandbox holds and the service answers; if not, stderr says where they differ.
 */
export async function checkMainJob(screenshot: string | undefined): Promise<boolean> {
  const served = await ServedExtension.start('check', await packageExtension());
  try {
    const window = await served.newWindow();
    try {
      const expected = await vehiclesInSandbox(served.sandbox);
      const hasRecords = (id: string) => expected.some((vehicle) => vehicle.id === id && vehicle.records !== null);
      const { vehicles, ...times } = await doMainJob(window, hasRecords);
      if (screenshot) await window.screenshot(screenshot);
      const charged = expected.filter(({ records }) => records !== null && records > 0).slice(0, 1);
      const byVersion3: VehicleFacts[] = [];
      for (const vehicle of charged) byVersion3.push(await openByVersion3(window, vehicle));
      const picture = pictureFile('check-version-3');
      await window.screenshot(picture);

      const records = vehicles.reduce((sum, vehicle) => sum + (vehicle.records ?? 0), 0);
      console.log(JSON.stringify({ vscode: await window.version(), vehicles, byVersion3, records, ...times, picture }));
      const found = [
        ...differences('on screen', vehicles, expected),
        ...differences('by version 3', byVersion3, charged),
        ...differences('by the service', await vehiclesByService(served.sandbox, expected), expected),
      ];
      for (const difference of found) console.error(difference);
      return found.length === 0 && records > 0;
    } catch (error) {
      if (screenshot) await window.screenshot(screenshot);
      throw error;
    }
  } finally {
    await served.stop();
  }
}
