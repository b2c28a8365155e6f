import { join } from 'node:path';
import { filesOr, runMocha } from '../tools/lib/mocha.ts';
import type { Suite } from '../tools/lib/suites.ts';

const config = join(import.meta.dirname, '.mocharc.json');

/** The page of the viewer in a browser, without VS Code. */
export const runPageSuite: Suite = (files, options) =>
  runMocha('page', filesOr('test/page', files), { config, options });

/** All of it, while another suite runs. */
export const runPageSuiteBeside: Suite = (_files, options) =>
  runMocha('page', filesOr('test/page', []), { config, options, beside: true });
