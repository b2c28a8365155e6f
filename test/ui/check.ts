import { differencesByMoment } from '../clock/check-moments.ts';
import { packageExtension } from '../tools/lib/build.ts';
import { doMainJob } from './main-job.ts';
import { pictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { differences, vehiclesByService, vehiclesByVersion3, vehiclesInSandbox } from './truth.ts';
import { compareVersions, openByVersion2 } from './version-3.ts';

/**
 * Packs the extension, does the main job in a headless VS Code, compares both versions, opens a vehicle by 2.0, and prints
 * one line of JSON about what was on screen. Resolves to whether that is what the sandbox holds and the service answers,
 * and both versions say the same at every moment; if not, stderr says where they differ.
 */
export async function checkMainJob(screenshot: string | undefined): Promise<boolean> {
  const served = await ServedExtension.start('check', await packageExtension());
  try {
    const window = await served.newWindow();
    try {
      // A charge may end meanwhile.
      await served.freezeClock();
      const expected = await vehiclesInSandbox(served.sandbox);
      const { vehicles, ...times } = await doMainJob(window);
      const byVersion3 = await vehiclesByVersion3(served.sandbox);
      if (screenshot) await window.screenshot(screenshot);
      const charged = expected.find(({ records }) => records !== null && records > 0);
      if (!charged) throw new Error('No vehicle of the sandbox has charge records');
      const comparedCharges = await compareVersions(window, charged);
      await window.screenshot(pictureFile('check-comparison'));
      const byVersion2 = await openByVersion2({ served, workbench: window }, charged);
      await window.screenshot(pictureFile('check-version-2'));

      const records = vehicles.reduce((sum, vehicle) => sum + (vehicle.records ?? 0), 0);
      const pictures = [pictureFile('check-comparison'), pictureFile('check-version-2')];
      console.log(
        JSON.stringify({
          ...{ vscode: await window.version(), vehicles, byVersion2, comparedCharges, records },
          ...times,
          pictures,
        }),
      );
      const found = [
        ...differences('on screen', vehicles, byVersion3),
        ...differences('by version 2.0', [byVersion2], [charged]),
        ...(comparedCharges === charged.records
          ? []
          : [`in the comparison: ${comparedCharges} charges are equal, not ${charged.records}`]),
        ...differences('by the service', await vehiclesByService(served.sandbox, expected), expected),
        ...(await differencesByMoment()),
      ];
      for (const difference of found) console.error(difference);
      return found.length === 0;
    } catch (error) {
      if (screenshot) await window.screenshot(screenshot);
      throw error;
    }
  } finally {
    await served.stop();
  }
}
