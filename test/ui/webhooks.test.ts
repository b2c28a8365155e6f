import assert from 'node:assert/strict';
import { titleOf } from './commands.ts';
import { OwnReceiver, type Received } from './own-receiver.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the Webhooks view', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true, scenario: { emptyStore: true } });
  let receiver: OwnReceiver;
  let url: string;

  before(async () => {
    receiver = await OwnReceiver.of(window.served.sandbox.controlUrl);
    url = await receiver.start();
  });
  after(() => receiver.stop());

  const line = (name: RegExp) => window.workbench.tree('Webhooks').getByRole('treeitem', { name });
  const isTest = ({ body }: Received) => body.includes('"mode":"TEST"');
  /** That of an event of the dashboard, whose vehicle doesn't exist. First deliveries may still come above it. */
  const testLine = () => line(/^VEHICLE_STATE, 200 · \d[\d.]* m?s, accepted$/).first();
  const ofWebhook = () => line(/^Sandbox webhook, /);
  const typeUrl = async () => {
    // Else the palette, which may still be open, gets the text.
    await window.workbench.quickInput.getByText('URL of your receiver').waitFor();
    const input = window.workbench.quickInput.getByRole('textbox');
    await input.fill(url);
    await input.press('Enter');
  };

  it('is hidden until there is a webhook, which its command adds and verifies', async () => {
    const header = window.workbench.page.locator('.sidebar .pane-header', { hasText: 'Webhooks' });
    assert.equal(await header.count(), 0);
    await window.run('addWebhook');
    await typeUrl();
    // Lines that have no room are not there: the other view gives way.
    await window.workbench.page.locator('.sidebar .pane-header', { hasText: 'Vehicles' }).click();
    await line(/^Sandbox webhook, verified · 127\.0\.0\.1:\d+\/hook · \d+ vehicles?$/).waitFor();
    await line(/^VERIFY, 200 · .*accepted$/).waitFor();
  });

  it('takes three clicks to a signed event in one’s own receiver', async () => {
    const { workbench, served } = window;
    await fetch(`${served.sandbox.controlUrl}/subscriptions`, { method: 'POST', body: '{}' });
    await line(/^Signal Store of the Sandbox, /).waitFor();
    const { webhooks } = (await (await fetch(`${served.sandbox.controlUrl}/webhooks`)).json()) as {
      webhooks: { id: string; callbackUri: string | null }[];
    };
    for (const { id } of webhooks.filter(({ callbackUri }) => callbackUri !== null))
      await fetch(`${served.sandbox.controlUrl}/webhooks/${id}`, { method: 'DELETE' });
    await ofWebhook().waitFor({ state: 'detached' });
    await workbench.pressInTitle('Webhooks', titleOf('addWebhook'));
    await typeUrl();
    await line(/^Sandbox webhook, verified · /).waitFor();
    await workbench.pointAt(ofWebhook());
    await ofWebhook()
      .getByRole('button', { name: new RegExp(titleOf('webhook.sendTest')) })
      .click();
    const { isSigned, body } = await receiver.next(isTest, () =>
      workbench.quickInput.getByRole('option', { name: /VEHICLE_STATE/ }).click(),
    );
    assert.ok(isSigned);
    assert.match(body, /"eventType":"VEHICLE_STATE"/);
    await testLine().waitFor();
  });

  it('opens a delivery with the raw request and the receiver’s answer', async () => {
    const { page } = window.workbench;
    await testLine().click();
    await page.getByRole('tab', { name: /VEHICLE_STATE/ }).waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'SC-Signature:' }).first().waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'HTTP 200' }).first().waitFor();
    await page.locator('.statusbar').getByText('HTTP Message').waitFor();
  });

  it('sends an event again under the same ID, explains its signature and copies it as curl', async () => {
    const { workbench } = window;
    const [first] = receiver.received.filter(isTest);
    const again = await receiver.next(isTest, () =>
      workbench.chooseFromMenu(testLine(), titleOf('delivery.sendAgain')),
    );
    assert.equal(again.eventId, first?.eventId);
    assert.ok(again.isSigned);

    await workbench.chooseFromMenu(testLine(), titleOf('delivery.explain'));
    await workbench.notified(/The signature is correct, made with Application Management Token/);

    const program = await window.copied(async () => {
      await workbench.chooseFromMenu(testLine(), titleOf('delivery.copyAs'));
      await workbench.quickInput.getByRole('option', { name: 'curl (POSIX)' }).click();
    });
    assert.match(program, /^curl 'http:\/\/127\.0\.0\.1:\d+\/hook' \\\n[^]*--header 'SC-Signature: [\da-f]{64}'/);
  });

  it('opens a body to edit, and sends what is saved, signed anew', async () => {
    const { workbench } = window;
    const { page } = workbench;
    await workbench.chooseFromMenu(testLine(), titleOf('delivery.edit'));
    await page.getByRole('tab', { name: /VEHICLE_STATE \d+\.json/ }).waitFor();
    const editor = page.locator('.editor-instance .view-line', { hasText: '"eventId"' }).first();
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('  ');
    const edited = await receiver.next(
      ({ body }) => /\} +$/.test(body),
      () => page.keyboard.press('Control+s'),
    );
    assert.ok(edited.isSigned);
    await line(/^Edited event, .*200/).waitFor();
  });

  it('compares two bodies, and shows only failures', async () => {
    const { workbench } = window;
    await workbench.chooseFromMenu(line(/^Edited event, /).first(), titleOf('delivery.compare'));
    await workbench.quickInput
      .getByRole('option', { name: /VEHICLE_STATE/ })
      .first()
      .click();
    await workbench.page.getByRole('tab', { name: /↔/ }).waitFor();
    await workbench.pressInTitle('Webhooks', titleOf('delivery.showFailures'));
    await line(/accepted$/)
      .first()
      .waitFor({ state: 'detached' });
    await workbench.pressInTitle('Webhooks', titleOf('delivery.showAll'));
    await line(/^Edited event, /).waitFor();
  });

  it('checks the receiver, with a line for each rule, and how to fix what failed', async () => {
    const { workbench } = window;
    await workbench.chooseFromMenu(ofWebhook(), titleOf('checkReceiver'));
    await workbench.quickInput.getByRole('option', { name: /^Sandbox/ }).click();
    await line(/^Receiver Check, \d+ passed, \d+ failed/).waitFor();
    // It answers every challenge.
    await line(/^Refuses malformed challenges, failed, Answer only challenges of the form/).waitFor();
  });

  it('receives events in the window, once a person knows what the token signs', async () => {
    const { workbench } = window;
    await workbench.chooseInTitle('Webhooks', titleOf('receiveEvents'));
    await workbench.quickInput.getByRole('option', { name: /^Sandbox/ }).click();
    await workbench.dialog.getByText(/The token signs whatever is put into a challenge/).waitFor();
    await workbench.answerDialog('Receive');
    await line(/^Receiving Here, localhost:\d+\/ · token: Sandbox$/).waitFor();
    await line(/^VEHICLE_STATE, 200 · .*accepted$/)
      .first()
      .click();
    await workbench.page.getByRole('tab', { name: /VEHICLE_STATE received \d+/ }).waitFor();
    const note = workbench.page.locator('.editor-instance .view-line', { hasText: 'The signature is correct' });
    await note.first().waitFor();
    await workbench.pointAt(line(/^Receiving Here, /));
    await line(/^Receiving Here, /)
      .getByRole('button', { name: titleOf('stopReceiving') })
      .click();
    await line(/^Receiving Here, /).waitFor({ state: 'detached' });
  });
});
