import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { dist } from '../tools/lib/paths.ts';
import { pictureFile } from './pictures.ts';
import { WindowUnderTest } from './window-under-test.ts';

/** A client of the program, and what it asks. */
function agentOfSuite() {
  const client = new Client({ name: 'claude-code', version: '1' });
  before(async () => {
    const env = process.env as Record<string, string>;
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(dist, 'mcp.js')], env }));
  });
  after(() => client.close());

  const ask = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });
  /** A window begins to listen a moment after the account is there. */
  const accountOf = async (environment: string): Promise<string> => {
    for (;;) {
      const { structuredContent } = await ask('list_accounts');
      const listed = structuredContent as { accounts: { id: string; environment: string }[] } | undefined;
      const account = listed?.accounts.find((each) => each.environment === environment);
      if (account) return account.id;
    }
  };
  return { ask, accountOf };
}

describe('an agent beside VS Code', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true });
  const { ask, accountOf } = agentOfSuite();
  let account = '';

  const textOf = (result: Awaited<ReturnType<typeof ask>>) => JSON.stringify(result.content);
  const question = /Allow the agent “claude-code” to read the account “.+ \(sandbox\)”\?/;
  /** Has the agent read until the person is asked: the extension learns of a click a moment later. */
  const readUntilAsked = async (answer: 'allow' | 'refuse') => {
    for (;;) {
      const call = ask('list_vehicles', { account });
      const asked = window.workbench
        .notification(question)
        .first()
        .waitFor()
        .then(
          () => true,
          () => false,
        );
      if (!(await Promise.race([asked, call.then(() => false)]))) continue;
      await window.workbench[answer](question);
      return call;
    }
  };

  it('finds the account, is not allowed by what the person types, and reads nothing after a refusal', async () => {
    const { workbench } = window;
    const { page } = workbench;
    account = await accountOf('sandbox');
    await writeFile(join(window.served.folder, 'typed.txt'), '');
    await workbench.quickOpen('typed.txt');
    const editor = page.locator('.editor-instance .view-lines');
    await editor.click();
    const call = ask('list_vehicles', { account });
    await workbench.notification(question).waitFor();
    await page.keyboard.type('let charge');
    for (const key of ['Enter', 'Space', 'Enter', 'Tab', 'Space', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.type('end');
    await editor.getByText('end', { exact: true }).waitFor();
    await workbench.screenshot(pictureFile('agent-asks'));
    const { structuredContent } = await ask('list_accounts');
    const [listed] = (structuredContent as { accounts: { allowed: boolean }[] }).accounts;
    assert.equal(listed?.allowed, false);
    assert.equal(await workbench.dialog.count(), 0);
    await workbench.runCommand('File: Revert File');
    await workbench.refuse(question);
    assert.match(textOf(await call), /did not allow/);
  });

  it('is asked about again when the person wants that, and then reads', async () => {
    const { workbench } = window;
    await window.run('setUpAgents');
    await workbench.quickInput.getByRole('option', { name: /claude-code · .*was refused/ }).waitFor();
    await workbench.screenshot(pictureFile('agents-to-set-up'));
    await workbench.quickInput.getByRole('option', { name: /claude-code · .*was refused/ }).click();
    await workbench.answerDialog('Ask Again');
    const { structuredContent } = await readUntilAsked('allow');
    assert.ok((structuredContent as { total: number }).total > 0);
    await window.run('showRequests');
    await workbench.page.locator('.sidebar .pane-header', { hasText: 'Vehicles' }).click();
    await workbench
      .tree('Requests')
      .getByRole('treeitem', { name: /for claude-code/ })
      .first()
      .waitFor();
    await workbench.screenshot(pictureFile('agent-in-requests'));
  });

  it('has access until the person revokes it', async () => {
    const { workbench } = window;
    await window.run('setUpAgents');
    await workbench.quickInput.getByRole('option', { name: /claude-code · .*has access/ }).click();
    await workbench.dialog.waitFor();
    assert.match(await workbench.dialog.innerText(), /Revoke access of “claude-code” to “.+”\?/);
    await workbench.screenshot(pictureFile('agent-revoked'));
    await workbench.answerDialog('Revoke Access');
    assert.match(textOf(await readUntilAsked('refuse')), /did not allow/);
  });

  it('is set up with what is copied for its file, which opens', async () => {
    const { workbench } = window;
    await window.run('setUpAgents');
    const copied = await window.copied(() =>
      workbench.quickInput.getByRole('option', { name: /^Claude Code/ }).click(),
    );
    await workbench.notified(/Paste it into .*\.mcp\.json and restart Claude Code/);
    await workbench.page.getByRole('tab', { name: /\.mcp\.json/ }).waitFor();
    await workbench.screenshot(pictureFile('agent-preview'));
    const { mcpServers } = JSON.parse(copied) as {
      mcpServers: Record<string, { args: string[] }>;
    };
    assert.match(mcpServers['vehicle-data']?.args[0] ?? '', /vehicle-data-mcp\.mjs$/);
  });
});

describe('an agent beside VS Code, with an account of version 3', () => {
  const window = WindowUnderTest.ofSuite({ isConnected: true });
  const { ask, accountOf } = agentOfSuite();

  it('reads what is on screen, once the person has allowed it and heard that it can cost something', async () => {
    const { workbench, served } = window;
    // A charge may end meanwhile.
    await served.freezeClock();
    const vehicle = await window.openRecords();
    const account = await accountOf('sandbox');
    const call = ask('list_vehicles', { account });
    await (await workbench.notified(/Allow the agent/)).getByRole('button', { name: 'Allow…' }).click();
    await workbench.dialog.getByText(/It gets no token.* Your plan may charge for its requests/).waitFor();
    await workbench.screenshot(pictureFile('agent-asks-version-3'));
    await workbench.answerDialog('Allow');
    const { vehicles } = (await call).structuredContent as { vehicles: { id: string; model: string }[] };
    const listed = vehicles.find(({ id }) => id === vehicle.id);
    assert.equal(listed?.model, vehicle.model);

    const of = { account, vehicleId: vehicle.id };
    const capacity = (await ask('get_nominal_capacity', of)).structuredContent as { nominal: number };
    assert.equal(capacity.nominal, vehicle.capacity);
    const records = (await ask('get_charge_records', { ...of, limit: 1 })).structuredContent as {
      summary: { records: number };
      records: { chargeStart: string }[];
    };
    assert.equal(records.summary.records, vehicle.records);
    assert.equal(records.records.length, 1);
  });
});
