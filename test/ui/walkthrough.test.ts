import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { pictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';

describe('the walkthrough', () => {
  let served: ServedExtension;
  let window: Workbench;

  before(async () => {
    served = await ServedExtension.start('ui-walkthrough', process.env[vsixVariable] ?? '');
    window = await served.newWindow();
    // Beside the steps, their pictures have room.
    await window.page.setViewportSize({ width: 1800, height: 900 });
  });
  after(async () => {
    await window?.screenshot(pictureFile('walkthrough'));
    await served?.stop();
  });

  const step = (title: string) =>
    window.page.locator('.gettingStartedContainer .getting-started-step', { hasText: title });
  const done = (title: string) => step(title).locator('.codicon-getting-started-step-checked');

  async function openWalkthrough(): Promise<void> {
    await window.runCommand('Welcome: Open Walkthrough...');
    await window.quickInput.getByRole('textbox').fill('Get Started with Vehicle Data');
    await window.quickInput.getByRole('option', { name: /Get Started with Vehicle Data/ }).click();
  }

  it('leads from the sandbox to one’s own environment, and ticks off what was done', async () => {
    const explorer = new Explorer(window);
    await explorer.open();
    await explorer.connectButton.waitFor();
    await openWalkthrough();
    for (const title of ['Start the sandbox', 'Look at charge records', 'Use your own environment']) {
      await step(title).waitFor();
    }
    const picture = window.page
      .locator('.gettingStartedContainer .getting-started-media iframe')
      .contentFrame()
      .frameLocator('#active-frame');
    await picture.locator('svg').waitFor();
    await step('Connect a vehicle owner').click();
    const opened = window.page.context().waitForEvent('page');
    await step('Connect a vehicle owner').getByRole('button', { name: 'Connect', exact: true }).click();
    const consent = await opened;
    await consent.getByRole('button', { name: 'Allow' }).click();
    await consent.waitForURL(/[?&]code=/);
    await consent.close();
    await window.page.bringToFront();
    await done('Connect a vehicle owner').waitFor();

    await step('Point your app at the sandbox').click();
    await step('Point your app at the sandbox').getByRole('button', { name: 'Copy Sandbox Environment' }).click();
    await done('Point your app at the sandbox').waitFor();
  });

  it('ticks off what was reached before it was opened', async () => {
    await window.page.close();
    window = await served.newWindow();
    const explorer = new Explorer(window);
    await explorer.open();
    await (await explorer.pressConnect()).allow();
    await explorer.settled();
    await openWalkthrough();
    await done('Connect a vehicle owner').waitFor();
    await done('Start the sandbox').waitFor();
  });
});
