// npm run test:ui: the packaged VSIX, driven in a browser as a person would. `--floor` runs it in the oldest VS Code alone.
import { runUiSuite } from '../ui/suite.ts';
import { close } from './lib/suites.ts';

const floor = await runUiSuite('floor');
close(process.argv.includes('--floor') ? [floor] : [floor, await runUiSuite('current')]);
