import { join } from 'node:path';
import type { Workbench } from '../host/workbench.ts';
import { screenshots } from '../tools/lib/paths.ts';
import { Explorer } from './explorer.ts';
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
    await window?.screenshot(join(screenshots, 'walkthrough.png'));
    await served?.stop();
  });

  it('leads from the sandbox to one’s own environment, and ticks off what was done', async () => {
    const explorer = new Explorer(window);
    await explorer.open();
    await explorer.connectButton.waitFor();
    await window.runCommand('Welcome: Open Walkthrough...');
    await window.quickInput.getByRole('textbox').fill('Get Started with Vehicle Data');
    await window.quickInput.getByRole('option', { name: /Get Started with Vehicle Data/ }).click();

    const page = window.page.locator('.gettingStartedContainer');
    const step = (title: string) => page.locator('.getting-started-step', { hasText: title });
    const done = (title: string) => step(title).locator('.codicon-getting-started-step-checked');
    for (const title of ['Start the sandbox', 'Look at charge records', 'Use your own environment']) {
      await step(title).waitFor();
    }
    const picture = page.locator('.getting-started-media iframe').contentFrame().frameLocator('#active-frame');
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
});
