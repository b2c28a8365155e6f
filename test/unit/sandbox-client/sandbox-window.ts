// A window of VS Code as the sandbox sees it, in a process of its own: `node sandbox-window.ts FOLDER LEASE_SECONDS`.
// Prints the sandbox's address and process once it has it, and a line for each time that it renews its lease, which it
// keeps until standard input closes.
import { join } from 'node:path';
import { silentLogger } from '../../../src/common/logger.ts';
import { probeSandbox } from '../../../src/sandbox-client/control-client.ts';
import { SharedSandbox } from '../../../src/sandbox-client/shared-sandbox.ts';

const [folder = '', leaseSeconds = '60'] = process.argv.slice(2);

/** Leases that were taken or renewed, as the sandbox has confirmed. */
let leases = 0;
const countingLeases: typeof fetch = async (...request) => {
  const answer = await fetch(...request);
  const [address, { method } = {}] = request;
  const isLease = method === 'POST' && typeof address === 'string' && address.endsWith('/lease');
  if (isLease && ++leases > 1) console.log('renewed');
  return answer;
};

const sandbox = new SharedSandbox({
  script: join(import.meta.dirname, '../../../src/sandbox/main.ts'),
  folder,
  version: '0.1.0',
  fetch: countingLeases,
  log: silentLogger,
  idleSeconds: 1,
  leaseSeconds: Number(leaseSeconds),
});
const { controlUrl } = await sandbox.addresses();
const info = await probeSandbox(controlUrl, fetch);
console.log(JSON.stringify({ controlUrl, pid: info?.pid }));
process.stdin.resume().once('close', () => sandbox.dispose());
