import assert from 'node:assert/strict';
import { saveIfNewer } from '../../../../../src/extension/auth/sessions/save-if-newer.ts';
import { SessionFolder } from '../../../../../src/extension/auth/sessions/session-folder.ts';
import { encodeSignedOut } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { storedSession } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';

/** What becomes of a pair that the disk refused at first, once it takes it. */
describe('saveIfNewer', () => {
  let world: SessionWorld;
  beforeEach(() => (world = new SessionWorld()));
  afterEach(() => world.close());

  const textOf = (generation: number) => sealSession(storedSession(0, { id, generation }), world.key);
  const onDisk = () => world.files.texts.get(world.fileOf(id));
  const save = (text: string) => saveIfNewer(new SessionFolder(world.folder, world.files), text);

  for (const [what, present] of [
    ['an older session', () => textOf(1)],
    ['a torn one', () => textOf(3).slice(0, 100)],
    ['nothing', () => undefined],
  ] as const) {
    it(`takes the place of ${what}`, async () => {
      const text = present();
      if (text !== undefined) world.write(id, text);
      const own = textOf(2);
      await save(own);
      assert.equal(onDisk(), own);
    });
  }

  for (const [what, present] of [
    ['a newer session', () => textOf(3)],
    ['another of its generation', () => textOf(2)],
    ['a session that is signed out', () => encodeSignedOut(id, 1, 0)],
  ] as const) {
    it(`leaves ${what} alone`, async () => {
      const text = present();
      world.write(id, text);
      await save(textOf(2));
      assert.equal(onDisk(), text);
    });
  }

  it('stores nothing that is no session', async () => {
    for (const text of ['', '{"torn', encodeSignedOut(id, 9, 0)]) await save(text);
    assert.equal(onDisk(), undefined);
    assert.deepEqual(world.files.done, []);
  });
});
