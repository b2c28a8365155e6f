import assert from 'node:assert/strict';
import { dayMs } from '../../../../src/common/date-range.ts';
import { consumption, motionAt } from '../../../../src/sandbox/world/motion.ts';
import type { Charge } from '../../../../src/sandbox/world/stored-state.ts';
import { buildWorld, type SandboxVehicle } from '../../../../src/sandbox/world/world.ts';
import { noon } from '../client.ts';

const world = buildWorld(1);
const [bmw] = world.owners[0]?.vehicles ?? [];
assert.ok(bmw);
const minute = 60_000;

/** What a vehicle reports from one time to another, oldest first. */
function* reportsOf(vehicle: SandboxVehicle, from: number, to: number, added: readonly Charge[] = []) {
  for (let at = from; at < to;) {
    const motion = motionAt(world, vehicle, added, at);
    yield motion;
    assert.ok(motion.nextReportAt > at, new Date(at).toISOString());
    at = motion.nextReportAt;
  }
}

describe('The motion of a vehicle', () => {
  it('empties its battery while it drives and fills it while it charges, and never turns the odometer back', () => {
    // Over the edges of blocks, whose kilometres are known beforehand.
    for (const vehicle of world.owners.flatMap(({ vehicles }) => vehicles)) {
      let before = motionAt(world, vehicle, [], noon);
      let [driven, used] = [0, 0];
      for (const now of reportsOf(vehicle, noon, noon + 65 * dayMs)) {
        const [kilometers, level] = [now.odometer - before.odometer, now.level - before.level];
        assert.ok(kilometers >= 0 && now.level >= 0 && now.level <= 1);
        // At a report the vehicle has done what the one before says that it does.
        assert.ok(before.charge ? level >= 0 && kilometers === 0 : level <= 1e-9);
        if (!before.charge && !before.isDriving) assert.ok(Math.abs(kilometers) < 1e-6);
        driven += kilometers;
        used -= Math.min(0, level);
        before = now;
      }
      const { capacity } = vehicle;
      const pack =
        capacity.case === 'determined'
          ? capacity.nominal
          : Math.max(...capacity.candidates.map((each) => each.capacity));
      const share = (used * pack) / consumption / driven;
      if (capacity.case !== 'selected') assert.ok(share > 0.8 && share < 1.25, String(share));
    }
  });

  it('is the same whenever the clock comes to a time, years ahead too', () => {
    for (const at of [noon, noon + 3 * dayMs, Date.UTC(2200, 5, 1)]) {
      const once = motionAt(world, bmw, [], at);
      motionAt(world, bmw, [], at + 400 * dayMs);
      assert.deepEqual(motionAt(buildWorld(1), bmw, [], at), once);
    }
  });

  it('takes simulated charges in: those that have ended and those that go on', () => {
    const added: Charge[] = [];
    let odometer = 0;
    for (let at = noon; at < noon + 4 * dayMs; at += 170 * minute) {
      const before = motionAt(world, bmw, added, at);
      const isOngoing = added.length % 2 === 0;
      const [start, end] = isOngoing ? [at, at + 30 * minute] : [at - 30 * minute, at];
      added.push({ start, end, location: '', isPublic: true, type: 'DC', energy: 30, from: 0.3, to: 0.8 });
      const now = motionAt(world, bmw, added, at);
      assert.ok(before.odometer >= odometer && now.odometer >= before.odometer);
      if (isOngoing) assert.deepEqual([now.charge, now.level], [added.at(-1), 0.3]);
      odometer = now.odometer;
    }
  });

  it('of a vehicle without everyday charges is none', () => {
    const still = { ...bmw, id: 'another', literalRecords: [] };
    const [now, later] = [motionAt(world, still, [], noon), motionAt(world, still, [], noon + 90 * dayMs)];
    assert.deepEqual([now.nextReportAt, now.odometer, now.level], [Infinity, later.odometer, later.level]);
  });
});
