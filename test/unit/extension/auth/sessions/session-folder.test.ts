import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { realFiles, type SessionFiles } from '../../../../../src/extension/auth/sessions/session-files.ts';
import {
  intentName,
  isNextOf,
  reconnectNoteName,
  parseReconnectNote,
} from '../../../../../src/extension/auth/sessions/file-names.ts';
import { SessionFolder } from '../../../../../src/extension/auth/sessions/session-folder.ts';

const id = 'sandbox.one';
const failed = (code: string) => Object.assign(new Error(code), { code });

describe('SessionFolder', () => {
  let place: string;
  let folder: SessionFolder;

  beforeEach(async () => {
    place = await mkdtemp(path.join(tmpdir(), 'sessions-'));
    folder = new SessionFolder(place, realFiles);
  });
  afterEach(() => rm(place, { recursive: true }));

  const leave = (name: string, text: string) => writeFile(path.join(place, name), text);
  const failing = (operation: keyof SessionFiles, code: string) =>
    new SessionFolder(place, { ...realFiles, [operation]: () => Promise.reject(failed(code)) });

  it('is empty until somebody has made it', async () => {
    const missing = new SessionFolder(path.join(place, 'not', 'there'), realFiles);
    assert.deepEqual(await missing.names(), []);
    assert.equal(await missing.facts(), undefined);
    await missing.put('a', 'text');
    assert.deepEqual(await missing.names(), ['a']);
    assert.equal((await missing.facts())?.kind, 'folder');
  });

  it('answers nothing for a file that is certainly not there', async () => {
    assert.equal(await folder.read('none'), undefined);
    assert.equal(await folder.stamp('none'), undefined);
    assert.equal(await folder.facts('none'), undefined);
  });

  const questions = [
    ['list', (of: SessionFolder) => of.names()],
    ['read', (of: SessionFolder) => of.read('a')],
    ['stamp', (of: SessionFolder) => of.stamp('a')],
    ['facts', (of: SessionFolder) => of.facts('a')],
  ] as const;
  for (const [operation, ask] of questions) {
    it(`does not take what is out of reach for missing (${operation})`, async () => {
      await assert.rejects(ask(failing(operation, 'EACCES')), { code: 'EACCES' });
    });
  }

  it('gives a file another stamp once it is written anew', async () => {
    await folder.put('a', 'one');
    const before = await folder.stamp('a');
    assert.equal(await folder.stamp('a'), before);
    await folder.put('a', 'two');
    assert.notEqual(await folder.stamp('a'), before);
  });

  describe('writing a file', () => {
    it('leaves the one that is there, and no draft, where the disk refuses', async () => {
      await folder.put('a', 'old');
      await assert.rejects(failing('rename', 'ENOSPC').put('a', 'new'), { code: 'ENOSPC' });
      assert.equal(await folder.read('a'), 'old');
      assert.deepEqual(await readdir(place), ['a']);
    });

    it('tells what the disk refused, also where the draft can not be removed', async () => {
      const files = {
        ...realFiles,
        rename: () => Promise.reject(failed('ENOSPC')),
        remove: () => Promise.reject(failed('EIO')),
      };
      await assert.rejects(new SessionFolder(place, files).put('a', 'new'), { code: 'ENOSPC' });
    });

    it('makes one only where none is, for the first of several windows', async () => {
      const made = await Promise.all(['one', 'two', 'three'].map((text) => folder.create('a', text)));
      assert.deepEqual(made.filter(Boolean), [true]);
      assert.equal(await folder.read('a'), ['one', 'two', 'three'][made.indexOf(true)]);
      assert.deepEqual(await readdir(place), ['a']);
    });

    it('says so where it can make none', async () => {
      await assert.rejects(failing('link', 'EROFS').create('a', 'text'), { code: 'EROFS' });
      assert.deepEqual(await readdir(place), []);
    });
  });

  describe('making room for a new pair', () => {
    const sizeOf = async (name: string) => (await stat(path.join(place, name))).size;

    it('takes four kilobytes of blanks, which a full disk refuses before a token is spent', async () => {
      const name = await folder.reserve(id, 'attempt', 'short');
      assert.equal(isNextOf(id, name), true);
      assert.equal(await readFile(path.join(place, name), 'utf8'), ' '.repeat(4096));
    });

    it('takes twice the length of a session that is longer', async () => {
      assert.equal(await sizeOf(await folder.reserve(id, 'attempt', 'x'.repeat(3000))), 6000);
    });

    it('leaves what a shorter text does not cover', async () => {
      await leave('a', '12345678');
      await folder.write('a', 'new', 'r+');
      assert.equal(await folder.read('a'), 'new45678');
    });
  });

  describe('the note that a refresh is under way', () => {
    const intent = { generation: 3, attempt: 'x', pid: 1, sentAt: 12 };

    it('is read as it was written, until it is removed', async () => {
      await folder.writeIntent(id, intent);
      assert.deepEqual(await folder.readIntent(id), intent);
      await folder.removeIntent(id);
      assert.equal(await folder.readIntent(id), undefined);
      await folder.removeIntent(id);
    });

    for (const part of ['', '{"gener', '{"generation":3}', '{"sentAt":12}', '{"generation":"3","sentAt":12}']) {
      it(`was not finished where it says ${part || 'nothing'}: nothing was sent then`, async () => {
        await leave(intentName(id), part);
        assert.equal(await folder.readIntent(id), undefined);
      });
    }
  });

  describe('the note that an owner was asked', () => {
    it('tells of which session and generation it is', () => {
      assert.deepEqual(parseReconnectNote(reconnectNoteName(id, 12)), { stem: id, generation: 12 });
    });

    it('is no other file', () => {
      for (const name of ['sandbox.one.session', 'sandbox.one.told', 'sandbox.one.12.told.put', '.12.told']) {
        assert.equal(parseReconnectNote(name), undefined, name);
      }
    });
  });
});
