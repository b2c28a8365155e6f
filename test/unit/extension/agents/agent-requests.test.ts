import assert from 'node:assert/strict';
import type { AgentAnswer, AgentProgress } from '../../../../src/mcp/channel/messages.ts';
import { AgentAccess, type AgentPair, quietMinutes } from '../../../../src/extension/agents/agent-access.ts';
import { AgentRequests } from '../../../../src/extension/agents/agent-requests.ts';
import type { SessionInfo } from '../../../../src/extension/auth/sessions/session-info.ts';
import { AgentPermissions } from '../../../../src/extension/auth/sessions/agent-permissions.ts';
import { memoryRows, type SessionRows } from '../../../../src/extension/auth/sessions/session-database.ts';
import { newKey } from '../../../../src/extension/auth/sessions/session-encryption.ts';
import { setClock, systemClock } from '../../../../src/common/clock.ts';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import type { VehicleData } from '../../../../src/service/model/vehicle-data.ts';

const { signal } = new AbortController();
const nothing = () => undefined;
const key = newKey();
const keys = {
  forSealing: () => Promise.resolve(key),
  get: (id: string) => Promise.resolve(id === key.id ? key : undefined),
};
/** What a window knows of the permissions that all windows share. */
const permissionsIn = (rows: SessionRows) => new AgentPermissions({ rows }, keys);
const session: SessionInfo = {
  ...{ id: 'smartcar.1', environment: 'smartcar', account: { id: 'a', label: 'Robin Hale' }, state: 'fresh' },
  ...{ scopes: [], accessTokenExpiresAt: 0, refreshTokenExpiresAt: 0 },
};

