import assert from 'node:assert/strict';
import { insist } from '../tools/lib/patience.ts';
import { titleOf } from './commands.ts';
import { sign } from '../../src/service/webhooks/signature.ts';
import { allListed } from './listed-deliveries.ts';
import { OwnReceiver, type Received } from './own-receiver.ts';
import { pictureFile } from './pictures.ts';
import { WindowUnderTest } from './window-under-test.ts';

describe('the Webhooks view', () => {
  const window = WindowUnderTest.ofSuite({
    isConnected: true,
    scenario: { emptyStore: true },
    // The sandbox stays the one that is selected.
    settings: { 'vehicleData.environments': { own: { applicationId: '11111111-2222-4333-8444-555555555555' } } },
  });
  let receiver: OwnReceiver;
  let url: string;

  before(async () => {
    receiver = await OwnReceiver.of(window.served.sandbox.controlUrl);
    url = await receiver.start();
  });
  after(() => receiver.stop());

  const line = (name: RegExp) => window.workbench.tree('Webhooks').getByRole('treeitem', { name });
  const isTest = ({ body }: Received) => body.includes('"mode":"TEST"');
  /** The newest of the events of the dashboard, whose vehicle doesn't exist. */
  const testLine = () => line(/^VEHICLE_STATE, 200 · \d[\d.]* m?s, accepted$/).first();
  const ofWebhook = () => line(/^Sandbox webhook, /);
  const addUrl = async () => {
    // Else the palette, which may still be open, gets the text.
    await window.workbench.quickInput.getByText('URL of your receiver').waitFor();
    const input = window.workbench.quickInput.getByRole('textbox');
    await input.fill(url);
    await input.press('Enter');
    // Its line gets the focus, which would close what is opened before.
    const focused = window.workbench.page.locator('.monaco-list:focus .monaco-list-row.focused');
    await focused.and(ofWebhook()).waitFor();
  };

  /** What the report in front says. */
  const shows = (text: string | RegExp) => window.workbench.webview.locator('body', { hasText: text }).waitFor();

  it('says what to do until there is a webhook, which its button adds and verifies', async () => {
    const { page } = window.workbench;
    await page.locator('.sidebar .pane-header', { hasText: 'Webhooks' }).click();
    const welcome = page.locator('.sidebar .welcome-view').filter({ visible: true });
    await welcome.getByRole('button', { name: 'Receive Events Here' }).waitFor();
    await welcome.getByRole('button', { name: 'Add Webhook…' }).click();
    await addUrl();
    // Lines that have no room are not there: the other view gives way.
    await window.workbench.page.locator('.sidebar .pane-header', { hasText: 'Vehicles' }).click();
    await line(/^Sandbox webhook, verified · 127\.0\.0\.1:\d+\/hook · \d+ vehicles?$/).waitFor();
    await line(/^VERIFY, 200 · .*accepted$/).waitFor();
  });

  it('takes three clicks to a signed event in one’s own receiver', async () => {
    const { workbench, served } = window;
    await fetch(`${served.sandbox.controlUrl}/subscriptions`, { method: 'POST', body: '{}' });
    const { webhooks } = (await (await fetch(`${served.sandbox.controlUrl}/webhooks`)).json()) as {
      webhooks: { id: string; callbackUri: string | null }[];
    };
    for (const { id } of webhooks.filter(({ callbackUri }) => callbackUri !== null))
      await fetch(`${served.sandbox.controlUrl}/webhooks/${id}`, { method: 'DELETE' });
    await ofWebhook().waitFor({ state: 'detached' });
    await workbench.pressInTitle('Webhooks', titleOf('addWebhook'));
    await addUrl();
    await line(/^Sandbox webhook, verified · /).waitFor();
    await workbench.pressIn(ofWebhook(), new RegExp(titleOf('webhook.sendTest')));
    const { isSigned, body } = await receiver.next(isTest, () =>
      workbench.quickInput.getByRole('option', { name: /VEHICLE_STATE/ }).click(),
    );
    assert.ok(isSigned);
    assert.match(body, /"eventType":"VEHICLE_STATE"/);
    await testLine().waitFor();
    await allListed(window);
  });

  it('opens a delivery with its verdict, the raw request and the receiver’s answer', async () => {
    const { page } = window.workbench;
    await window.workbench.clickLine(testLine());
    await page.getByRole('tab', { name: /VEHICLE_STATE/ }).waitFor();
    await shows('VEHICLE_STATE · accepted · HTTP 200');
    await shows('SC-Signature:');
    await window.workbench.screenshot(pictureFile('webhooks'));
  });

  it('sends an event again under the same ID, explains its signature and copies it as curl', async () => {
    const { workbench } = window;
    const [first] = receiver.received.filter(isTest);
    const again = await receiver.next(isTest, () => workbench.chooseFromMenu(testLine(), titleOf('request.sendAgain')));
    assert.equal(again.eventId, first?.eventId);
    assert.ok(again.isSigned);
    await allListed(window);

    await workbench.clickLine(testLine());
    await shows('The signature is correct, made with the Application Management Token.');

    const program = await window.copied(async () => {
      await workbench.chooseFromMenu(testLine(), titleOf('request.copyAs'));
      await workbench.quickInput.getByRole('option', { name: 'curl (POSIX)' }).click();
    });
    assert.match(program, /^curl 'http:\/\/127\.0\.0\.1:\d+\/hook' \\\n[^]*--header 'SC-Signature: [\da-f]{64}'/);
  });

  it('explains any body, and which signature is right', async () => {
    const { workbench } = window;
    const body = '{"level": 78.0}';
    await workbench.page.evaluate((text) => {
      const { navigator } = globalThis as unknown as {
        navigator: { clipboard: { writeText(text: string): Promise<void> } };
      };
      return navigator.clipboard.writeText(text);
    }, body);
    await workbench.chooseInTitle('Webhooks', titleOf('explainSignature'));
    await workbench.quickInput.getByRole('option', { name: /^Clipboard/ }).click();
    await workbench.quickInput.getByText('exactly as received').waitFor();
    const input = workbench.quickInput.getByRole('textbox');
    await input.fill(sign(receiver.token, JSON.stringify(JSON.parse(body))).toUpperCase());
    await input.press('Enter');
    await workbench.quickInput.getByRole('option', { name: /^Sandbox/ }).click();
    await shows('as JSON.stringify (JavaScript) does. Use its raw bytes. It is in upper case.');
    await shows(new RegExp(`Correct +${sign(receiver.token, body)}\\s+↑`));
  });

  it('replaces the token, and says how events are signed meanwhile', async () => {
    const { workbench } = window;
    const change = async (what: string) => {
      await workbench.chooseFromMenu(ofWebhook(), titleOf('changeManagementToken'));
      await workbench.quickInput.getByRole('option', { name: new RegExp(`^${what}`) }).click();
    };
    const header = workbench.page.locator('.sidebar .pane-header', { hasText: 'Webhooks' });
    assert.equal(await window.copied(() => change('Copy Token')), receiver.token);
    const made = await window.copied(() => change('New Token, but the Oldest Signs'));
    assert.notEqual(made, receiver.token);
    await header.getByText('2 tokens are valid · the oldest signs').waitFor();
    await allListed(window);
    const again = await receiver.next(isTest, () => workbench.chooseFromMenu(testLine(), titleOf('request.sendAgain')));
    assert.ok(again.isSigned, 'by the token that was replaced');
    await allListed(window);
    await workbench.clickLine(testLine());
    await shows('It was made with an older Application Management Token. That token was replaced.');
    await change('Drop Old Tokens');
    await header.getByText('tokens are valid').waitFor({ state: 'detached' });
    const { tokens } = (await (await fetch(`${window.served.sandbox.controlUrl}/webhooks`)).json()) as {
      tokens: string[];
    };
    assert.deepEqual(tokens, [made]);
    receiver.token = made;
  });

  it('checks the receiver, with a line for each rule, and reports how to fix what failed', async () => {
    const { workbench } = window;
    // The menu gives the focus back to the view, which may close the list.
    await insist(async (timeout) => {
      await workbench.chooseFromMenu(ofWebhook(), titleOf('checkReceiver'));
      await workbench.quickInput.getByRole('option', { name: /^Sandbox/ }).click({ timeout });
    });
    await line(/^Receiver Check, \d+ passed, \d+ failed/).waitFor();
    // It answers every challenge.
    await line(/^Refuses malformed challenges, failed, Answer only challenges of the form/).waitFor();
    await shows(/Receiver Check: \d+ passed, .*To fix: Answer only challenges of the form/s);
  });

  it('receives events in the window, once a person knows what the token signs', async () => {
    const { workbench } = window;
    await workbench.chooseInTitle('Webhooks', titleOf('receiveEvents'));
    await workbench.quickInput.getByRole('option', { name: /^Sandbox/ }).click();
    await workbench.dialog.getByText(/The token signs whatever is put into a challenge/).waitFor();
    await workbench.answerDialog('Receive');
    await line(/^Receiving Here, localhost:\d+\/ · token: Sandbox$/).waitFor();
    // Events that arrive meanwhile move the line.
    await insist(async (timeout) => {
      await workbench.clickLine(line(/^VEHICLE_STATE, 200 · .*accepted$/).first());
      await workbench.page.getByRole('tab', { name: /VEHICLE_STATE received \d+/ }).waitFor({ timeout });
    });
    await shows('The signature is correct');
    await workbench.pressIn(line(/^Receiving Here, /), titleOf('receiveEvents'));
    await line(/^Receiving Here, /).waitFor({ state: 'detached' });
  });
});
