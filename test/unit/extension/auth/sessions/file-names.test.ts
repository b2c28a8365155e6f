import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CrossProcessLock } from '../../../../../src/extension/auth/sessions/cross-process-lock.ts';
import {
  alternateName,
  draftName,
  intentName,
  isAlternateOf,
  isNextOf,
  nextName,
  reconnectNoteName,
  sessionName,
  stemOf,
} from '../../../../../src/extension/auth/sessions/file-names.ts';
import { realFiles } from '../../../../../src/extension/auth/sessions/session-files.ts';
import { SessionFolder } from '../../../../../src/extension/auth/sessions/session-folder.ts';
import { newSessionId } from '../../../../../src/extension/auth/sessions/session-id.ts';
import { systemScheduler } from '../../../../../src/common/scheduler.ts';
import { log } from '../support.ts';

/** Names of environments, as settings may have them. */
const environments: readonly (readonly [what: string, name: string])[] = [
  ['40 emoji', '😀'.repeat(40)],
  ['a family of emoji', '👩‍👩‍👧‍👦'.repeat(20)],
  ['1,000 letters', 'x'.repeat(1000)],
  ['300 ideographs', '車'.repeat(300)],
  ['per cent signs', '%'.repeat(200)],
  ['dots and slashes', '../'.repeat(60)],
  ['half a character', '\ud83d'.repeat(40)],
];

describe('the files of a session', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'file-names-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const [what, environment] of environments) {
    it(`have names that a disk takes where the environment is called ${what}`, async () => {
      const [id, other] = [newSessionId(environment), newSessionId(environment)];
      const attempt = crypto.randomUUID();
      const names = [sessionName(id), intentName(id), nextName(id, attempt), alternateName(id, 1e9)];
      names.push(...names.map(draftName), reconnectNoteName(id, 1e9), `${stemOf(id)}.lock-journal`);
      for (const name of names) assert.ok(Buffer.byteLength(name) <= 240 && path.basename(name) === name, name);
      assert.ok(isNextOf(id, nextName(id, attempt)) && !isNextOf(other, nextName(id, attempt)));
      assert.ok(isAlternateOf(id, alternateName(id, 2)) && !isAlternateOf(other, alternateName(id, 2)));

      const sessions = new SessionFolder(folder, realFiles);
      await sessions.put(sessionName(id), 'one');
      await sessions.put(sessionName(other), 'other');
      await sessions.reserve(id, attempt, 'one');
      let isLocked = false;
      const noting = { ...log, warn: (message: string) => assert.fail(message) };
      await new CrossProcessLock(folder, systemScheduler, noting).run(id, () => Promise.resolve((isLocked = true)), {
        maxWaitMs: 0,
      });
      assert.deepEqual(
        [await sessions.read(sessionName(id)), await sessions.read(sessionName(other)), isLocked],
        ['one', 'other', true],
      );
      assert.equal((await readdir(folder)).length, 4);
    });
  }

  it('keep the whole id in their names where that is short', () => {
    assert.equal(sessionName('my.staging%20x.6f1c'), 'my.staging_20x.6f1c.session');
  });
});
