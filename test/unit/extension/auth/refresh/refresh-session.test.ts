import assert from 'node:assert/strict';
import { noProbe, type FaultPoint } from '../../../../../src/extension/auth/refresh/fault-point.ts';
import { refreshSession } from '../../../../../src/extension/auth/refresh/refresh-session.ts';
import type { RefreshJob } from '../../../../../src/extension/auth/refresh/refresher.ts';
import { encodeSignedOut } from '../../../../../src/extension/auth/sessions/session-record.ts';
import type { TokenPair } from '../../../../../src/service/oauth/token-endpoint.ts';
import { assertNoSecretSeen, drain, failures, pair } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';

describe('refreshSession', () => {
  let world: SessionWorld;
  let sent: string[];
  let send: () => Promise<TokenPair>;
  let stop: AbortController;

  beforeEach(() => {
    world = new SessionWorld();
    sent = [];
    stop = new AbortController();
    send = () => Promise.resolve(pair(world.time.now()));
  });
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  function refresh(job: Partial<RefreshJob> = {}, probe = noProbe) {
    const record = (token: string) => {
      sent.push(token);
      return send();
    };
    return refreshSession(world.job(job), world.refreshTools(record, { probe }), stop.signal);
  }

  const hasIntent = () => world.intent() !== undefined;

  it('goes through its steps in order, all of them under the lock', async () => {
    world.put();
    const points: FaultPoint[] = [];
    const outcome = await refresh({}, async (point) => {
      points.push(point);
      await assert.rejects(world.time.runUntil(world.lock.run(id, () => Promise.resolve(), { maxWaitMs: 0 })));
    });
    assert.deepEqual(outcome, { kind: 'renewed', generation: 2 });
    assert.deepEqual(points, [
      'lock-taken',
      'adopted',
      'intent-written',
      'preflight-done',
      'parsed',
      'stored',
      'read-back',
    ]);
  });

  it('sends nothing for a session that is signed out, dead, or of another client', async () => {
    world.write(id, encodeSignedOut(id, 2, 0));
    assert.deepEqual(await refresh(), { kind: 'signed-out' });
    world.put({ deadGeneration: 1 });
    assert.deepEqual(await refresh(), { kind: 'dead' });
    world.put({ clientId: 'another' });
    assert.deepEqual(await refresh(), { kind: 'other-client' });
    assert.deepEqual(sent, []);
  });

  it('waits for whoever holds the lock, unless it is only to pick something up', async () => {
    world.put();
    const release = Promise.withResolvers<void>();
    const holder = world.lock.run(id, () => release.promise, { maxWaitMs: 0 });
    const before = world.time.now();
    assert.deepEqual(await world.time.runUntil(refresh({ isRecovery: true })), { kind: 'busy' });
    assert.equal(world.time.now(), before);
    const waiting = refresh();
    await world.time.advance(60_000);
    assert.deepEqual(sent, []);
    release.resolve();
    await holder;
    assert.equal((await waiting).kind, 'renewed');
  });

  it('keeps its intent where the token may be spent, and only there', async () => {
    world.put();
    send = () => Promise.reject(failures.lostAnswer());
    assert.equal((await world.time.runUntil(refresh())).kind, 'failed');
    assert.equal(hasIntent(), true);
    world.rows.texts.delete(`intent ${id}`);
    send = () => Promise.reject(failures.offline());
    assert.equal((await refresh()).kind, 'failed');
    assert.equal(hasIntent(), false);
  });

  it('keeps its intent where it is stopped after the send', async () => {
    world.put();
    send = () => Promise.reject(failures.lostAnswer());
    const refreshing = refresh();
    await drain();
    stop.abort();
    await assert.rejects(refreshing, { name: 'AbortError' });
    assert.equal(hasIntent(), true);
  });

  it('does not believe a disk that says it has stored', async () => {
    world.put();
    const write = world.rows.write.bind(world.rows);
    let lies = 1;
    world.rows.write = async (work) => {
      const result = await write(work);
      if (world.rows.done.at(-2) === 'put session' && lies-- > 0) world.write(id, 'torn');
      return result;
    };
    assert.deepEqual(await world.time.runUntil(refresh()), { kind: 'renewed', generation: 2 });
    assert.equal(world.stored().generation, 2);
    assert.equal(sent.length, 1);
  });
});
