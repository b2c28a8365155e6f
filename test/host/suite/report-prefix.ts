/** Starts each piece of the test report: the rest of what an extension host logs is VS Code's own. */
export const reportPrefix = '[test] ';
