// npm run bench -- versions [--json] [--quick]: 100,000 charge records of the sandbox through version 2.0 and version 3, in
// turn, each asked for and read as the viewer does. Ends with 1 where version 3 takes longer than the target allows.
import { parseArgs } from 'node:util';
import type { VehicleData } from '../../src/service/model/vehicle-data.ts';
import { readColumns } from '../../src/service/records/record-stream.ts';
import { noon } from '../unit/sandbox/client.ts';
import { Version3Client } from '../unit/sandbox/v3/client.ts';
import { environmentAt, vehicleDataOf, vehicleDataV3Of } from '../unit/service/vehicle-data.ts';
import { median } from './figures.ts';

/** Milliseconds of version 3, over those of version 2.0. */
const mostRatio = 1.2;
const recordsPerVehicle = 100_000;
const startDate = new Date(noon - 30 * 86_400_000).toISOString().slice(0, 10);

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});
const rounds = values.quick ? 5 : 15;

/** Milliseconds until the last byte is here, and then until the last row is. */
interface Run {
  readonly answer: number;
  readonly reading: number;
  readonly bytes: number;
}

async function measure(data: VehicleData, vehicleId: string): Promise<Run> {
  const start = performance.now();
  const { body, reading } = await data.chargeRecords({ vehicleId, make: 'bmw', startDate });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const answered = performance.now();
  let rows = 0;
  for await (const batch of readColumns(ReadableStream.from(chunks), undefined, reading)) rows += batch.rows;
  const end = performance.now();
  if (rows !== recordsPerVehicle) throw new Error(`${rows} of ${recordsPerVehicle} records were read`);
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  return { answer: answered - start, reading: end - answered, bytes };
}

const client = await Version3Client.start({ scenario: { recordsPerVehicle } });
try {
  const { accessToken, token, userId, vehicleIds } = client;
  const environment = environmentAt(client.client.addresses.baseUrl);
  const of = (tokenOfVersion: string) => ({ accessToken: () => Promise.resolve(tokenOfVersion) });
  const versions = {
    'version 2.0': vehicleDataOf(environment, of(accessToken)),
    'version 3': vehicleDataV3Of(environment, { ...of(token), ownerId: () => Promise.resolve(userId) }),
  };
  const runs: Record<string, Run[]> = { 'version 2.0': [], 'version 3': [] };
  // The first two rounds warm up.
  for (let round = -2; round < rounds; round++) {
    for (const [name, data] of Object.entries(versions)) {
      const run = await measure(data, vehicleIds[0] ?? '');
      if (round >= 0) runs[name]?.push(run);
    }
  }
  const rows = Object.entries(runs).map(([name, each]) => ({
    name,
    answer: median(each.map(({ answer }) => answer)),
    reading: median(each.map(({ reading }) => reading)),
    both: median(each.map(({ answer, reading }) => answer + reading)),
    megabytes: (each[0]?.bytes ?? NaN) / 1e6,
  }));
  const [before, after] = rows;
  const times = (figure: 'answer' | 'reading' | 'both' | 'megabytes') =>
    (after?.[figure] ?? NaN) / (before?.[figure] ?? NaN);
  const ratio = times('both');
  if (values.json)
    console.log(JSON.stringify({ records: recordsPerVehicle, rounds, rows, ratio, met: ratio <= mostRatio }));
  else {
    for (const { name, answer, reading, megabytes } of rows) {
      const [sandbox, reader] = [answer, reading].map((each) => each.toFixed(0).padStart(5));
      console.log(`${name.padEnd(12)} sandbox ${sandbox} ms  reader ${reader} ms  ${megabytes.toFixed(1)} MB`);
    }
    const parts = `sandbox ${times('answer').toFixed(2)}, reader ${times('reading').toFixed(2)}, bytes ${times('megabytes').toFixed(2)}`;
    console.log(`version 3 takes ${ratio.toFixed(2)} times as long (at most ${mostRatio}): ${parts}`);
  }
  process.exitCode = ratio <= mostRatio ? 0 : 1;
} finally {
  await client.close();
}
