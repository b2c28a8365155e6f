// A process whose files may only be so large: writing ends half way, as on a full disk. It does what the test asks for, and
// prints how that ended.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { launcherOf, writeLauncher } from '../../src/extension/agents/launcher.ts';
import { writeAtomically } from '../../src/common/files/write-file.ts';
import { writeWindow } from '../../src/mcp/channel/window-files.ts';
import { Store } from '../../src/sandbox/world/store.ts';

const [what = '', folder = '', file = ''] = process.argv.slice(2);

const tasks: Record<string, () => Promise<void> | void> = {
  export: () => writeAtomically(file, ['x'.repeat(3000), 'y'.repeat(6000)]),
  launcher: () => writeLauncher(launcherOf('x'.repeat(9000), folder, path.dirname(file))),
  window: async () => {
    await writeWindow(path.dirname(file), path.parse(file).name, {
      address: 'x'.repeat(9000),
      secret: '',
      storage: '',
    });
  },
  state: () => {
    const store = Store.open(1, file);
    store.change((state) => {
      for (let n = 0; n < 1000; n++) state.capacityChoices.set(`vehicle-${n}`, n);
    });
  },
};

try {
  await tasks[what]?.();
  console.log('written', readFileSync(file).length);
} catch (error) {
  console.log(String((error as NodeJS.ErrnoException).code));
}
