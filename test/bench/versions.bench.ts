// npm run bench -- versions [--json] [--quick]: 100,000 charge records of the sandbox through version 2.0 and version 3, in
// turn. Ends with 1 where version 3 takes longer than the target allows.
import { parseArgs } from 'node:util';
import { Version3Client } from '../unit/sandbox/v3/client.ts';
import { median } from './figures.ts';

/** Milliseconds of version 3, over those of version 2.0. */
const mostRatio = 1.2;
const recordsPerVehicle = 100_000;

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});
const rounds = values.quick ? 5 : 15;

async function measure(ask: () => Promise<Response>) {
  const start = performance.now();
  const answer = await ask();
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`);
  return { milliseconds: performance.now() - start, bytes };
}

const client = await Version3Client.start({ scenario: { recordsPerVehicle } });
try {
  const ways = {
    'version 2.0': () => client.version2('/bmw/charge/records'),
    'version 3': () => client.signal('charge-chargerecords'),
  };
  const taken = new Map<string, { milliseconds: number[]; bytes: number }>();
  // The first two rounds warm up.
  for (let round = -2; round < rounds; round++) {
    for (const [name, ask] of Object.entries(ways)) {
      const { milliseconds, bytes } = await measure(ask);
      const sofar = taken.get(name)?.milliseconds ?? [];
      taken.set(name, { milliseconds: round < 0 ? [] : [...sofar, milliseconds], bytes });
    }
  }
  const rows = [...taken].map(([name, each]) => ({
    name,
    milliseconds: median(each.milliseconds),
    megabytes: each.bytes / 1e6,
  }));
  const [before = NaN, after = NaN] = rows.map(({ milliseconds }) => milliseconds);
  const ratio = after / before;
  if (values.json)
    console.log(JSON.stringify({ records: recordsPerVehicle, rounds, rows, ratio, met: ratio <= mostRatio }));
  else {
    for (const { name, milliseconds, megabytes } of rows) {
      console.log(`${name.padEnd(12)} ${milliseconds.toFixed(0).padStart(6)} ms  ${megabytes.toFixed(1)} MB`);
    }
    console.log(`version 3 takes ${ratio.toFixed(2)} times as long (at most ${mostRatio})`);
  }
  process.exitCode = ratio <= mostRatio ? 0 : 1;
} finally {
  await client.close();
}
