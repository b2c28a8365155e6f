import { pictureFile } from './pictures.ts';
import { openWalkthrough, step, stepDone } from './walkthrough.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the walkthrough', () => {
  const window = WindowUnderTest.ofSuite();

  it('leads from Connect to one’s own app in three steps, and ticks off what was done', async () => {
    const { workbench, explorer } = window;
    // In an editor of 950 pixels and less, VS Code shows no pictures.
    await workbench.page.setViewportSize({ width: 1800, height: 900 });
    await explorer.open();
    await explorer.connectButton.waitFor();
    await openWalkthrough(workbench);
    const titles = ['Connect a vehicle owner', 'Look at charge records', 'Build your app'];
    for (const title of titles) await step(workbench, title).waitFor();
    const picture = workbench.page
      .locator('.gettingStartedContainer .getting-started-media iframe')
      .contentFrame()
      .frameLocator('#active-frame');
    await picture.locator('svg').waitFor();
    await workbench.screenshot(pictureFile('walkthrough'));
    const connecting = step(workbench, 'Connect a vehicle owner');
    await connecting.click();
    const opened = workbench.page.context().waitForEvent('page');
    await connecting.getByRole('button', { name: 'Connect', exact: true }).click();
    await explorer.consent(await opened).allow();
    await stepDone(workbench, 'Connect a vehicle owner').waitFor();

    const pointing = step(workbench, 'Build your app');
    await pointing.click();
    await pointing.getByRole('button', { name: 'Copy Sandbox Environment' }).click();
    await stepDone(workbench, 'Build your app').waitFor();
  });
});