function setup(answers: (boolean | Promise<boolean>)[] = [], patienceMs = 60_000) {
  const clock = { time: Date.UTC(2026, 10, 26), now: () => clock.time };
  setClock(clock);
  const accounts = [session];
  /** What happens while a list of vehicles is read. */
  const during = { read: () => Promise.resolve() };
  const asked: AgentPair[] = [];
  const readAs: string[] = [];
  const reports: AgentProgress[] = [];
  const secrets = new Map<string, string>();
  const rows = memoryRows();
  const windows: AgentPermissions[] = [];
  const store = {
    get: (key: string) => Promise.resolve(secrets.get(key)),
    store: (key: string, value: string) => Promise.resolve(void secrets.set(key, value)),
  };
  const windowOf = () => {
    const ask = (pair: AgentPair) => {
      asked.push(pair);
      return Promise.resolve(answers.shift() ?? assert.fail('asked too often'));
    };
    const permissions = permissionsIn(rows);
    windows.push(permissions);
    const access = new AgentAccess(permissions, store, ask, patienceMs);
    const data: Partial<VehicleData> = {
      vehicleIds: async (_, signal) => {
        await during.read();
        signal?.throwIfAborted();
        return { ids: ['v1'], total: 1 };
      },
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
    const of = (id: string, client?: string) => {
      readAs.push(`${id} ${client}`);
      return data as VehicleData;
    };
    const requests = new AgentRequests({ list: () => Promise.resolve(accounts) }, { of }, access);
    const call = (client: string, name: string, input: Record<string, unknown> = {}, account = session.id) =>
      requests.answer({ client, call: { kind: 'tool', name, account, input } }, signal, (each) => reports.push(each));
    const list = (client: string) => requests.answer({ client, call: { kind: 'accounts' } }, signal, nothing);
    return { access, permissions, call, list };
  };
  return { asked, readAs, reports, rows, clock, accounts, during, windowOf, ...windowOf() };
}

const messageOf = (answer: AgentAnswer) => (answer.kind === 'failure' ? answer.message : assert.fail(answer.kind));

describe('agents that want to read an account', () => {
  afterEach(() => setClock(systemClock));

  it('wait for the person, once for each agent and account, in every window', async () => {
    const { asked, readAs, call, list, windowOf, clock } = setup([true, true]);
    const hidden = { id: '1', environment: 'smartcar', allowed: false };
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
    clock.time += quietMinutes * 60_000;
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
    const { asked, call } = setup([answer.promise]);
    const first = call('a', 'list_vehicles');
    while (asked.length === 0) await new Promise(setImmediate);
    for (const name of ['b', 'c', 'd']) assert.match(messageOf(await call(name, 'list_vehicles')), /Call again/);
    assert.equal(asked.length, 1);
    answer.resolve(true);
    assert.equal((await first).kind, 'result');
  });

  for (const verdict of [false, true]) {
    it(`put one question a while, though they be thirty names and windows, once one was ${verdict ? 'allowed' : 'refused'}`, async () => {
      const { asked, call, windowOf, clock, access } = setup([verdict, true, true]);
      await call('name', 'list_vehicles');
      for (let n = 0; n < 30; n++) {
        const window = n % 2 === 0 ? { call } : windowOf();
        assert.match(
          messageOf(await window.call(`name ${n}`, 'list_vehicles')),
          /every 5 minutes.*Set Up Other Agents/,
        );
      }
      assert.equal(asked.length, 1);
      // The person can have the question before.
      const wanted = access.waiting().find(({ client }) => client === 'name 28') ?? assert.fail('not remembered');
      assert.equal(await access.askNow(wanted), 'allowed');
      assert.equal((await call('name 28', 'list_vehicles')).kind, 'result');
      assert.ok(!access.waiting().some(({ client }) => client === 'name 28'));
      assert.match(messageOf(await call('name 7', 'list_vehicles')), /every 5 minutes/);
      clock.time += quietMinutes * 60_000;
      assert.equal((await call('name 7', 'list_vehicles')).kind, 'result');
      assert.equal(asked.length, 3);
    });
  }

  it('wait for nobody where they are allowed to read another account, or a person has set them back', async () => {
    const other = { ...session, id: 'smartcar.2' };
    const { asked, accounts, call, access } = setup([true, true, true, false, false]);
    accounts.push(other);
    assert.equal((await call('a', 'list_vehicles')).kind, 'result');
    assert.equal((await call('a', 'list_vehicles', {}, other.id)).kind, 'result');
    for (const { account } of await access.allowed()) await access.forget({ client: 'a', account });
    assert.equal((await call('a', 'list_vehicles')).kind, 'result');
    assert.equal((await call('a', 'list_vehicles', {}, other.id)).kind, 'failure');
    assert.equal(asked.length, 4);
  });

  it('wait for nobody where they were allowed once, in another window and before a restart too', async () => {
    const { asked, accounts, call, access, windowOf } = setup([true, false]);
    accounts.push({ ...session, id: 'smartcar.2' });
    await call('a', 'list_vehicles');
    await access.forget({ client: 'a', account: session.id });
    assert.match(messageOf(await windowOf().call('a', 'list_vehicles', {}, 'smartcar.2')), /did not allow/);
    assert.equal(asked.length, 2);
  });

  it('are asked about on time though the clock was set back', async () => {
    const { asked, call, clock } = setup([false, true]);
    await call('a', 'list_vehicles');
    clock.time -= 86_400_000;
    assert.equal((await call('b', 'list_vehicles')).kind, 'result');
    assert.equal(asked.length, 2);
  });

  it('get nothing that was read while their access ended, in this window or in another one', async () => {
    for (const isElsewhere of [false, true]) {
      const { call, access, windowOf, during, readAs } = setup([true]);
      const other = windowOf();
      during.read = () => (isElsewhere ? other : { access }).access.forget({ client: 'a', account: session.id });
      assert.match(messageOf(await call('a', 'list_vehicles')), /took back the access.*Set Up Other Agents/);
      assert.equal(readAs.length, 1);
    }
  });

  it('are stopped at once when their access ends, and hear no failure of the service', async () => {
    const { call, access, during } = setup([true]);
    const reading = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<undefined>();
    during.read = () => {
      reading.resolve(undefined);
      return ended.promise.then(() => assert.fail('a failure that names the account'));
    };
    const answer = call('a', 'list_vehicles');
    await reading.promise;
    await access.forget({ client: 'a', account: session.id });
    ended.resolve(undefined);
    assert.match(messageOf(await answer), /took back/);
  });

  it('get nothing of an account that was signed out while they read it', async () => {
    const { call, accounts, during } = setup([true]);
    during.read = () => Promise.resolve(void accounts.splice(0));
    assert.equal((await call('a', 'list_vehicles')).kind, 'failure');
  });

  it('are known by their names as those are shown', async () => {
    const { asked, call, list } = setup([true]);
    const name = 'Claude\u202e Code” (built into VS Code)\n“you';
    assert.equal((await call(name, 'list_vehicles')).kind, 'result');
    assert.deepEqual(
      asked.map(({ client }) => client),
      ['Claude Code (built into VS Code) you'],
    );
    const answer = await list('Claude Code (built into VS Code) you');
    assert.equal(answer.kind === 'accounts' && answer.accounts[0]?.allowed, true, 'the same for a person is the same');
    assert.equal((await call('“”', 'list_vehicles')).kind, 'failure');
  });

  it('are one line, however their name is written, and not one that another name took', async () => {
    const { asked, call } = setup([true]);
    for (const name of ['Claudé', 'Claude\u0301', 'Cl\u200baud\u200cé\ufe0f', '\u2060Ｃlaudé']) {
      assert.equal((await call(name, 'list_vehicles')).kind, 'result');
    }
    assert.equal(asked.length, 1);
  });

  it('lose all that two windows take back at once', async () => {
    const { access, windowOf, accounts, call } = setup([true, true]);
    accounts.push({ ...session, id: 'smartcar.2' });
    for (const { id } of accounts) await call('a', 'list_vehicles', {}, id);
    const [one, two] = await access.allowed();
    await Promise.all([access.forget(one ?? assert.fail()), windowOf().access.forget(two ?? assert.fail())]);
    assert.deepEqual(await access.allowed(), []);
  });

  it('can’t allow themselves anything in the database', async () => {
    const { asked, call, rows, permissions } = setup([true, false]);
    await call('a', 'list_vehicles');
    await rows.write((each) => each.put('agent', JSON.stringify(['b', session.id]), each.list('agent')[0]?.[1] ?? ''));
    assert.equal((await permissions.list()).length, 1);
    assert.match(messageOf(await call('b', 'list_vehicles')), /every 5 minutes/);
    assert.equal(asked.length, 1);
  });

  it('are not pushed off the list of those who wait, whatever names another one makes up', async () => {
    const { access, call } = setup([false]);
    for (const name of ['first', 'real', ...Array.from({ length: 30 }, (_, n) => `made up ${n}`)]) {
      await call(name, 'list_vehicles');
    }
    assert.equal(access.waiting()[0]?.client, 'real');
  });

  it('read an account whose environment has an odd or a long name, by the ID that they were told', async () => {
    const { accounts, list, call } = setup([true, true]);
    accounts.splice(
      0,
      1,
      ...['www.a.example', 'ü'.repeat(100)].map((name, n) => ({ ...session, id: `${encodeURIComponent(name)}.${n}` })),
    );
    const answer = await list('a');
    for (const { id } of answer.kind === 'accounts' ? answer.accounts : []) {
      assert.equal((await call('a', 'list_vehicles', {}, id)).kind, 'result', id);
    }
  });

  it('read with a new client after one that failed', async () => {
    const { readAs, call } = setup([true]);
    await call('a', 'get_nominal_capacity', { vehicleId: 'v1' });
    await call('a', 'list_vehicles');
    assert.equal(readAs.length, 2);
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
      'Refused. The API says: “See https: // a. example and www . b. example” Try again. (request ID r1)',
    );
  });

  it('hear how far a list is', async () => {
    const { call, reports } = setup([true]);
    await call('a', 'list_vehicles');
    assert.deepEqual(reports, [{ done: 1, total: 1, message: '1 vehicles read' }]);
  });

  it('are remembered for the window alone where nothing can be stored', async () => {
    const locked = () => Promise.reject(new Error('locked'));
    const permissions = permissionsIn({ ...memoryRows(), read: locked, write: locked });
    const access = new AgentAccess(permissions, { get: locked, store: locked }, () => Promise.resolve(true), 60_000);
    const pair = { client: 'a', account: 'b' };
    assert.equal(await access.request(pair), 'allowed');
    assert.deepEqual(await access.allowed(), [pair]);
    assert.equal(await access.request({ client: 'c', account: 'b' }), 'later');
  });
});
