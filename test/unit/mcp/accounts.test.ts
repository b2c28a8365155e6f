import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { listenForAgents, type WindowListener } from '../../../src/mcp/channel/window-listener.ts';
import { AgentAccess, type AgentPair } from '../../../src/extension/agents/agent-access.ts';
import { AgentRequests } from '../../../src/extension/agents/agent-requests.ts';
import { systemClock } from '../../../src/common/clock.ts';
import { RequestJournal } from '../../../src/extension/requests/journal.ts';
import { presentRequest } from '../../../src/extension/requests/presentation.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import {
  allowOnConnectPage,
  applicationCredentials,
  consentsOf,
  environmentOf,
  redirectUri,
} from '../../../src/mcp/sandbox-consent.ts';
import { callControl } from '../../../src/sandbox-client/control-client.ts';
import { ServiceClient } from '../../../src/service/service-client.ts';
import { freshFolder } from '../../tools/lib/paths.ts';
import { wording } from '../extension/requests/fixture.ts';
import { noon } from '../sandbox/client.ts';
import { Agent, answerOf, failureOf } from './agent.ts';

/** A window of VS Code that has one account, of a sandbox; a person in front of it says what `answers` holds. */
describe('the accounts of VS Code, for an agent', () => {
  const agent = new Agent();
  const answers: boolean[] = [];
  const asked: AgentPair[] = [];
  const journal = new RequestJournal();
  /** Clients drop what comes in one piece with the answer: it waits for this. */
  let progressHeard: Promise<unknown> = Promise.resolve();
  let token = '';
  let sandbox: Sandbox;
  let window: WindowListener;
  let client: Client;

  before(async () => {
    const proofs = await freshFolder('agent-accounts');
    sandbox = await startSandbox({
      // By night a charge may go on, which version 3 alone tells of.
      clock: { now: () => noon },
      scenario: { owners: [{ name: 'Kim', vehicles: [{ make: 'BMW', model: 'iX', year: 2024 }] }] },
    });
    const service = new ServiceClient({
      ...{ fetch, userAgent: 'test/1' },
      onRequest: (report) => journal.add(report),
    });
    const { addresses } = sandbox;
    const environment = environmentOf(addresses);
    const { owners, vehicles } = await callControl(fetch, addresses.controlUrl, 'show', {});
    const ids = vehicles.map(({ id }) => id);
    const [consent] = consentsOf(owners[0]?.id ?? '', ids, []);
    const code = await allowOnConnectPage(fetch, environment, consent ?? assert.fail('none'));
    const endpoint = service.tokenEndpoint;
    token = (await endpoint.exchangeCode(environment, addresses, { code, redirectUri })).accessToken;
    const stored = new Map<string, string>();
    const access = new AgentAccess(
      {
        get: (key) => Promise.resolve(stored.get(key)),
        store: (key, value) => Promise.resolve(void stored.set(key, value)),
      },
      (pair) => (asked.push(pair), Promise.resolve(answers.shift() ?? false)),
      60_000,
    );
    const session = { id: 'sandbox.1', environment: 'sandbox', account: { label: 'Kim' }, state: 'fresh' };
    const session3 = { ...session, id: 'sandbox-v3.1', environment: 'sandbox-v3', state: 'application' };
    const environment3 = environmentOf(addresses, '3');
    const token3 = (await endpoint.applicationToken(environment3, applicationCredentials(addresses))).accessToken;
    await callControl(fetch, addresses.controlUrl, 'subscribe', { body: {} });
    const requests = new AgentRequests(
      {
        list: () => Promise.resolve([session, session3]),
        clientOf: (sessionId, askedBy) =>
          Promise.resolve(
            service.vehicleData({
              ...{ sessionId, askedBy },
              environment: () => Promise.resolve(sessionId === session3.id ? environment3 : environment),
              accessToken: () => Promise.resolve(sessionId === session3.id ? token3 : token),
              ownerId: () => Promise.resolve(owners[0]?.id ?? ''),
            }),
          ),
      },
      access,
    );
    const folder = join(proofs, 'windows');
    window = await listenForAgents({
      ...{ folder, storage: 'code', clock: systemClock },
      answer: async (...request) => {
        const answer = await requests.answer(...request);
        await progressHeard;
        return answer;
      },
    });
    client = await agent.connect({ VEHICLE_DATA_PROOF_FOLDER: proofs });
  });
  after(async () => {
    await agent.close();
    await window.dispose();
    await sandbox.close();
  });

  const ask = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

  it('are listed without a name, and read once the person has allowed it', async () => {
    const listed = { id: 'sandbox.1', environment: 'sandbox', allowed: false };
    const listed3 = { id: 'sandbox-v3.1', environment: 'sandbox-v3', allowed: false };
    assert.deepEqual(answerOf(await ask('list_accounts')), { accounts: [listed, listed3] });
    answers.push(true);
    const { vehicles } = answerOf(await ask('list_vehicles', { account: 'sandbox.1' })) as {
      vehicles: { id: string }[];
    };
    assert.deepEqual(asked, [{ client: 'test', account: 'sandbox.1' }]);
    const vehicleId = vehicles[0]?.id;
    for (const name of ['get_nominal_capacity', 'get_charge_records']) {
      answerOf(await ask(name, { account: 'sandbox.1', vehicleId }));
    }
    const heard = Promise.withResolvers<string | undefined>();
    progressHeard = heard.promise;
    const records = { name: 'get_charge_records', arguments: { account: 'sandbox.1', vehicleId } };
    await client.callTool(records, { onprogress: ({ message }) => heard.resolve(message) });
    assert.match((await heard.promise) ?? '', /^\d+ records read$/);
    assert.equal(asked.length, 1);
    assert.deepEqual(answerOf(await ask('list_accounts')), {
      accounts: [{ ...listed, allowed: true, name: 'Kim' }, listed3],
    });
  });

  it('of version 3 are asked about on their own', async () => {
    answers.push(true);
    const { vehicles } = answerOf(await ask('list_vehicles', { account: 'sandbox-v3.1' })) as {
      vehicles: { id: string }[];
    };
    assert.deepEqual(asked.at(-1), { client: 'test', account: 'sandbox-v3.1' });
    const args = { account: 'sandbox-v3.1', vehicleId: vehicles[0]?.id };
    assert.ok(answerOf(await ask('get_nominal_capacity', args)).case);
    const { records } = answerOf(await ask('get_charge_records', args)) as { records: object[] };
    assert.ok(Object.hasOwn(records[0] ?? {}, 'id'));
  });

  it('are read by the window: the list of requests names the agent, and no answer holds a token', async () => {
    assert.ok(journal.entries.length > 3);
    for (const entry of journal.entries.filter(
      ({ operation }) => !['exchange-code', 'application-token'].includes(operation),
    )) {
      assert.equal(entry.askedBy, 'test');
      assert.match(presentRequest(entry, wording).description, /for test/);
    }
    const all = [await ask('list_accounts'), await ask('list_vehicles', { account: 'sandbox.1' })];
    assert.ok(!JSON.stringify(all).includes(token));
  });

  it('refuse what makes no sense, and say what to do', async () => {
    const failures = [
      [{ account: 'none.1' }, /No account has this id\. Call list_accounts/],
      [{ account: '' }, /account/],
      [{ account: 'x'.repeat(1000) }, /account/],
      [{ account: 'sandbox.1', version: '3' }, /Leave out version/],
      [{ account: ['sandbox.1'] }, /account/],
    ] as const;
    for (const [args, words] of failures) assert.match(failureOf(await ask('list_vehicles', args)), words);
    assert.equal(asked.length, 2);
  });

  it('are out of reach without a window, while the sandbox is not', async () => {
    const alone = await agent.connect({ VEHICLE_DATA_PROOF_FOLDER: await freshFolder('agent-no-window') });
    const call = (name: string, args = {}) => alone.callTool({ name, arguments: args });
    // One that is open without an account doesn't listen: nothing is said of those.
    assert.match(failureOf(await call('list_accounts')), /No open window of VS Code on this machine has an account/);
    assert.match(
      failureOf(await call('list_vehicles', { account: 'sandbox.1' })),
      /Have the person open VS Code and connect one/,
    );
    assert.equal(answerOf(await call('sandbox_status')).running, false);
  });
});
