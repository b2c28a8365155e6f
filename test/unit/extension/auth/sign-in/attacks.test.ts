import assert from 'node:assert/strict';
import type { SessionLock } from '../../../../../src/extension/auth/sessions/session-lock.ts';
import { readRecord } from '../../../../../src/extension/auth/sessions/session-record.ts';
import {
  keyText,
  newKey,
  openText,
  sealSession,
} from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { assertNoSecretSeen, drain, pair, storedSession } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';

/** Orders of events that would lose a session, bring one back, or leave two of them. */
describe('a session that several have their hands on', () => {
  let world: SessionWorld;

  beforeEach(() => (world = new SessionWorld()));
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  const kindOnDisk = () => readRecord(world.rows.texts.get(`session ${id}`) ?? '')?.kind;

  it('keeps what a sign-in stored with a new key over the pair of a refresh that was killed with the old one', async () => {
    world.put();
    const key = newKey();
    const connected = storedSession(world.time.now(), { generation: 2 });
    const window = world.window({
      application: () => {
        const credentials = { clientId: 'client', clientSecret: 'secret' };
        world.write(id, sealSession(connected, key));
        return Promise.resolve({ environment: { authUrl: 'http://auth.test' }, credentials });
      },
    });
    world.secrets.values.set(`key.${key.id}`, keyText(key));
    const orphan = storedSession(world.time.now(), { generation: 2 });
    world.secrets.values.set(`replica.store.${id}`, sealSession(orphan, world.key));
    world.leaveIntent();
    await world.time.runUntil(window.tokenManager.refresh(id).catch(() => undefined));
    assert.deepEqual(openText(world.rows.texts.get(`session ${id}`), key), connected);
  });

  it('is signed out on the disk before anything is waited for', async () => {
    world.put();
    const { vault } = world.window();
    const release = Promise.withResolvers<void>();
    const refresh = world.lock.run(id, () => release.promise, { maxWaitMs: 0 });
    const removed = vault.remove(id);
    await drain();
    assert.equal(kindOnDisk(), 'signed-out', 'a window that dies now would leave it connected');
    release.resolve();
    await Promise.all([refresh, world.time.runUntil(removed)]);
  });

  it('stays signed out where a late pair arrives that no disk takes', async () => {
    const session = world.put();
    const { vault } = world.window();
    await vault.read(id);
    world.rows.faults.add('commit');
    await vault.remove(id);
    await vault.absorb(sealSession({ ...session, generation: 2 }, world.key));
    assert.equal(world.secrets.values.has(`replica.store.${id}`), false);
    world.rows.faults.clear();
    await vault.repair();
    assert.equal(kindOnDisk(), 'signed-out');
  });

  it('leaves no copy in SecretStorage once another window has signed it out', async () => {
    world.put();
    const [one, two] = [world.window(), world.window()];
    await two.vault.read(id);
    await one.vault.remove(id);
    await two.vault.tidy();
    assert.equal(world.secrets.values.has(`replica.store.${id}`), false);
  });

  it('is the one that was just connected where a refresh moves its pair over it unseen', async () => {
    const { account, environment } = world.put();
    const window = world.window();
    await window.sessions.stored();
    const release = Promise.withResolvers<void>();
    const refresh = world.lock.run(id, () => release.promise, { maxWaitMs: 0 });
    const connected = storedSession(world.time.now(), { account, environment, tokens: pair(world.time.now()) });
    const session = await world.time.runUntil(window.register(connected));
    // It has looked before the sign-in wrote, and renames after.
    world.put({ generation: 2 });
    release.resolve();
    await refresh;
    assert.equal(session.id, id);
    const read = await window.vault.read(id);
    assert.deepEqual(read.kind === 'session' && read.session.tokens, session.tokens);
    assert.deepEqual(world.stored().tokens, session.tokens);
  });

  it('has one store and one key where two windows connect at once, although no lock is to be had', async () => {
    world.rows.texts.clear();
    const lock: SessionLock = { run: (_id, work) => work() };
    const windows = [world.window({ lock }), world.window({ lock })];
    const ids = ['sandbox.one', 'sandbox.two'];
    const stores = windows.map(({ vault }, index) =>
      vault.write(storedSession(world.time.now(), { id: ids[index] ?? '' })),
    );
    await Promise.all(stores);
    const [one, two] = ids.map((each) => readRecord(world.rows.texts.get(`session ${each}`) ?? ''));
    assert.ok(one?.kind === 'sealed' && two?.kind === 'sealed');
    assert.equal(one.header.keyId, two.header.keyId);
    const names = [...world.secrets.values.keys()];
    const storesOf = new Set(names.flatMap((name) => /^replica\.(\w+)\./.exec(name)?.[1] ?? []));
    assert.equal(storesOf.size, 1, 'a copy lies where nobody looks for it');
    assert.deepEqual(
      names.filter((name) => name.startsWith('key.') && !name.endsWith(world.key.id)),
      [`key.${one.header.keyId}`],
    );
  });

  it('is told as changed where other tokens have the same generation', async () => {
    world.put();
    const { sessions, watch } = world.window();
    await sessions.stored();
    await watch.look();
    const changed: string[] = [];
    sessions.onDidChangeSessions((diff) => changed.push(...diff.changed.map((session) => session.id)));
    world.put({ tokens: pair(world.time.now() + 1) });
    await watch.look();
    await sessions.stored();
    assert.deepEqual(changed, [id]);
  });
});
