// On a desktop the keyring gives every window the key of the sessions. Who asks a window for it by a file is a stranger.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { SharedSecrets } from '../../src/extension/auth/sessions/session-keys.ts';
import { newKey, sealSession } from '../../src/extension/auth/sessions/session-encryption.ts';
import type { WindowSessions } from '../../src/extension/auth/window-sessions.ts';
import { SessionWorld } from '../unit/extension/auth/session-world.ts';
import { drain, storedSession } from '../unit/extension/auth/support.ts';

describe('a question for the key of the sessions', () => {
  let world: SessionWorld;
  let memory: Map<string, unknown>;
  let desktop: SharedSecrets;
  let questions: number;

  beforeEach(() => {
    questions = 0;
    world = new SessionWorld();
    memory = new Map();
    desktop = {
      get: (name) => memory.get(name),
      update: (name, value) => Promise.resolve(void memory.set(name, value)),
    };
  });
  afterEach(() => world.close());

  const open = () => world.window({ sharedSecrets: desktop });

  /** Whether the window answers somebody who can write one file. */
  async function answers(window: WindowSessions, keyId = world.key.id): Promise<boolean> {
    const name = `stranger${++questions}`;
    const { publicKey } = generateKeyPairSync('x25519');
    world.leave(`ask-${name}.json`, JSON.stringify({ keyId, publicKey: publicKey.export({ format: 'jwk' }).x }));
    await window.watch.look();
    await drain();
    return [...world.files.texts.keys()].some((file) => file.endsWith(`answer-${name}.json`));
  }

  /** Reads the sessions, as far as there are keys. */
  async function read(window: WindowSessions): Promise<readonly string[]> {
    const sessions = await world.time.runUntil(window.sessions.list());
    return sessions.map(({ state }) => state);
  }

  /** Signs in on a machine where nobody did before. */
  async function signInFirst(window: WindowSessions): Promise<string> {
    const { id: _, generation: __, ...connected } = storedSession(world.time.now());
    await world.time.runUntil(window.register(connected));
    return keyOfStore();
  }
  const keyOfStore = () =>
    (JSON.parse(world.files.texts.get(`${world.folder}/store.json`) ?? '{}') as { keyId: string }).keyId;
  const emptyMachine = () => {
    world.files.texts.clear();
    world.secrets.values.clear();
  };

  it('is answered in a browser, whose windows have secrets of their own', async () => {
    world.put();
    const window = world.window();
    assert.deepEqual(await read(window), ['fresh']);
    assert.equal(await answers(window), true);
  });

  describe('stays without an answer on a desktop', () => {
    it('from a window that has read the key', async () => {
      world.put();
      const window = open();
      assert.deepEqual(await read(window), ['fresh']);
      assert.equal(await answers(window), false);
    });

    it('from a window that has made the key', async () => {
      emptyMachine();
      const window = open();
      assert.equal(await answers(window, await signInFirst(window)), false);
    });

    it('from a window that has made the key and is open for days', async () => {
      emptyMachine();
      const window = open();
      const key = await signInFirst(window);
      await world.time.advance(3_600_000);
      assert.equal(await answers(window, key), false);
    });

    it('from the next window, and the one after that', async () => {
      emptyMachine();
      const key = await signInFirst(open());
      for (let count = 0; count < 2; count++) {
        const window = open();
        assert.deepEqual(await read(window), ['fresh']);
        assert.equal(await answers(window, key), false);
      }
    });

    const forgeries: readonly (readonly [what: string, forge: () => void])[] = [
      ['a session of a key that nobody has', () => forgeSession('sandbox.forged')],
      ['the present session under such a key', () => forgeSession('sandbox.one')],
      [
        'the folder’s note of such a key',
        () => world.leave('store.json', JSON.stringify({ storeId: 's', keyId: 'x' })),
      ],
      ['a torn note', () => world.leave('store.json', '{')],
      ['a question of such a key before', () => world.leave('ask-before.json', '{"keyId":"x","publicKey":"x"}')],
      ['a question that is no JSON before', () => world.leave('ask-before.json', '{')],
    ];
    const forgeSession = (id: string) =>
      world.write(id, sealSession(storedSession(world.time.now(), { id, generation: 9 }), newKey()));
    for (const [what, forge] of forgeries) {
      for (const [whose, isFirst] of [
        ['read', false],
        ['made', true],
      ] as const) {
        it(`whatever else is put into the folder: ${what}, key ${whose} by the window`, async () => {
          if (isFirst) emptyMachine();
          else world.put();
          const window = open();
          const key = isFirst ? await signInFirst(window) : world.key.id;
          await read(window);
          forge();
          await window.watch.look();
          await read(window);
          await world.time.advance(120_000);
          assert.equal(await answers(window, key), false);
        });
      }
    }

    for (const fault of ['reject', 'hang', 'ignore'] as const) {
      it(`while the keyring fails a window that has the key (${fault})`, async () => {
        world.put();
        const window = open();
        await read(window);
        Object.assign(window.secrets.faults, { get: fault, keys: fault, store: fault });
        await world.time.advance(120_000);
        assert.equal(await answers(window), false);
      });
    }

    it('and none is asked: a window that misses the key leaves no question', async () => {
      world.put();
      world.secrets.values.delete(`key.${world.key.id}`);
      const window = open();
      assert.deepEqual(await read(window), ['locked']);
      assert.equal(
        world.files.done.some((step) => step.includes('ask-')),
        false,
      );
    });
  });

  it('is answered on a desktop that keeps no secrets, once that has shown', async () => {
    emptyMachine();
    const lost = await signInFirst(open());
    // The next start of VS Code: memory and folder are there, and no secret is.
    world.secrets.values.clear();
    const window = open();
    assert.deepEqual(await read(window), ['locked']);
    const key = await signInFirst(window);
    assert.notEqual(key, lost);
    assert.equal(await answers(window, key), true);
    assert.equal(await window.needsKeyExchange(), true);
  });
});
