/** Starts each piece of the test report: the rest of what an extension host logs is VS Code's own. */
export const reportPrefix = '[test] ';

/** Names the files that are to run, with commas between them; without it all do but {@link routesFile}. */
export const filesVariable = 'VEHICLE_DATA_HOST_TESTS';

/** Needs a VS Code that has met no proxy: 1.105 keeps to the first that its `fetch` has met. */
export const routesFile = 'routes.test.ts';
