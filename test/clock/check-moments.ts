import { join } from 'node:path';
import { hasChargeRecords, type Vehicle } from '../../src/service/model/vehicles.ts';
import type { VehicleData } from '../../src/service/model/vehicle-data.ts';
import { readColumns } from '../../src/service/records/record-stream.ts';
import { cache } from '../tools/lib/paths.ts';
import { type RunningSandbox, startSandbox } from '../tools/lib/sandbox.ts';
import { connectBoth } from '../unit/service/comparison/both-versions.ts';
import { moments } from './moments.ts';

/**
 * Takes a sandbox, as it is built, through the moments by its own clock, and reads the charge records of every vehicle of
 * an owner by both versions, of the days that are shown without a choice. Resolves to a line for each difference.
 */
export async function differencesByMoment(): Promise<readonly string[]> {
  const sandbox = await startSandbox(join(cache, 'moments', 'sandbox.log'), '--auto-approve');
  try {
    const found: string[] = [];
    for (const { what, at } of moments) {
      await control(sandbox, '/reset', { set: at, freeze: true });
      for (const line of await differencesNow(sandbox)) found.push(`at ${at} (${what}): ${line}`);
    }
    return found;
  } finally {
    await sandbox.stop();
  }
}

async function differencesNow(sandbox: RunningSandbox): Promise<readonly string[]> {
  const { v2, v3, vehicleIds } = await connectBoth(sandbox);
  await control(sandbox, '/subscriptions', {});
  const vehicles = await Promise.all(vehicleIds.map((id) => v2.vehicle(id)));
  const charged = vehicles.filter(({ make }) => hasChargeRecords(make));
  const counts = await Promise.all(
    charged.map(async (vehicle) => [vehicle, await countEnded(v2, vehicle), await countEnded(v3, vehicle)] as const),
  );
  if (!counts.some(([, ended]) => ended > 0)) return ['no vehicle has charge records'];
  return counts
    .filter(([, byVersion2, byVersion3]) => byVersion2 !== byVersion3)
    .map(
      ([{ model }, byVersion2, byVersion3]) => `${model} has ${byVersion2} by version 2.0, ${byVersion3} by version 3`,
    );
}

/** Version 3 alone has one that goes on. */
async function countEnded(client: VehicleData, { id: vehicleId, make }: Vehicle): Promise<number> {
  const { body, reading } = await client.chargeRecords({ vehicleId, make });
  let ended = 0;
  for await (const { chargeEnd } of readColumns(body, undefined, reading)) {
    ended += chargeEnd.filter((end) => !Number.isNaN(end)).length;
  }
  return ended;
}

async function control({ controlUrl }: RunningSandbox, path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(controlUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The sandbox refuses ${path}: ${await response.text()}`);
}
