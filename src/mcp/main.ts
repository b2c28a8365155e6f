import { fileURLToPath } from 'node:url';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { silentLogger } from '../common/logger.ts';
import { packageVersion as version, requireNode } from '../common/package-version.ts';
import { complain, print } from '../common/text/terminal.ts';
import { callControl } from '../sandbox-client/control-client.ts';
import { ExternalSandbox } from '../sandbox-client/external-sandbox.ts';
import { SharedSandbox } from '../sandbox-client/shared-sandbox.ts';
import type { ApiVersion } from '../service/model/environment.ts';
import { withAccounts } from './account-tools.ts';
import { windowsFolder } from './channel/window-files.ts';
import { comparisonTools } from './comparison-tools.ts';
import { readCommandLine, usage } from './command-line.ts';
import { migrationTools } from './migration-tools.ts';
import { ruleTools } from './rule-tools.ts';
import { SandboxReader } from './sandbox-reader.ts';
import { sandboxTools } from './sandbox-tools.ts';
import { mcpServer } from './server.ts';
import { MessageLines } from './stdio/message-lines.ts';
import { vehicleTools } from './vehicle-tools.ts';
import { webhookTools } from './webhook-tools.ts';

const program = 'vehicle-data-mcp';
requireNode(program, 1);

function readOptions() {
  try {
    return readCommandLine(process.argv.slice(2));
  } catch (error) {
    complain(
      program,
      `${error instanceof Error ? error.message : String(error)}\n${program} --help lists the options.`,
    );
    process.exit(2);
  }
}

const { folder, help } = readOptions();
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
  : new SharedSandbox({ script, folder, version, fetch, log: silentLogger });
const readerOf = (through?: ApiVersion) => new SandboxReader(sandbox, fetch, `vehicle-data-mcp/${version}`, through);
const ofVersion = { '2.0': readerOf('2.0'), '3': readerOf('3') };
const now = async () => {
  const { controlUrl } = await sandbox.addresses();
  return Date.parse((await callControl(fetch, controlUrl, 'readClock', {})).now);
};
const tools = [
  ...sandboxTools(sandbox, fetch, () => ofVersion['3'].shareAll()),
  ...withAccounts(
    vehicleTools(readerOf(), 'the sandbox', (through) => ofVersion[through]),
    windowsFolder(),
  ),
  ...comparisonTools((through, ...asked) => ofVersion[through].reading(...asked), now),
  ...webhookTools(sandbox, fetch),
  ...ruleTools,
  ...migrationTools,
];

if (process.stdin.isTTY) {
  complain(program, 'waiting for an MCP client on standard input (Ctrl+C ends it, --help says more).');
}
const { input, output } = new MessageLines(process.stdin, process.stdout);
serveStdio(() => mcpServer(version, tools), { transport: new StdioServerTransport(input, output) });
input.once('close', () => sandbox.dispose());
