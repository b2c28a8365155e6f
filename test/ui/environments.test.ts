import assert from 'node:assert/strict';
import { GuidedInput } from './guided-input.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('an environment of one’s own, in the packaged extension', () => {
  const window = WindowUnderTest.ofSuite();

  it('is added step by step, connected, edited with what is wrong marked, and removed', async () => {
    const { workbench, explorer } = window;
    const { baseUrl, authUrl, connectUrl, clientId, clientSecret } = window.served.sandbox;
    const input = new GuidedInput(workbench);
    await explorer.open();

    await window.run('addEnvironment');
    await input.at(/\(1\)/);
    await input.choose(/Version 2\.0/);
    await input.at(/\(2\)/);
    await input.choose(/Other API/);
    await input.at(/3\/10/);
    await input.enter('sandbox');
    await input.says(/built-in sandbox/);
    await input.enter('staging');

    await input.at(/4\/10/);
    await input.enter(clientId);
    await input.at(/5\/10/);
    await input.enter(clientSecret);
    await input.at(/6\/10/);
    await input.enter(authUrl.replace('localhost', 'staging.example'));
    await input.says(/localhost only/);
    await input.enter(authUrl);
    await input.at(/7\/10/);
    await input.pressButton('Back');
    await input.at(/6\/10/);
    await input.holds(authUrl);
    await input.keep();
    await input.at(/7\/10/);
    await input.enter(baseUrl);
    await input.at(/8\/10/);
    await input.enter(connectUrl);
    await input.at(/9\/10/);
    await input.keep();
    await input.at(/10\/10/);
    await input.keep();

    const added = await workbench.notified(/“staging” added and selected/);
    await input.status(/Vehicle Data environment: staging, No account is connected/).waitFor();
    const consent = await explorer.pressConnect(added.getByRole('button', { name: 'Connect Now' }));
    assert.equal(await consent.allow(), 'Access granted');
    await explorer.settled();
    await input.status(/environment: staging, Owner /).waitFor();

    await window.run('selectEnvironment');
    await workbench.quickInput.getByRole('option', { name: /staging.*selected.*1 account/ }).waitFor();
    await input.choose(/^sandbox/);
    await input.status(/environment: Sandbox, (not )?running, No account is connected/).waitFor();
    await explorer.connectButton.waitFor();
    assert.equal(await explorer.vehicleLines.count(), 0, 'the vehicles of the other environment are gone');

    await window.run('selectEnvironment');
    await input.pressButtonOf(/^staging/, 'Edit Environment');
    await input.choose(/Remove Environment/);
    await workbench.answerDialog('Remove');
    await workbench.notified('Environment “staging” removed');
    await window.run('selectEnvironment');
    await workbench.quickInput.getByRole('option', { name: /^smartcar,/ }).waitFor();
    assert.equal(await workbench.quickInput.getByRole('option', { name: /^staging/ }).count(), 0);
  });
});
