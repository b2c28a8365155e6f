import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { request } from 'undici';
import type { LoadProcess } from './load-process.ts';
import { startSandbox } from './sandbox-contenders.ts';

/** More than this for each request is a leak: no object that a request could leave behind is smaller. */
export const mostBytesPerRequest = 20;
const connections = 10;
/** Longer than an access token lives: what the requests before left behind may be forgotten now. */
const turnSeconds = 7300;

export interface Memory {
  readonly requests: number;
  /** Resident megabytes at the start and after each tenth. */
  readonly megabytes: readonly number[];
  /** Slope of a straight line through the samples of the second half; in the first, V8 takes what it likes. */
  readonly bytesPerRequest: number;
}

/**
 * Half refreshes with rotation, half records of a month. After each tenth the sandbox's clock turns past the life of
 * an access token: a valid token has to be memoize, so memory can be flat only over tokens that have died.
 */
export async function measureMemory(load: LoadProcess, requests: number): Promise<Memory> {
  const sandbox = await startSandbox();
  try {
    const megabytes = [await residentMegabytes(sandbox.pid)];
    for (let tenth = 0; tenth < 10; tenth++) {
      const shots = await Promise.all(
        Array.from({ length: connections }, (_, index) => (index % 2 ? sandbox.tokenShot() : sandbox.recordsShot())),
      );
      const most = { requests: requests / 10, milliseconds: 300_000 };
      const { failures, requests: sent } = await load.run({ origin: sandbox.origin, shots, most, warmUp: 0 });
      if (failures > 0 || sent < most.requests) throw new Error(`${sent} requests, ${failures} of them refused`);
      await turnClock(sandbox.controlUrl);
      megabytes.push(await residentMegabytes(sandbox.pid));
    }
    const perTenth = slope(megabytes.slice(5));
    return { requests, megabytes, bytesPerRequest: (perTenth * 1024 * 1024) / (requests / 10) };
  } finally {
    await sandbox.stop();
  }
}

async function turnClock(controlUrl: string): Promise<void> {
  const answer = await request(`${controlUrl}/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: turnSeconds }),
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`The clock did not turn: ${answer.statusCode}`);
}

export async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}

/** Of a straight line through the values, by least squares, for a step of one. */
function slope(values: readonly number[]): number {
  const meanX = (values.length - 1) / 2;
  const meanY = values.reduce((sum, value) => sum + value, 0) / values.length;
  const products = values.map((value, x) => (x - meanX) * (value - meanY));
  const squares = values.map((_, x) => (x - meanX) ** 2);
  return sum(products) / sum(squares);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
