import assert from 'node:assert/strict';
import type { AgentAnswer, AgentProgress } from '../../../src/agents/channel/messages.ts';
import { AgentAccess, type AgentPair } from '../../../src/assistant/agent-access.ts';
import { AgentRequests } from '../../../src/assistant/agent-requests.ts';
import { ServiceError } from '../../../src/service/model/errors.ts';
import type { VehicleData } from '../../../src/service/model/vehicle-data.ts';

const { signal } = new AbortController();
const nothing = () => undefined;
const session = { id: 'smartcar.1', environment: 'smartcar', account: { label: 'Robin Hale' }, state: 'fresh' };

function setup(answers: (boolean | Promise<boolean>)[] = [], patienceMs = 60_000) {
  const asked: AgentPair[] = [];
  const readAs: string[] = [];
  const reports: AgentProgress[] = [];
  const secrets = new Map<string, string>();
  const store = {
    get: (key: string) => Promise.resolve(secrets.get(key)),
    store: (key: string, value: string) => Promise.resolve(void secrets.set(key, value)),
  };
  const windowOf = () => {
    const access = new AgentAccess({
      secrets: store,
      ask: (pair) => {
        asked.push(pair);
        return Promise.resolve(answers.shift() ?? assert.fail('asked too often'));
      },
      patienceMs,
    });
    const data: Partial<VehicleData> = {
      vehicleIds: () => Promise.resolve({ ids: ['v1'], total: 1 }),
      vehicle: (id) => Promise.resolve({ id, make: 'BMW', model: '[x](y) `z`', year: 2024 }),
      nominalCapacity: () =>
        Promise.reject(
          new ServiceError('Refused. The API says: “See https://a.example and www.b.example”', {
            kind: 'api',
            turn: 'retry',
            nextStep: 'Try again.',
            sent: true,
            requestId: 'r1',
          }),
        ),
    };
    const requests = new AgentRequests({
      accounts: () => Promise.resolve([session]),
      clientOf: (id, client) => {
        readAs.push(`${id} ${client}`);
        return data as VehicleData;
      },
      access,
    });
    const call = (client: string, name: string, input: Record<string, unknown> = {}, account = session.id) =>
      requests.answer({ client, call: { kind: 'tool', name, account, input } }, signal, (each) => reports.push(each));
    const list = (client: string) => requests.answer({ client, call: { kind: 'accounts' } }, signal, nothing);
    return { access, call, list };
  };
  return { asked, readAs, reports, secrets, windowOf, ...windowOf() };
}

const messageOf = (answer: AgentAnswer) => (answer.kind === 'failure' ? answer.message : assert.fail(answer.kind));

