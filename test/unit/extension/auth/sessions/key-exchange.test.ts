import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { chmod, lutimes, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KeyExchange } from '../../../../../src/extension/auth/sessions/key-exchange.ts';
import {
  realFiles,
  type FileFacts,
  type SessionFiles,
} from '../../../../../src/extension/auth/sessions/session-files.ts';
import { SessionFolder } from '../../../../../src/extension/auth/sessions/session-folder.ts';
import { newKey, type SessionKey } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { SessionWorld } from '../session-world.ts';
import { drain, FakeTime } from '../support.ts';

interface Answer {
  readonly publicKey: string;
  readonly tag: string;
}

/** On a real disk, with another window that holds the key. */
describe('KeyExchange', () => {
  const key = newKey();
  let place: string;
  let time: FakeTime;

  beforeEach(async () => {
    time = new FakeTime();
    place = await mkdtemp(path.join(tmpdir(), 'exchange-'));
  });
  afterEach(() => rm(place, { recursive: true }));

  const names = () => readdir(place);
  /** By the clock of the disk, which was last written when a question was asked. It need not be that of this process. */
  const diskTime = () => statSync(place).mtimeMs;
  const window = (files: Partial<SessionFiles> = {}, now = diskTime) =>
    new KeyExchange(new SessionFolder(place, { ...realFiles, ...files }), time, { now });

  /** The name of the question that was asked, once it is there. */
  async function question(): Promise<string> {
    for (;;) {
      const name = (await names()).find((each) => /^ask-\w+\.json$/.test(each));
      if (name !== undefined) return name;
    }
  }

  /** What comes of a question, however long the disk takes. */
  async function outcome(asked: Promise<SessionKey | undefined>): Promise<SessionKey | undefined> {
    let isOpen = true;
    void asked.finally(() => (isOpen = false));
    while (isOpen) await time.advance(25);
    return asked;
  }

  /** Asks, answers what was asked after `meddle`, and resolves to whether there was an answer. */
  async function exchange(
    meddle: (question: string) => unknown = () => undefined,
    files: Partial<SessionFiles> = {},
    now = diskTime,
  ): Promise<boolean> {
    const asked = window().ask(key.id, 400);
    const name = await question();
    await meddle(path.join(place, name));
    await window(files, now).answer(name, (id) => (id === key.id ? key : undefined));
    const hasAnswer = (await names()).some((each) => each.startsWith('answer-'));
    const got = await outcome(asked);
    assert.equal(got !== undefined, hasAnswer);
    if (got) assert.deepEqual(got, { id: key.id, bytes: Buffer.from(key.bytes) });
    await chmod(place, 0o700);
    return hasAnswer;
  }

  const odd = (file: RegExp, facts: Partial<FileFacts>): Partial<SessionFiles> => ({
    facts: async (each) => ({ ...(await realFiles.facts(each)), ...(file.test(each) && facts) }),
  });

  it('hands the key to a window of the same user, and leaves nothing', async () => {
    assert.equal(await exchange(), true);
    assert.deepEqual(await names(), []);
  });

  it('answers each question once, however often a window sees it', async () => {
    let answers = 0;
    const counting: Partial<SessionFiles> = {
      rename: (from, to) => ((answers += to.includes('answer-') ? 1 : 0), realFiles.rename(from, to)),
    };
    const asked = window().ask(key.id, 400);
    const name = await question();
    const other = window(counting);
    await other.answer(name, () => key);
    await other.answer(name, () => key);
    assert.ok(await outcome(asked));
    assert.equal(answers, 1);
  });

  for (const [what, spoil] of [
    ['is no answer', () => 'text'],
    ['was sealed for nobody', (answer: Answer) => ({ ...answer, publicKey: 'AAAA' })],
    ['was sealed for another question', (answer: Answer) => ({ ...answer, iv: 'AAAAAAAAAAAAAAAA' })],
    [
      'has a seal that is cut short, which would be easier to guess',
      (answer: Answer) => ({ ...answer, tag: Buffer.from(answer.tag, 'base64').subarray(0, 4).toString('base64') }),
    ],
  ] as const) {
    it(`takes no key from an answer that ${what}`, async () => {
      const spoiling: Partial<SessionFiles> = {
        async read(file) {
          const text = await realFiles.read(file);
          return file.includes('answer-') ? JSON.stringify(spoil(JSON.parse(text) as Answer)) : text;
        },
      };
      const asked = window(spoiling).ask(key.id, 400);
      const name = await question();
      await window().answer(name, () => key);
      assert.equal(await outcome(asked), undefined);
      assert.deepEqual(await names(), []);
    });
  }

  it('answers no link', async () => {
    const isAnswered = exchange(async (question) => {
      await rename(question, path.join(place, 'elsewhere'));
      await symlink(path.join(place, 'elsewhere'), question);
    });
    assert.equal(await isAnswered, false);
  });

  it('answers nothing but a file', async () => {
    assert.equal(await exchange(undefined, odd(/ask-/, { kind: 'other' })), false);
  });

  it('answers no question of another user', async () => {
    assert.equal(await exchange(undefined, odd(/ask-/, { isOwn: false })), false);
    assert.equal(await exchange(undefined, odd(/exchange-\w+$/, { isOwn: false })), false);
  });

  it('answers none that is left from half a minute ago, by whichever clock', async () => {
    const secondsAgo = (seconds: number) => (question: string) => {
      const time = diskTime() / 1000 - seconds;
      return lutimes(question, time, time);
    };
    assert.equal(await exchange(secondsAgo(31)), false);
    assert.equal(await exchange(secondsAgo(-31)), false);
    assert.equal(await exchange(secondsAgo(25)), true);
  });

  it('does nothing for a question that is gone, or is none', async () => {
    await window().answer('ask-gone.json', () => key);
    await writeFile(path.join(place, 'ask-empty.json'), '{}', { mode: 0o600 });
    await window().answer('ask-empty.json', () => key);
    await writeFile(path.join(place, 'sandbox.one.session'), '{"keyId":"x","publicKey":"x"}', { mode: 0o600 });
    await window().answer('sandbox.one.session', () => assert.fail('it is no question'));
    assert.deepEqual((await names()).sort(), ['ask-empty.json', 'sandbox.one.session']);
  });

  // Windows keeps others out by other means.
  const isPosix = process.getuid !== undefined;
  (isPosix ? describe : () => undefined)('where others may write', () => {
    for (const mode of [0o720, 0o702]) {
      it(`answers nothing in a folder of mode ${mode.toString(8)}`, async () => {
        assert.equal(await exchange(() => chmod(place, mode)), false);
      });
    }

    it('answers no question that others may change', async () => {
      assert.equal(await exchange((question) => chmod(question, 0o620)), false);
      assert.equal(await exchange((question) => chmod(question, 0o644)), true);
    });
  });
});

/** With a time that is turned by hand. */
describe('KeyExchange between windows that are slow', () => {
  const key = newKey();
  const waitMs = 1_000;
  let world: SessionWorld;
  let asked: Promise<SessionKey | undefined>;
  let start: number;

  beforeEach(async () => {
    world = new SessionWorld();
    start = world.time.now();
    asked = window().ask(key.id, waitMs);
    await drain();
  });
  afterEach(() => world.close());

  const window = () => new KeyExchange(new SessionFolder(world.folder, world.files), world.time, world.time);
  const exchanged = () => [...world.files.texts.keys()].filter((file) => /ask|answer/.test(file));

  it('waits for an answer that takes its time', async () => {
    const [question = ''] = exchanged();
    await world.time.advance(waitMs / 2);
    await window().answer(path.basename(question), () => key);
    assert.equal((await world.time.runUntil(asked))?.id, key.id);
    assert.ok(world.time.now() - start < waitMs);
  });

  it('gives up after the time that it was given, and takes its question back', async () => {
    assert.equal(exchanged().length, 1);
    assert.equal(await world.time.runUntil(asked), undefined);
    assert.ok(world.time.now() - start >= waitMs);
    assert.deepEqual(exchanged(), []);
  });
});
