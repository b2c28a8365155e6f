import assert from 'node:assert/strict';
import { VehicleDataAuthenticationProvider } from '../../../../src/extension/auth/provider/authentication-provider.ts';
import { documentTiming } from '../../../../src/extension/auth/sessions/session-durations.ts';
import { type StoredSession, proofOfSession } from '../../../../src/extension/auth/sessions/stored-session.ts';
import type { WindowSessions } from '../../../../src/extension/auth/window-sessions.ts';
import { setClock, systemClock } from '../../../../src/common/clock.ts';
import { Emitter } from '../../../../src/common/event.ts';
import { assertNoSecretSeen, canary, failureOf } from './support.ts';
import { SessionWorld } from './session-world.ts';

const id = 'sandbox.one';
const yearMs = 365 * 86_400_000;

/** Sessions that the application's own token serves: nothing of them is refreshed, and no token of the service stored. */
describe('sessions of version 3', () => {
  let world: SessionWorld;
  let refreshes: number;

  beforeEach(() => {
    world = new SessionWorld();
    setClock(world.time);
    refreshes = 0;
    world.answer = () => {
      refreshes += 1;
      return Promise.reject(new Error('refreshed'));
    };
  });
  afterEach(() => {
    world.close();
    setClock(systemClock);
    assertNoSecretSeen();
  });

  const put = (overrides: Partial<StoredSession> = {}) =>
    world.put({
      id,
      grant: 'application',
      clientId: world.clientId,
      tokens: proofOfSession(world.time.now()),
      ...overrides,
    });

  function providerOf(sessions: WindowSessions['sessions'], environment: string): VehicleDataAuthenticationProvider {
    const environments = { current: () => environment, onDidChange: new Emitter<void>().event };
    return new VehicleDataAuthenticationProvider(sessions, environments, () => assert.fail('signed in'), world.time);
  }

  it('are never refreshed, however old they get, nor where the clock is set back', async () => {
    const window = world.window({ isActive: () => true });
    for (const age of [0, 10 * yearMs, -yearMs]) {
      put({ tokens: proofOfSession(world.time.now() - age) });
      await window.sessions.reload();
      await window.refresher.check();
      await window.tokenManager.keepFresh(id, 0);
      await window.tokenManager.recover(id);
      await window.tokenManager.refresh(id);
      assert.equal((await window.sessions.list())[0]?.state, 'application');
      assert.equal(await window.tokenManager.accessToken(id), `application-token-${canary}`);
    }
    assert.equal(refreshes, 0);
  });

  it('show VS Code a proof that no service takes, and are found by it', async () => {
    const stored = put({ tokens: proofOfSession(world.time.now() + yearMs) });
    const { sessions } = world.window();
    const provider = providerOf(sessions, stored.environment);
    const shown = async () => (await provider.getSessions(stored.scopes))[0]?.accessToken ?? '';
    const first = await shown();
    assert.ok(first.length > 20 && first !== stored.tokens.accessToken);
    assert.equal((await provider.getSessions())[0]?.accessToken, first);
    assert.equal((await world.window().sessions.ofToken(first))?.id, id, 'in another window too');
    await world.time.advance(documentTiming.proofMs);
    assert.notEqual(await shown(), first);
    for (const proof of [await shown(), first]) {
      assert.deepEqual(await sessions.ofToken(proof), { id, version: '3' });
    }
    provider.dispose();
  });

  it('give no token of another application, and none to another address', async () => {
    put({ clientId: 'another application' });
    assert.match((await failureOf(world.window().tokenManager.accessToken(id))).message, /client ID/);
    put({ origins: ['https://elsewhere.test'] });
    assert.match((await failureOf(world.window().tokenManager.accessToken(id))).message, /now points to/);
  });

  it('show VS Code the access token, and a proof to who asks for version 3', async () => {
    const { tokens, scopes } = world.put({ id: 'sandbox.older', ownerId: 'owner-1' });
    const { sessions } = world.window();
    const provider = providerOf(sessions, 'sandbox');
    const shown = async (...pseudo: string[]) => {
      const [session] = await provider.getSessions([...scopes, ...pseudo]);
      assert.equal(session?.id, 'sandbox.older');
      return session.accessToken;
    };
    for (const pseudo of [[], ['VEHICLE_DATA_ENV:sandbox'], ['VEHICLE_DATA_VERSION:2.0']]) {
      assert.equal(await shown(...pseudo), tokens.accessToken);
    }
    const proof = await shown('VEHICLE_DATA_VERSION:3');
    assert.ok(proof.length > 20 && proof !== tokens.accessToken);
    assert.deepEqual(await sessions.ofToken(proof), { id: 'sandbox.older', version: '3' });
    assert.deepEqual(await sessions.ofToken(tokens.accessToken), { id: 'sandbox.older', version: '2.0' });
    assert.deepEqual(await provider.getSessions(['VEHICLE_DATA_VERSION:4']), []);
    provider.dispose();
  });
});
