import assert from 'node:assert/strict';
import { doMainJob } from './main-job.ts';
import { vehiclesByService, vehiclesInSandbox } from './truth.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the packaged extension', () => {
  const window = WindowUnderTest.ofSuite();

  it('leads from the first click to the charge records, and shows what the sandbox holds', async () => {
    const { sandbox } = window.served;
    const expected = await vehiclesInSandbox(sandbox);
    const { vehicles } = await doMainJob(window.workbench, (id) =>
      expected.some((each) => each.id === id && each.records !== null),
    );
    assert.deepEqual(vehicles, expected);
    assert.deepEqual(await vehiclesByService(sandbox, expected), expected);
  });
});
