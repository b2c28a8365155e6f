// npm run test:ui: the packaged VSIX, driven in a browser as a person would.
import { runUiSuite } from '../ui/suite.ts';
import { close } from './lib/suites.ts';

close([await runUiSuite()]);