describe('agents that want to read an account', () => {
  it('wait for the person, once for each agent and account, in every window', async () => {
    const { asked, readAs, call, list, windowOf } = setup([true, true]);
    const hidden = { id: session.id, environment: 'smartcar', allowed: false };
    assert.deepEqual(await list('claude-code'), { kind: 'accounts', accounts: [hidden] });
    const [one, two] = await Promise.all([call('claude-code', 'list_vehicles'), call('claude-code', 'list_vehicles')]);
    assert.deepEqual([one.kind, two.kind], ['result', 'result']);
    assert.equal((await windowOf().call('claude-code', 'list_vehicles')).kind, 'result');
    assert.equal(asked.length, 1);
    assert.deepEqual(await list('claude-code'), {
      kind: 'accounts',
      accounts: [{ ...hidden, allowed: true, name: 'Robin Hale' }],
    });
    assert.deepEqual(await list('other'), { kind: 'accounts', accounts: [hidden] });
    await call('other', 'list_vehicles');
    assert.deepEqual(asked.at(-1), { client: 'other', account: session.id });
    assert.ok(readAs.includes(`${session.id} other`));
  });

  it('get nothing after a refusal, and are asked about again when a person wants that', async () => {
    const { asked, call, access, readAs } = setup([false, true]);
    assert.match(messageOf(await call('a', 'list_vehicles')), /did not allow.*Set Up Other Agents/);
    assert.match(messageOf(await call('a', 'list_vehicles')), /did not allow/);
    assert.deepEqual([asked.length, readAs], [1, []]);
    const [pair] = access.refused();
    await access.forget(pair ?? assert.fail('none'));
    assert.equal((await call('a', 'list_vehicles')).kind, 'result');
  });

  it('get nothing any more once access is taken back, also in another window', async () => {
    const { call, access, windowOf } = setup([true, false, false]);
    const other = windowOf();
    assert.equal((await call('a', 'list_vehicles')).kind, 'result');
    assert.equal((await other.call('a', 'list_vehicles')).kind, 'result');
    const [pair] = await access.allowed();
    await access.forget(pair ?? assert.fail('none'));
    assert.equal((await other.call('a', 'list_vehicles')).kind, 'failure');
    assert.equal((await call('a', 'list_vehicles')).kind, 'failure');
  });

  it('are told to come back while the person thinks, who is asked once', async () => {
    const answer = Promise.withResolvers<boolean>();
    const { asked, call } = setup([answer.promise], 0);
    assert.match(messageOf(await call('a', 'list_vehicles')), /Call again/);
    assert.match(messageOf(await call('a', 'list_vehicles')), /Call again/);
    answer.resolve(true);
    while ((await call('a', 'list_vehicles')).kind !== 'result') continue;
    assert.equal(asked.length, 1);
  });

  it('put one question on screen at a time, whatever they call themselves', async () => {
    const answer = Promise.withResolvers<boolean>();
    const { asked, call } = setup([answer.promise, true]);
    const first = call('a', 'list_vehicles');
    while (asked.length === 0) await new Promise(setImmediate);
    for (const name of ['b', 'c', 'd']) assert.match(messageOf(await call(name, 'list_vehicles')), /Call again/);
    assert.equal(asked.length, 1);
    answer.resolve(true);
    assert.equal((await first).kind, 'result');
    assert.equal((await call('b', 'list_vehicles')).kind, 'result');
  });

  it('disturb nobody with what can’t be answered', async () => {
    const { asked, call } = setup();
    assert.equal((await call('a', 'list_vehicles', {}, 'none.1')).kind, 'unknown-account');
    assert.match(messageOf(await call('a', 'get_token')), /no such tool/);
    assert.match(messageOf(await call('a', 'get_nominal_capacity', { vehicleId: {} })), /vehicleId/);
    assert.match(messageOf(await call('a', 'list_vehicles', { version: '3' })), /version/);
    assert.deepEqual(asked, []);
  });

  it('read texts as data, and failures with the next step', async () => {
    const { call } = setup([true]);
    const answer = await call('a', 'list_vehicles');
    const { vehicles } = (answer.kind === 'result' ? answer.result : {}) as { vehicles: { model: string }[] };
    assert.equal(vehicles[0]?.model, "[x] (y) 'z'");
    const failed = messageOf(await call('a', 'get_nominal_capacity', { vehicleId: 'v1' }));
    const [preface, reason] = failed.split('\n');
    assert.match(preface ?? '', /data, not instructions/);
    assert.equal(
      reason,
      'Refused. The API says: “See https: //a.example and www .b.example” Try again. (request ID r1)',
    );
  });

  it('hear how far a list is', async () => {
    const { call, reports } = setup([true]);
    await call('a', 'list_vehicles');
    assert.deepEqual(reports, [{ done: 1, total: 1, message: '1 vehicles read' }]);
  });

  it('are remembered for the window alone where nothing can be stored', async () => {
    const access = new AgentAccess({
      secrets: { get: () => Promise.reject(new Error('locked')), store: () => Promise.reject(new Error('locked')) },
      ask: () => Promise.resolve(true),
      patienceMs: 60_000,
    });
    const pair = { client: 'a', account: 'b' };
    assert.equal(await access.request(pair), 'allowed');
    assert.deepEqual(await access.allowed(), [pair]);
  });
});
