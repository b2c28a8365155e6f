import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { GuidedInput } from './guided-input.ts';
import { lastPictureFile, pictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';

describe('an environment of one’s own, in the packaged extension', () => {
  let served: ServedExtension;
  let window: Workbench;
  let input: GuidedInput;

  before(async () => {
    served = await ServedExtension.start('ui-environments', process.env[vsixVariable] ?? '');
  });
  after(() => served?.stop());

  beforeEach(async () => {
    window = await served.newWindow();
    input = new GuidedInput(window);
  });
  afterEach(async function () {
    await window.screenshot(lastPictureFile(this, 'environments-'));
    await window.page.context().close();
  });

  function picture(name: string): Promise<void> {
    return window.screenshot(pictureFile(`environments-${name}`));
  }

  it('that was written by hand with a mistake is told of once, with a way to the place', async () => {
    const entry = { authUrl: 'http://auth.example.com', baseUrl: 'https://api.example.com' };
    await served.changeSettings({ 'vehicleData.environments': { byhand: entry } });
    await window.reload();
    await new Explorer(window).open();
    const mistake = window.notification(/The environment "byhand" has no connectUrl/);
    await mistake.waitFor();
    await picture('mistake');
    await mistake.getByRole('button', { name: 'Open Settings' }).click();
    await window.page.locator('.view-line').filter({ hasText: 'byhand' }).first().waitFor();
    await picture('mistake-place');
    await served.changeSettings({});
  });

  it('is added step by step, connected, edited with what is wrong marked, and removed', async () => {
    const { baseUrl, authUrl, connectUrl, clientId, clientSecret } = served.sandbox;
    const explorer = new Explorer(window);
    await explorer.open();

    await window.runCommand('Vehicle Data: Add Environment');
    await input.at(/1\/5/);
    await input.choose(/Another deployment/);
    await input.at(/2\/9/);
    await input.enter('sandbox');
    await input.says(/built in/);
    await input.enter('staging');

    await input.at(/3\/9/);
    await input.enter(authUrl.replace('localhost', 'staging.example'));
    await input.says(/localhost only/);
    await picture('trap');
    await input.pressButton(/^Use https:\/\/staging\.example/);
    await input.holds(authUrl.replace('http://localhost', 'https://staging.example'));
    await input.enter(authUrl);
    await input.at(/4\/9/);
    await input.pressButton('Back');
    await input.at(/3\/9/);
    await input.holds(authUrl);
    await input.keep();
    await input.at(/4\/9/);
    await input.enter(baseUrl);
    await input.at(/5\/9/);
    await input.enter(connectUrl);
    await input.at(/6\/9/);
    await input.enter(clientId);
    await input.at(/7\/9/);
    await input.enter(clientSecret);
    await input.at(/8\/9/);
    await input.keep();
    await input.at(/9\/9/);
    await picture('permissions');
    await input.keep();

    await window.notification(/“staging” is added and selected/).waitFor();
    await input.status(/Vehicle Data environment: staging, No account is connected/).waitFor();
    await picture('added');
    const consent = await explorer.pressConnect();
    assert.equal(await consent.allow(), 'Access allowed');
    await explorer.settled();
    await input.status(/environment: staging, Owner .*access token until/).waitFor();

    await window.runCommand('Vehicle Data: Select Environment');
    await window.quickInput.getByRole('option', { name: /staging.*selected.*1 account/ }).waitFor();
    await picture('select');
    await input.choose(/^sandbox/);
    await input.status(/environment: Sandbox, No account is connected/).waitFor();
    await explorer.connectButton.waitFor();
    assert.equal(await explorer.vehicleLines.count(), 0, 'the vehicles of the other environment are gone');

    await window.runCommand('Vehicle Data: Edit Environment');
    await input.choose(/^staging/);
    await picture('edit');
    await input.choose(/Remove Environment/);
    await window.answerDialog('Remove');
    await window.page.locator('.statusbar').getByText('The environment “staging” is removed').waitFor();
    await window.runCommand('Vehicle Data: Select Environment');
    await window.quickInput.getByRole('option', { name: /^smartcar/ }).waitFor();
    assert.equal(await window.quickInput.getByRole('option', { name: /^staging/ }).count(), 0);
  });
});
