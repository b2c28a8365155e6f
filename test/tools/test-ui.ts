// npm run test:ui: the packaged VSIX, driven in a browser as a person would, and the viewer's page alone. `--floor` runs it
// in the oldest VS Code alone, `--page` only the page.
import { runUiSuite, runUiSuites } from '../ui/suite.ts';
import { close } from './lib/suites.ts';

if (process.argv.includes('--page')) close([await runUiSuite('page')]);
else if (process.argv.includes('--floor')) close([await runUiSuite('floor')]);
else close(await runUiSuites());
