import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { goDirectlyToLoopback } from '../common/loopback/loopback-listeners.ts';
import { packageVersion as version, requireNode } from '../common/package-version.ts';
import { complain, print } from '../common/text/terminal.ts';
import { ExternalSandbox } from '../sandbox-client/external-sandbox.ts';
import { SharedSandbox } from '../sandbox-client/shared-sandbox.ts';
import type { ApiVersion } from '../service/model/environment.ts';
import { withAccounts } from './account-tools.ts';
import { windowsFolder } from './channel/window-files.ts';
import { comparisonTools } from './comparison-tools.ts';
import { ruleTools } from './knowledge.ts';
import { migrationTools } from './migration-tools.ts';
import { SandboxReader } from './sandbox-reader.ts';
import { sandboxTools } from './sandbox-tools.ts';
import { mcpServer } from './server.ts';
import { MessageLines } from './stdio/message-lines.ts';
import { vehicleTools } from './vehicle-tools.ts';
import { webhookTools } from './webhook-tools.ts';

const program = 'vehicle-data-mcp';

const usage = `Usage: vehicle-data-mcp [options]

A Model Context Protocol server on standard input and output: lets an agent start and look at the sandbox of the
connected-car service, turn its clock, plan faults, read vehicles, nominal capacity, charge records, requests and rules,
and check a folder for code that uses version 2.0. It reaches only the sandbox; accounts are read by a window of VS Code
that has them, after you allow it there. It hands out no token.

Options
  --sandbox-folder DIR   Where the shared sandbox keeps its files (default ~/.vehicle-data/sandbox)
  --open-folder DIR      On Windows, a folder of another host that may be checked; may be given several times
  --help                 Show this help

Set VEHICLE_DATA_SANDBOX_URL=http://localhost:PORT/sandbox to use a sandbox that runs already.
`;

requireNode(program);
goDirectlyToLoopback();

function readOptions() {
  try {
    return parseArgs({
      options: {
        'sandbox-folder': { type: 'string', default: path.join(homedir(), '.vehicle-data', 'sandbox') },
        'open-folder': { type: 'string', multiple: true },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    complain(program, (error as Error).message, `${program} --help lists the options.`);
    process.exit(2);
  }
}

const { 'sandbox-folder': folder, 'open-folder': opened, help } = readOptions();
if (help) {
  print(usage.trimEnd().split('\n'));
  process.exit(0);
}

/** Next to this file in the package; in a folder of the sources when those are run directly. */
const script = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../sandbox/main.ts' : 'sandbox.js', import.meta.url),
);
const external = process.env.VEHICLE_DATA_SANDBOX_URL;
const sandbox = external
  ? new ExternalSandbox(external, fetch)
  : new SharedSandbox({ script, folder: path.resolve(folder), version, fetch });
// Windows locks the folder that a process runs in.
process.chdir(path.parse(process.execPath).root);
const readerOf = (through?: ApiVersion) => new SandboxReader(sandbox, `vehicle-data-mcp/${version}`, through);
const ofVersion = { '2.0': readerOf('2.0'), '3': readerOf('3') };
const tools = [
  ...sandboxTools(sandbox, ofVersion['3']),
  ...withAccounts(vehicleTools(readerOf(), 'the sandbox', ofVersion), windowsFolder()),
  ...comparisonTools(sandbox, ofVersion),
  ...webhookTools(sandbox),
  ...ruleTools,
  ...migrationTools(opened),
];

if (process.stdin.isTTY) {
  complain(program, 'waiting for an MCP client on standard input (Ctrl+C ends it, --help says more).');
}
const { input, output } = new MessageLines(process.stdin, process.stdout);
serveStdio(() => mcpServer(version, tools), { transport: new StdioServerTransport(input, output) });
input.once('close', () => sandbox.dispose());
