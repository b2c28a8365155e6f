// npm run test:host: the tests inside the extension host. `--desktop` fails where desktop VS Code can't be had.
import { runHostSuites } from '../host/suites.ts';
import { close } from './lib/suites.ts';

close(await runHostSuites({ desktopDemanded: process.argv.includes('--desktop') }));
