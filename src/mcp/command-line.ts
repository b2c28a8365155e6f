import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

export const usage = `Usage: vehicle-data-mcp [options]

A Model Context Protocol server on standard input and output: lets an agent start and look at the sandbox of the
connected-car service, turn its clock, plan faults, read vehicles, nominal capacity, charge records, requests and rules,
and check a folder for code that uses version 2.0. It reaches only the sandbox; accounts are read by a window of VS Code
that has them, after you allow it there. It hands out no token.

Options
  --sandbox-folder DIR   Where the shared sandbox keeps its files (default ~/.vehicle-data/sandbox)
  --help                 Show this help

Set VEHICLE_DATA_SANDBOX_URL=http://localhost:PORT/sandbox to use a sandbox that runs already.
`;

/** Throws an Error whose message names the wrong option. */
export function readCommandLine(args: readonly string[]): { readonly folder: string; readonly help: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'sandbox-folder': { type: 'string', default: path.join(homedir(), '.vehicle-data', 'sandbox') },
      help: { type: 'boolean', default: false },
    },
  });
  return { folder: path.resolve(values['sandbox-folder']), help: values.help };
}
