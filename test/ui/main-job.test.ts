import assert from 'node:assert/strict';
import { doMainJob } from './main-job.ts';
import { pictureFile } from './pictures.ts';
import { vehiclesByService, vehiclesInSandbox } from './truth.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the packaged extension', () => {
  const window = WindowUnderTest.ofSuite();

  it('takes three clicks from the welcome text to the first chart', async () => {
    const { workbench, explorer, viewer } = window;
    const vehicle = await window.vehicleWithRecords();
    await explorer.open();
    const consent = await explorer.pressConnect();
    assert.ok(await consent.isAllowInView(), 'nobody has to scroll');
    assert.equal(await consent.allow(), 'Access granted');
    const line = explorer.vehicleLines.filter({ hasText: vehicle.model });
    await workbench.pointAt(line);
    await explorer.chart(line).click();
    await viewer.firstRow(vehicle);
    await viewer.frame.locator('canvas, svg').first().waitFor();
    await workbench.screenshot(pictureFile('main-three-clicks'));
    await window.run('signOut');
    await workbench.answerDialog('Sign Out');
    await explorer.connectButton.waitFor();
    await workbench.runCommand('View: Close All Editors');
    await workbench.page.locator('iframe.webview').waitFor({ state: 'detached' });
  });

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
