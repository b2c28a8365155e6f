import assert from 'node:assert/strict';
import { readRecord } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { keyText, newKey, sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { assertNoSecretSeen, drain, storedSession } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';

describe('SessionVault', () => {
  let world: SessionWorld;

  beforeEach(() => (world = new SessionWorld()));
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  it('keeps each session in a row of its own, and a copy in SecretStorage', async () => {
    const { vault } = world.window();
    for (const name of ['a.one', 'a.two']) assert.equal(await vault.write(storedSession(0, { id: name })), true);
    const kinds = (await vault.list())?.map((entry) => [entry.id, entry.kind]);
    assert.deepEqual(kinds?.sort(), [
      ['a.one', 'session'],
      ['a.two', 'session'],
    ]);
    assert.equal(world.secrets.values.get('replica.store.a.one'), world.rows.texts.get(`session ${'a.one'}`));
  });

  it('shows the good sessions beside a broken one, and leaves that where it is', async () => {
    world.put();
    world.write('sandbox.bad', '{"v":7}');
    world.write('sandbox.moved', sealSession(storedSession(0, { id: 'elsewhere' }), world.key));
    const kinds = Object.fromEntries((await world.window().vault.list())?.map((entry) => [entry.id, entry.kind]) ?? []);
    assert.equal(kinds[id], 'session');
    assert.equal(kinds['sandbox.bad'], 'broken');
    assert.equal(world.rows.texts.get(`session ${'sandbox.bad'}`), '{"v":7}');
  });

  describe('whose file is lost or torn', () => {
    for (const [what, text] of [
      ['lost', undefined],
      ['torn', '{"v":1,"header":{"id":"sand'],
      ['empty', ''],
    ] as const) {
      const damage = () => {
        if (text === undefined) world.rows.texts.delete(`session ${id}`);
        else world.write(id, text);
      };

      it(`is put back from SecretStorage (${what})`, async () => {
        const session = storedSession(world.time.now());
        await world.window().vault.write(session);
        damage();
        const list = await world.window().vault.list();
        assert.deepEqual(list, [{ kind: 'session', id, session }]);
        assert.deepEqual(world.stored(), session);
      });
    }

    it('is not put back from an older copy than what is there', async () => {
      const { vault } = world.window();
      await vault.write(storedSession(world.time.now()));
      const newer = world.put({ generation: 2 });
      const entry = await world.window().vault.read(id);
      assert.deepEqual(entry.kind === 'session' && entry.session, newer);
    });
  });

  describe('without its key', () => {
    it('is locked, with what its header says, and nothing is deleted', async () => {
      const { account } = world.put();
      world.secrets.values.delete(`key.${world.key.id}`);
      const entry = await world.time.runUntil(world.window().vault.read(id));
      assert.equal(entry.kind, 'locked');
      assert.deepEqual(entry.kind === 'locked' && entry.header?.account, account);
      assert.equal(world.rows.texts.has(`session ${id}`), true);
    });

    it('is not taken for broken where SecretStorage gives another key', async () => {
      world.put();
      world.secrets.values.set(`key.${world.key.id}`, Buffer.alloc(32).toString('base64'));
      assert.equal((await world.time.runUntil(world.window().vault.read(id))).kind, 'locked');
    });

    it('opens as soon as SecretStorage tells of the key', async () => {
      world.put();
      world.secrets.values.delete(`key.${world.key.id}`);
      const { sessions } = world.window();
      await world.time.runUntil(sessions.list());
      await world.secrets.window().store(`key.${world.key.id}`, keyText(world.key));
      await drain();
      assert.deepEqual(
        (await sessions.list()).map(({ state }) => state),
        ['fresh'],
      );
    });

    it('never gives its key’s name to another key', async () => {
      world.put();
      world.secrets.values.delete(`key.${world.key.id}`);
      const { vault } = world.window();
      const connected = storedSession(world.time.now(), { id: 'sandbox.two' });
      assert.equal(await world.time.runUntil(vault.write(connected)), true);
      assert.equal(world.secrets.values.has(`key.${world.key.id}`), false);
      const record = readRecord(world.rows.texts.get(`session ${'sandbox.two'}`) ?? '');
      assert.ok(record?.kind === 'sealed' && world.secrets.values.has(`key.${record.header.keyId}`));
    });
  });

  it('puts a key back that SecretStorage has lost while a window holds it', async () => {
    world.put();
    const { vault } = world.window();
    await vault.read(id);
    world.secrets.values.delete(`key.${world.key.id}`);
    await vault.repair();
    assert.ok(world.secrets.values.has(`key.${world.key.id}`));
  });

  it('takes a copy that is newer than the file, before anybody asks for it', async () => {
    world.put();
    const newer = storedSession(world.time.now(), { generation: 2 });
    world.secrets.values.set(`replica.store.${id}`, sealSession(newer, world.key));
    const { vault } = world.window();
    await vault.read(id);
    await vault.tidy();
    assert.deepEqual(world.stored(), newer);
  });

  describe('signed out', () => {
    it('leaves a mark that no copy and no other window undoes', async () => {
      world.put();
      const [one, two] = [world.window(), world.window()];
      await Promise.all([one.vault.read(id), two.vault.read(id)]);
      const copy = [...world.secrets.values].find(([name]) => name.startsWith('replica.'));
      await one.vault.remove(id);
      if (copy) world.secrets.values.set(...copy);
      for (const window of [one, two, world.window()]) {
        assert.equal((await window.vault.read(id)).kind, 'absent');
        await window.vault.tidy();
      }
      assert.equal(readRecord(world.rows.texts.get(`session ${id}`) ?? '')?.kind, 'signed-out');
    });
  });

  it('prefers a session of a new sign-in over the pair in memory', async () => {
    const { vault } = world.window();
    await vault.write(storedSession(world.time.now(), { generation: 2 }));
    const newer = storedSession(world.time.now(), { generation: 3 });
    const key = newKey();
    world.secrets.values.set(`key.${key.id}`, Buffer.from(key.bytes).toString('base64'));
    world.write(id, sealSession(newer, key));
    const entry = await vault.read(id);
    assert.deepEqual(entry.kind === 'session' && entry.session, newer);
  });
});
