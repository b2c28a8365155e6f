// The process that finishes a refresh whatever becomes of its window: see HelperRefresher.
import { runHelper } from './run-helper.ts';

await runHelper();
