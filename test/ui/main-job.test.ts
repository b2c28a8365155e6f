import assert from 'node:assert/strict';
import { doMainJob, goToFirstChart } from './main-job.ts';
import { pictureFile } from './pictures.ts';
import { vehiclesByService, vehiclesByVersion3, vehiclesInSandbox } from './truth.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the packaged extension', () => {
  const window = WindowUnderTest.ofSuite();

  it('takes three clicks and one decision from the welcome text to the first chart', async () => {
    const { clicks, decisions } = await goToFirstChart(window.workbench, await window.vehicleWithRecords());
    assert.deepEqual({ clicks, decisions }, { clicks: 3, decisions: 1 });
    await window.workbench.screenshot(pictureFile('main-three-clicks'));
  });

  it('leads from the first click to the charge records, and shows what the sandbox holds', async () => {
    const { served, workbench, explorer } = window;
    await window.run('signOut');
    await workbench.answerDialog('Sign Out');
    await explorer.connectButton.waitFor();
    await workbench.runCommand('View: Close All Editors');
    await workbench.page.locator('iframe.webview').waitFor({ state: 'detached' });
    const { sandbox } = served;
    // A charge may end meanwhile.
    await served.freezeClock();
    const { vehicles } = await doMainJob(workbench);
    assert.deepEqual(vehicles, await vehiclesByVersion3(sandbox));
    const byVersion2 = await vehiclesInSandbox(sandbox);
    assert.deepEqual(await vehiclesByService(sandbox, byVersion2), byVersion2);
    for (const listed of [vehicles, byVersion2])
      assert.equal(listed.find(({ model }) => model.startsWith('i4'))?.capacity, 80.7);
  });
});
