// The extension's helper process, with the probe and the faulty disk of the fault plan.
import { runHelper } from '../../src/extension/auth/refresh/run-helper.ts';
import { realFiles } from '../../src/extension/auth/sessions/session-files.ts';
import { failingFiles } from './window/failing-files.ts';
import type { FilesFault } from './window/failing-files.ts';
import { strikeAt } from './window/strike-plan.ts';

/** Called by the script that a window starts as its helper, which a run writes: see `Stage.window`. */
export function runStruckHelper(folder: string, filesFault: FilesFault | undefined): Promise<void> {
  return runHelper((point) => strikeAt(folder, point), failingFiles(realFiles, filesFault));
}
