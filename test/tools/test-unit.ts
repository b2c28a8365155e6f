// npm run test:unit: everything that needs no VS Code. Arguments go to mocha.
import { runMocha } from './lib/mocha.ts';
import { close } from './lib/suites.ts';

close([await runMocha('unit', process.argv.slice(2))]);
