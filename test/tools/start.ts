// npm start: VS Code with the extension and a sandbox, for a person. `--check` does the main job itself instead, and
// `--screenshot FILE.png` then keeps what was on screen.
import { parseArgs } from 'node:util';
import { checkMainJob } from '../ui/check.ts';
import { stopServices } from './lib/service.ts';
import { startForPerson } from './lib/start-for-person.ts';

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, screenshot: { type: 'string' } },
});

try {
  if (values.check) process.exitCode = (await checkMainJob(values.screenshot)) ? 0 : 1;
  else await startForPerson();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await stopServices();
}
