import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { cutsNone as noneIsCut } from './cut-lines.ts';
import { OwnReceiver } from './own-receiver.ts';
import { SandboxView } from './sandbox-view.ts';
import { WindowUnderTest } from './window-under-test.ts';

/** As wide as VS Code makes them at first. */
const width = 300;

describe(`a view of ${width} pixels`, () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true });
  let receiver: OwnReceiver;

  before(async () => {
    const { workbench, served } = window;
    // All lines are drawn.
    await workbench.page.setViewportSize({ width: 1280, height: 3400 });
    const { width: actual } = (await workbench.page.locator('.part.sidebar').boundingBox()) ?? {};
    assert.equal(actual, width);
    receiver = await OwnReceiver.of(served.sandbox.controlUrl);
  });
  after(() => receiver.stop());

  /** Shows this view alone, and finds lines of it. */
  async function only(view: string): Promise<(name: RegExp) => Locator> {
    for (const each of ['Vehicles', 'Requests', 'Sandbox', 'Webhooks']) {
      const header = window.workbench.page.locator(`.sidebar .pane-header[aria-label$="${each} Section"]`);
      if (((await header.getAttribute('aria-expanded')) === 'true') !== (each === view)) await header.click();
    }
    return (name) => window.workbench.tree(view).getByRole('treeitem', { name });
  }

  const cutsNone = (atLeast: number) => noneIsCut(window.workbench.page, atLeast);

  it('cuts off no line of accounts, vehicles, fields and signals', async () => {
    const { explorer } = window;
    await cutsNone(7);
    const line = await only('Vehicles');
    for (const name of [/^MINI/, /^BMW/]) await explorer.toggle(line(name).first());
    await line(/^Is Asleep/)
      .nth(1)
      .waitFor();
    await cutsNone(90);
    await window.workbench.pressInTitle('Vehicles', 'Collapse All');
  });

  it('cuts off no line of requests, of the sandbox and of webhooks', async () => {
    const { workbench, served } = window;
    const request = await only('Requests');
    await request(/./).first().waitFor();
    await cutsNone(10);

    await only('Sandbox');
    const sandbox = new SandboxView(workbench);
    await sandbox.line(/^Vehicles/).click();
    await sandbox.line(/^Addresses/).click();
    await sandbox.line(/^CONTROL_URL/).waitFor();
    await cutsNone(15);

    const callbackUri = await receiver.start();
    const line = await only('Webhooks');
    await fetch(`${served.sandbox.controlUrl}/webhooks`, {
      method: 'POST',
      body: JSON.stringify({ callbackUri, name: 'My App' }),
    });
    await line(/^VEHICLE_ERROR, .*accepted$/).waitFor();
    await cutsNone(9);
  });

  for (const [cause, fault] of [
    ['Rate limited', { error: { type: 'RATE_LIMIT', retryAfter: 90 } }],
    ['No answer', { drop: true }],
    ['Not authorized', { error: { type: 'AUTHENTICATION' } }],
    ['The vehicle is offline', { error: { type: 'VEHICLE_STATE', code: 'UNREACHABLE' } }],
    ['Nothing stored', undefined],
  ] as const) {
    it(`has room for the cause and the act of “${cause}”`, async () => {
      const { explorer, served } = window;
      const line = await only('Vehicles');
      if (fault) await served.fault({ operation: 'any', ...fault });
      else await served.endSubscriptions();
      await explorer.refreshTo(line(new RegExp(`^${cause}, .*, (?:retry|Try Again|Subscribe Vehicles)`)));
      await cutsNone(8);
    });
  }
});
