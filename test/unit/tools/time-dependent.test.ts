import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dayMs } from '../../../src/common/date-range.ts';
import { buildWorld } from '../../../src/sandbox/world/world.ts';
import { charges } from '../../../src/sandbox/world/charges.ts';
import { moments, whileCharging } from '../../clock/moments.ts';
import { timeDependentTests } from '../../clock/time-dependent.ts';
import { root } from '../../tools/lib/paths.ts';

describe('what runs at other moments', () => {
  it('is what speaks of time at each, what is near it or starts processes at some, and nothing else', () => {
    const found = new Map(timeDependentTests().map(({ file, isClose }) => [file, isClose]));
    assert.equal(found.get('test/unit/common/text/numbers-and-times.test.ts'), true);
    assert.equal(found.get('test/unit/service/end-of-version-2.test.ts'), true);
    assert.equal(found.get('test/unit/service/v3/client.test.ts'), true);
    assert.equal(found.get('test/attacks/http-dates.test.ts'), true);
    assert.equal(found.get('test/unit/sandbox-client/starting-a-sandbox.test.ts'), false);
    assert.equal(found.get('test/unit/sandbox/v2/capacity-choice.test.ts'), false);
    assert.equal(found.get('test/unit/common/async-work.test.ts'), undefined);
  });

  it('is at moments that are none twice, in zones that there are', () => {
    assert.equal(new Set(moments.map(({ at }) => at)).size, moments.length);
    for (const { at, zone } of moments) {
      assert.equal(new Date(at).toISOString(), at.replace('Z', '.000Z'));
      assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: zone }));
    }
    assert.ok(new Set(moments.map(({ zone }) => zone)).size >= 5);
  });

  it('is at a moment when the vehicle that most tests take charges', () => {
    const world = buildWorld(1);
    const vehicle = world.owners[0]?.vehicles[0] ?? assert.fail('no vehicle');
    const now = Date.parse(whileCharging.at);
    const window = { from: now - dayMs, to: now, endedBy: Infinity };
    assert.ok([...charges(world, vehicle, window)].some(({ start, end }) => start < now && end > now));
  });

  it('has a clock that is moved and goes on, in workers and in what is started, and dates that are dates', () => {
    const told = (form: string) => `console.log(JSON.stringify(${form}))`;
    const form =
      '[new Date().getFullYear(), Date().slice(11, 15), new Date() instanceof Date, Date.now() > Date.UTC(2030, 0)]';
    const script = `
      ${told(form)};
      const { spawnSync } = await import('node:child_process');
      process.stdout.write(spawnSync(process.execPath, ['-e', ${JSON.stringify(told(form))}]).stdout);
      const { Worker } = await import('node:worker_threads');
      new Worker(new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(told(form))}`)}));`;
    const preload = pathToFileURL(join(root, 'test/clock/shifted-date.mjs')).href;
    // The machine's own, also where this process has been moved.
    const now = performance.timeOrigin + performance.now();
    const env = {
      ...process.env,
      TZ: 'Pacific/Apia',
      VEHICLE_DATA_TEST_CLOCK_SHIFT: String(Date.UTC(2030, 11, 31, 23) - now),
      NODE_OPTIONS: `--import=${preload}`,
    };
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env });
    const line = JSON.stringify([2031, '2031', true, true]);
    assert.equal(stdout.toString().trim(), [line, line, line].join('\n'), stderr.toString());
  });
});
