// A window of VS Code as the sandbox sees it, in a process of its own: `node sandbox-window.ts FOLDER [quick]`.
// Prints the sandbox's address and process once it has it, and a line for each time that it renews its lease, which it
// keeps until standard input closes. `quick`: the lease is renewed and runs out sixty times as fast.
import { join } from 'node:path';
import { packageVersion } from '../../../src/common/package-version.ts';
import { probeSandbox } from '../../../src/sandbox-client/control-client.ts';
import { SharedSandbox } from '../../../src/sandbox-client/shared-sandbox.ts';

const [folder = '', pace] = process.argv.slice(2);
const isQuick = pace === 'quick';
const slowInterval = globalThis.setInterval;
if (isQuick) {
  const quickInterval = (work: () => void, ms = 0) => slowInterval(work, ms / 60);
  Object.assign(globalThis, { setInterval: quickInterval });
}

/** Leases that were taken or renewed, as the sandbox has confirmed. */
let leases = 0;
const countingLeases: typeof fetch = async (address, { method, body, ...rest } = {}) => {
  const isLease = method === 'POST' && typeof address === 'string' && address.endsWith('/lease');
  const asked =
    isQuick && isLease && typeof body === 'string' ? body.replace('"ttlSeconds":60', '"ttlSeconds":1') : body;
  const answer = await fetch(address, { ...rest, ...(method && { method }), ...(asked && { body: asked }) });
  if (isLease && ++leases > 1) console.log('renewed');
  return answer;
};

const sandbox = new SharedSandbox({
  script: join(import.meta.dirname, isQuick ? 'quick-sandbox.ts' : '../../../src/sandbox/main.ts'),
  folder,
  version: packageVersion,
  fetch: countingLeases,
});
const { controlUrl } = await sandbox.addresses();
const info = await probeSandbox(controlUrl, fetch);
console.log(JSON.stringify({ controlUrl, pid: info?.pid }));
process.stdin.resume().once('close', () => sandbox.dispose());
