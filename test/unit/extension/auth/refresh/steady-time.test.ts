import assert from 'node:assert/strict';
import { steadyTime } from '../../../../../src/extension/auth/refresh/steady-time.ts';

describe('steadyTime', () => {
  it('goes as the clock of the process, exactly, however coarse the uptime of the machine is', () => {
    let process = 100.25;
    const now = steadyTime(
      () => process,
      () => 5000 + Math.floor(process / 1000) * 1000,
    );
    const start = now();
    for (const passed of [0.5, 999.75, 1000, 2500.25]) {
      process = 100.25 + passed;
      assert.equal(now() - start, passed);
    }
  });

  it('counts the time for which the machine slept, and never goes back', () => {
    let [process, machine] = [0, 70_000];
    const now = steadyTime(
      () => process,
      () => machine,
    );
    process += 10;
    machine += 60_000;
    assert.equal(now(), 60_000);
    machine -= 500;
    assert.equal(now(), 60_000);
    process += 1000;
    machine += 1500;
    assert.equal(now(), 61_000);
  });

  it('tells the time of this machine', () => {
    const now = steadyTime();
    const [first, second] = [now(), now()];
    assert.ok(second >= first);
  });
});
