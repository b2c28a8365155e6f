import assert from 'node:assert/strict';
import { setClock, systemClock } from '../../../../../src/common/clock.ts';
import { Emitter } from '../../../../../src/common/event.ts';
import { VehicleDataAuthenticationProvider } from '../../../../../src/extension/auth/provider/authentication-provider.ts';
import type { SessionDiff } from '../../../../../src/extension/auth/provider/connected-sessions.ts';
import type { SessionInfo } from '../../../../../src/extension/auth/sessions/session-info.ts';
import type { StoredSession } from '../../../../../src/extension/auth/sessions/stored-session.ts';
import { storageLocked } from '../../../../../src/extension/auth/sessions/session-errors.ts';
import { FakeTime, drain, failures, serviceError, storedSession } from '../support.ts';

describe('VehicleDataAuthenticationProvider', () => {
  let time: FakeTime;
  let stored: StoredSession[];
  let changed: Emitter<SessionDiff>;
  let environment: string;
  let environmentChanged: Emitter<void>;
  let accessToken: (id: string) => Promise<string>;
  let signIn: (environment: string, permissions: readonly string[]) => Promise<StoredSession>;
  let removed: string[];
  let infos: () => Promise<SessionInfo[]>;
  let provider: VehicleDataAuthenticationProvider;

  beforeEach(() => {
    time = new FakeTime();
    stored = [
      storedSession(time.now(), { id: 'a', account: { id: 'alice', label: 'Alice' } }),
      storedSession(time.now(), { id: 'b', account: { id: 'bob', label: 'Bob' }, scopes: ['read_battery'] }),
      storedSession(time.now(), { id: 'c', environment: 'smartcar' }),
    ];
    infos = () => Promise.resolve([]);
    changed = new Emitter();
    environment = 'sandbox';
    environmentChanged = new Emitter();
    removed = [];
    accessToken = () => assert.fail('no refresh is due');
    signIn = () => assert.fail('nobody asked to sign in');
    setClock(time);
    provider = new VehicleDataAuthenticationProvider(
      {
        list: () => infos(),
        stored: () => Promise.resolve(stored),
        accessToken: (id) => accessToken(id),
        remove: (id) => Promise.resolve(void removed.push(id)),
        onDidChangeSessions: changed.event,
      },
      { current: () => environment, onDidChange: environmentChanged.event },
      (...request) => signIn(...request),
      time,
    );
  });
  afterEach(() => setClock(systemClock));

  function lock(overrides: Partial<StoredSession> = {}): SessionInfo {
    const { id, environment, account, scopes, tokens } = storedSession(time.now(), { id: 'locked', ...overrides });
    const info: SessionInfo = { id, environment, account, scopes, state: 'locked', ...tokens };
    infos = () => Promise.resolve([info]);
    return info;
  }

  const idsOf = async (...request: Parameters<typeof provider.getSessions>) =>
    (await provider.getSessions(...request)).map(({ id }) => id);

  it('lists every account of every environment without scopes, and refreshes nothing for it', async () => {
    await time.advance(7_200_000);
    assert.deepEqual(await idsOf(undefined, {}), ['a', 'b', 'c']);
  });

  it('lists the account of a locked session beside others, and hands none out', async () => {
    const { id, account, scopes } = lock();
    const listed = (await provider.getSessions(undefined, {})).find((session) => session.id === id);
    assert.deepEqual(listed, { id, account, scopes, accessToken: '' });
    assert.deepEqual(await idsOf(scopes, {}), ['a']);
  });

  describe('where what is stored can not be read', () => {
    const asked = ['read_battery'];
    const saysWhatToDo = /can’t be read: .*keyring.* Unlock the keyring, then try again\. You stay signed in/;

    it('says so instead of listing nobody, which would read as signed out', async () => {
      stored = [];
      infos = () => Promise.reject(storageLocked());
      await assert.rejects(provider.getSessions(undefined, {}), saysWhatToDo);
      await assert.rejects(provider.getSessions(asked, {}), saysWhatToDo);
    });

    it('says so to whoever asks for a session that is locked, and leads nobody to Connect', async () => {
      stored = [];
      const { account } = lock();
      await assert.rejects(provider.getSessions(asked, {}), saysWhatToDo);
      await assert.rejects(provider.getSessions(asked, { account }), saysWhatToDo);
    });

    it('has nothing to do with who asks for another account, environment or permission', async () => {
      stored = [];
      lock();
      assert.deepEqual(await idsOf(asked, { account: { id: 'bob', label: 'Bob' } }), []);
      assert.deepEqual(await idsOf(['VEHICLE_DATA_ENV:smartcar'], {}), []);
      assert.deepEqual(await idsOf(['control_charge'], {}), []);
      assert.deepEqual(await idsOf(undefined, { account: { id: 'bob', label: 'Bob' } }), []);
    });

    it('takes a session whose account can not be read for any', async () => {
      stored = [];
      lock({ account: { id: 'locked', label: 'Locked account' }, scopes: [] });
      await assert.rejects(provider.getSessions(asked, { account: { id: 'bob', label: 'Bob' } }), saysWhatToDo);
      assert.deepEqual(await idsOf(['VEHICLE_DATA_ENV:smartcar'], {}), []);
    });
  });

  it('takes the selected environment, or the one that a pseudo-scope names', async () => {
    assert.deepEqual(await idsOf([], {}), ['a', 'b']);
    assert.deepEqual(await idsOf(['VEHICLE_DATA_ENV:smartcar'], {}), ['c']);
    assert.deepEqual(await idsOf(['VEHICLE_DATA_ENV:nowhere'], {}), []);
  });

  it('answers with sessions that have at least the permissions, and with the scopes that were asked for', async () => {
    const scopes = ['read_charge_records', 'VEHICLE_DATA_ENV:sandbox'];
    const [session, ...others] = await provider.getSessions(scopes, {});
    assert.deepEqual(others, []);
    assert.equal(session?.id, 'a');
    assert.deepEqual(session.scopes, scopes);
    assert.equal(session.accessToken, stored[0]?.tokens.accessToken);
  });

  it('waits for a refresh that is due', async () => {
    await time.advance(7_200_000);
    accessToken = (id) => Promise.resolve(`new token of ${id}`);
    assert.deepEqual(
      (await provider.getSessions([], {})).map((session) => session.accessToken),
      ['new token of a', 'new token of b'],
    );
  });

  it('answers with the old token where the refresh fails or takes too long', async () => {
    await time.advance(7_200_000);
    accessToken = (id) => (id === 'a' ? Promise.reject(failures.offline()) : new Promise(() => undefined));
    const start = time.now();
    const sessions = await time.runUntil(provider.getSessions([], {}));
    assert.deepEqual(
      sessions.map((session) => session.accessToken),
      stored.slice(0, 2).map(({ tokens }) => tokens.accessToken),
    );
    assert.equal(time.now() - start, 5_000);
  });

  it('leads to a new sign-in once a dead session has run out, and still lists its account', async () => {
    stored = [storedSession(time.now(), { deadGeneration: 1 })];
    accessToken = () => Promise.reject(failures.invalidGrant());
    assert.equal((await idsOf([], {})).length, 1);
    await time.advance(7_200_000);
    assert.equal((await idsOf([], {})).length, 0);
    assert.equal((await idsOf(undefined, {})).length, 1);
  });

  it('signs in to the environment that is asked for', async () => {
    const asked: unknown[] = [];
    signIn = (...request) => {
      asked.push(request);
      return Promise.resolve(storedSession(time.now(), { id: 'new' }));
    };
    const scopes = ['VEHICLE_DATA_ENV:smartcar', 'read_vin'];
    const session = await provider.createSession(scopes);
    await provider.createSession([]);
    assert.deepEqual(asked, [
      ['smartcar', ['read_vin']],
      ['sandbox', []],
    ]);
    assert.deepEqual([session.id, session.scopes], ['new', scopes]);
  });

  it('tells the caller the next step, and a cancellation as VS Code knows it', async () => {
    signIn = () => Promise.reject(serviceError({ nextStep: 'Do this.' }));
    await assert.rejects(provider.createSession([]), /It failed\. Do this\./);
    signIn = () => Promise.reject(serviceError({ kind: 'cancelled' }));
    await assert.rejects(provider.createSession([]), { name: 'Canceled', message: 'Canceled' });
  });

  describe('what nobody was connected for when it was asked for', () => {
    let announced: (readonly [id: string, scopes: readonly string[]])[];
    const connect = async (session: StoredSession) => {
      stored = [...stored.filter(({ id }) => id !== session.id), session];
      changed.fire({ added: [session], removed: [], changed: [] });
      await drain();
    };

    beforeEach(() => {
      announced = [];
      stored = [];
      provider.onDidChangeSessions(({ added }) => {
        announced.push(...(added ?? []).map(({ id, scopes }) => [id, scopes] as const));
      });
    });

    const requests: readonly (readonly [what: string, scopes: readonly string[]])[] = [
      ['fewer permissions than the session has', ['read_battery']],
      ['all of them in another order', ['read_charge_records', 'read_battery']],
      ['no permission at all', []],
      ['an environment by name', ['VEHICLE_DATA_ENV:sandbox', 'read_battery']],
    ];
    for (const [what, scopes] of requests) {
      it(`is announced with its own scopes once somebody is: ${what}`, async () => {
        await provider.getSessions(scopes, {});
        await provider.getSessions([...scopes], {});
        const session = storedSession(time.now());
        await connect(session);
        assert.deepEqual(announced, [
          [session.id, session.scopes],
          [session.id, scopes],
        ]);
        await connect(session);
        assert.equal(announced.length, 3, 'once');
      });
    }

    it('stays open while a session has too few permissions, or is of another account or environment', async () => {
      await provider.getSessions(['control_charge'], {});
      await provider.getSessions(['read_battery'], { account: { id: 'bob', label: 'Bob' } });
      await provider.getSessions(['VEHICLE_DATA_ENV:smartcar'], {});
      await connect(storedSession(time.now()));
      assert.equal(announced.length, 1);
      await connect(storedSession(time.now(), { id: 'b', account: { id: 'bob', label: 'Bob' } }));
      assert.deepEqual(announced.slice(2), [['b', ['read_battery']]]);
    });

    it('is met by selecting an environment with an account, and by connecting an account again', async () => {
      stored = [storedSession(time.now(), { id: 'c', environment: 'smartcar' })];
      await provider.getSessions(['read_battery'], {});
      environment = 'smartcar';
      environmentChanged.fire();
      await drain();
      assert.deepEqual(announced, [['c', ['read_battery']]]);

      stored = [storedSession(time.now(), { id: 'c', environment: 'smartcar', deadGeneration: 1 })];
      await time.advance(7_200_000);
      await provider.getSessions(['read_battery'], {});
      stored = [storedSession(time.now(), { id: 'c', environment: 'smartcar', generation: 2 })];
      changed.fire({ added: [], removed: [], changed: stored });
      await drain();
      assert.deepEqual(announced.slice(1), [['c', ['read_battery']]]);
    });
  });
});
