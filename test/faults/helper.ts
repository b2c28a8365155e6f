// The extension's helper process, with the probe and the faulty disk of the fault plan.
import { runHelper } from '../../src/extension/auth/refresh/run-helper.ts';
import { failingRows, type DiskFault } from './window/failing-rows.ts';
import { strikeAt } from './window/strike-plan.ts';

/** Called by the script that a window starts as its helper, which a run writes: see `Stage.window`. */
export function runStruckHelper(folder: string, fault: DiskFault | undefined): Promise<void> {
  return runHelper(
    (point) => strikeAt(folder, point),
    (rows) => failingRows(rows, folder, fault),
  );
}
