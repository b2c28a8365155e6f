import { readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { databaseName } from '../../../src/extension/auth/sessions/session-database.ts';
import { windowsFolder } from '../../../src/mcp/channel/window-files.ts';
import { type Look, type Looks, type SoakTask, taskVariable } from './task.ts';

const task = JSON.parse(process.env[taskVariable] ?? '') as SoakTask;
const { executeCommand } = vscode.commands;

let requests = 0;
const { fetch } = globalThis;
/** The bench's own requests are none of the window's. */
const control = async (path: string, body?: object): Promise<unknown> => {
  const init = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(`${task.controlUrl}${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.status === 204 ? undefined : response.json();
};

let saves = 0;
const isSaved = (name: string | null) =>
  name === basename(task.state) || name === databaseName || name === `${databaseName}-wal`;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function look(sandboxPid: number): Promise<Look> {
  // Requests are kept up to a limit, which this work may not reach.
  await executeCommand('vehicleData.clearRequests');
  // What a collection finalizes is free after the next one.
  for (let turn = 0; turn < 3; turn += 1) {
    collect();
    await delay(200);
  }
  const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).length;
  return {
    heap: process.memoryUsage().heapUsed,
    handles: process.getActiveResourcesInfo().length + readdirSync('/proc/self/fd').length,
    files: filesIn(task.storage) + filesIn(windowsFolder()) + filesIn(dirname(task.state)),
    requests,
    saves,
    ...processorTimes(sandboxPid),
  };
}

function processorTimes(sandboxPid: number): Pick<Look, 'windowMs' | 'sandboxMs'> {
  const { user, system } = process.cpuUsage();
  return { windowMs: (user + system) / 1000, sandboxMs: processorMs(sandboxPid) };
}

/** Linux counts in hundredths of a second. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Run by the extension host instead of tests. */
export async function run(): Promise<void> {
  await vscode.extensions.getExtension('vehicle-data.vehicle-data-explorer')?.activate();
  const { vehicles, pid } = (await control('/')) as {
    readonly pid: number;
    readonly vehicles: readonly { readonly id: string; readonly owner: string; readonly records: number | null }[];
  };
  const sessionId = await executeCommand<string>('vehicleData.connect');
  const own = vehicles.filter(({ owner, records }) => owner === vehicles[0]?.owner && records !== null);
  const [first = '', second = ''] = own.map(({ id }) => id);
  for (const view of ['vehicles', 'requests', 'webhooks', 'sandbox']) await executeCommand(`vehicleData.${view}.focus`);
  await control('/webhooks', { callbackUri: task.receiver });
  globalThis.fetch = (...request) => {
    requests += 1;
    return fetch(...request);
  };
  for (const folder of [dirname(task.state), task.storage])
    watch(folder, (_, name) => void (isSaved(name) && (saves += 1)));

  /**
   * Two minutes of the sandbox, in which somebody works. With an hour each, tokens would expire faster than the extension
   * replaces rejected ones.
   */
  const repeat = async (index: number) => {
    await control('/clock', { advance: 120 });
    await control('/charges', { vehicleId: first });
    await executeCommand('vehicleData.refresh');
    if (index % 10 === 0) await executeCommand('vehicleData.refreshTokens', { sessionId });
    if (index % 10 !== 5) return;
    await executeCommand('vehicleData.compareChargeRecords', { vehicleIds: [first, second] });
    await executeCommand('workbench.action.closeAllEditors');
  };
  const phase = async (count: number, each: (index: number) => unknown): Promise<readonly [Look, Look]> => {
    const before = await look(pid);
    for (let index = 0; index < count; index += 1) await each(index);
    // Looking is work, too.
    const times = processorTimes(pid);
    return [before, { ...(await look(pid)), ...times }];
  };
  const half = Math.round(task.repetitions / 2);
  // What is kept up to a limit is full by then.
  for (let index = 0; index < half / 5; index += 1) await repeat(index);
  const early = await phase(half, repeat);
  const late = await phase(half, repeat);
  const kept: unknown[] = [];
  const leaking = await phase(100, (index) => {
    kept.push(new Array(1000).fill(index), watch(task.storage));
    writeFileSync(join(task.storage, `leak-${index}`), '');
    void globalThis.fetch(task.controlUrl);
    return control('/clock', { advance: 1 });
  });
  const idle = await phase(1, () => delay(task.idleMs));
  writeFileSync(task.result, JSON.stringify({ early, late, leaking, idle } satisfies Looks));
}
