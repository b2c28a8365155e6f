// The process that finishes a refresh even if its window is closed or killed: see HelperRefresher.
import { runHelper } from './run-helper.ts';

await runHelper();
