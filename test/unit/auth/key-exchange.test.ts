import assert from 'node:assert/strict';
import { chmod, lutimes, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KeyExchange } from '../../../src/auth/key-exchange.ts';
import { realFiles } from '../../../src/auth/session-files.ts';
import type { FileFacts, SessionFiles } from '../../../src/auth/session-files.ts';
import { SessionFolder } from '../../../src/auth/session-folder.ts';
import { newKey } from '../../../src/auth/session-seal.ts';
import { systemScheduler } from '../../../src/common/scheduler.ts';

/** On a real disk, with another window that holds the key. */
describe('KeyExchange', () => {
  const key = newKey();
  let place: string;

  beforeEach(async () => (place = await mkdtemp(path.join(tmpdir(), 'exchange-'))));
  afterEach(() => rm(place, { recursive: true }));

  const names = () => readdir(place);
  const window = (files: Partial<SessionFiles> = {}, now = Date.now) =>
    new KeyExchange(new SessionFolder(place, { ...realFiles, ...files }), systemScheduler, { now });

  /** Asks, answers what was asked after `meddle`, and resolves to whether there was an answer. */
  async function exchange(
    meddle: (question: string) => unknown = () => undefined,
    files: Partial<SessionFiles> = {},
    now = Date.now,
  ): Promise<boolean> {
    const asked = window().ask(key.id, 400);
    let name: string | undefined;
    while (!name) name = (await names()).find((each) => /^ask-\w+\.json$/.test(each));
    await meddle(path.join(place, name));
    await window(files, now).answer(name, (id) => (id === key.id ? key : undefined));
    const hasAnswer = (await names()).some((each) => each.startsWith('answer-'));
    const got = await asked;
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

  it('answers no link', async () => {
    const isAnswered = exchange(async (question) => {
      await rename(question, path.join(place, 'elsewhere'));
      await symlink(path.join(place, 'elsewhere'), question);
    });
    assert.equal(await isAnswered, false);
  });

  it('answers no question of another user', async () => {
    assert.equal(await exchange(undefined, odd(/ask-/, { isOwn: false })), false);
    assert.equal(await exchange(undefined, odd(/exchange-\w+$/, { isOwn: false })), false);
  });

  it('answers none that is left from half a minute ago, by whichever clock', async () => {
    const secondsAgo = (seconds: number) => (question: string) => {
      const time = Date.now() / 1000 - seconds;
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
    await window().answer('sandbox.one.session', () => assert.fail('it is no question'));
    assert.deepEqual(await names(), ['ask-empty.json']);
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
