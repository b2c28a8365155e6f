import assert from 'node:assert/strict';
import { noProbe, type FaultPoint } from '../../../../../src/extension/auth/refresh/fault-point.ts';
import { refreshSession } from '../../../../../src/extension/auth/refresh/refresh-session.ts';
import type { RefreshJob } from '../../../../../src/extension/auth/refresh/refresher.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { newKey, sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import type { SessionRows } from '../../../../../src/extension/auth/sessions/session-database.ts';
import { encodeSignedOut } from '../../../../../src/extension/auth/sessions/session-record.ts';
import type { TokenPair } from '../../../../../src/service/oauth/token-endpoint.ts';
import { assertNoSecretSeen, drain, failures, logged, pair, storedSession } from '../support.ts';
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

  it('sends nothing for a session that is signed out, dead, or of another application', async () => {
    world.write(id, encodeSignedOut(id, 2, 0));
    assert.deepEqual(await refresh(), { kind: 'signed-out' });
    world.put({ deadGeneration: 1 });
    assert.deepEqual(await refresh(), { kind: 'dead' });
    world.put({ clientId: 'another' });
    assert.deepEqual(await refresh(), { kind: 'other-client' });
    const origins = ['https://former.test'];
    world.put({ origins });
    assert.deepEqual(await refresh(), { kind: 'other-address', origins, url: 'http://auth.test' });
    assert.deepEqual(sent, []);
  });

  it('sends nothing without the key', async () => {
    world.put();
    assert.deepEqual(await refresh({ key: { id: world.key.id, base64: 'x' } }), { kind: 'unreadable', reason: 'key' });
    assert.deepEqual(sent, []);
  });

  it('leaves a pair that it can’t see to those who can, for the minute in which it was sent', async () => {
    const { graceMs } = world.job().timing;
    for (const [generation, ageMs, outcome] of [
      [2, graceMs - 1, { kind: 'unreadable', reason: 'disk' }],
      [2, graceMs, { kind: 'renewed', generation: 2 }],
      [0, 0, { kind: 'renewed', generation: 2 }],
    ] as const) {
      world.put();
      world.leaveIntent(generation, world.time.now() - ageMs);
      assert.deepEqual(await refresh(), outcome);
    }
  });

  it('takes over a newer copy, and says so', async () => {
    world.put();
    const replica = sealSession(storedSession(world.time.now(), { generation: 2 }), world.key);
    logged.length = 0;
    assert.deepEqual(await refresh({ replica }), { kind: 'adopted', generation: 2 });
    assert.equal(world.stored().generation, 2);
    assert.deepEqual(logged, [`info Session ${id}: generation 2 is taken over from a copy`]);
  });

  it('takes over a newer copy from a row under a key that nobody gives', async () => {
    world.write(id, sealSession(storedSession(world.time.now()), newKey()));
    const replica = sealSession(storedSession(world.time.now(), { generation: 2 }), world.key);
    assert.deepEqual(await refresh({ replica }), { kind: 'adopted', generation: 2 });
  });

  it('replaces no newer row that it can’t open by an older copy', async () => {
    world.write(id, sealSession(storedSession(world.time.now(), { id: 'elsewhere', generation: 2 }), world.key));
    const replica = sealSession(storedSession(world.time.now()), world.key);
    assert.deepEqual(await refresh({ replica }), { kind: 'unreadable', reason: 'key' });
  });

  for (const [ageMs, isKept] of [
    [0, true],
    [documentTiming.graceMs, false],
  ] as const) {
    it(`${isKept ? 'keeps' : 'ends'} an intent of ${ageMs} ms ago where the disk takes no new one`, async () => {
      world.put();
      world.leaveIntent(1, world.time.now() - ageMs);
      world.rows.faults.add('put intent');
      assert.deepEqual(await refresh(), { kind: 'unwritable' });
      assert.equal(hasIntent(), isKept);
    });
  }

  it('stores no pair before the note of its send', async () => {
    world.put();
    world.leaveIntent();
    const write = world.rows.write.bind(world.rows);
    const noted = Promise.withResolvers<void>();
    const hold: SessionRows['write'] = async (work) => {
      world.rows.write = write;
      await noted.promise;
      return write(work);
    };
    const refreshing = refresh({}, (point) => {
      if (point === 'preflight-done') world.rows.write = hold;
      return Promise.resolve();
    });
    await drain();
    assert.equal(sent.length, 1);
    assert.equal(world.stored().generation, 1);
    noted.resolve();
    assert.deepEqual(await refreshing, { kind: 'renewed', generation: 2 });
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
    const before = world.time.now();
    logged.length = 0;
    assert.deepEqual(await world.time.runUntil(refresh()), { kind: 'renewed', generation: 2 });
    assert.equal(world.stored().generation, 2);
    assert.equal(sent.length, 1);
    assert.equal(world.time.now() - before, world.job().timing.storeDelaysMs[0]);
    assert.match(logged[0] ?? '', /^error Session sandbox\.one: generation 2 is not stored yet: /);
  });
});
