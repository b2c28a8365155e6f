import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SaveChoice, SaveFile } from '../../../../../src/extension/records/export/save-file.ts';
import { type FakePerson, newPerson, uri } from './fake-save-host.ts';

/** As a file system says it. */
function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: no`), { code });
}

function choice(...pieces: readonly (string | (() => string))[]): SaveChoice {
  function* make() {
    for (const piece of pieces) yield typeof piece === 'string' ? piece : piece();
  }
  return { label: `${pieces.length} pieces`, pieces: pieces.length, make };
}

describe('saveFile', () => {
  const fileName = 'charges.csv';
  const saving = ['save /project/charges.csv {"CSV":["csv"]}', 'Saving charges.csv… (Cancel)'];
  let saveFile: SaveFile;
  let person: FakePerson;
  let folder: string;
  let path: string;
  before(async () => {
    // By the mark of the stand-in for VS Code that it gets.
    const marked = '../../../../../src/extension/records/export/save-file.ts?save-file';
    ({ saveFile } = (await import(marked)) as { saveFile: SaveFile });
  });
  beforeEach(async () => {
    person = newPerson();
    folder = await mkdtemp(join(tmpdir(), 'save-file-'));
    path = join(folder, fileName);
    person.target = uri('file', path);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('asks where, writes with progress, and offers to open what is saved', async () => {
    person.button = 'Open';
    await saveFile({ fileName, choices: [choice('a', 'b')] });
    assert.equal(await readFile(path, 'utf8'), 'ab');
    assert.deepEqual(person.seen, [...saving, 'Saved charges.csv.', `vscode.open ${path}`]);
    assert.equal(person.progress, 100);
  });

  it('lets choose where there is a choice, or where what it holds is to be known', async () => {
    person.choice = 1;
    await saveFile({ fileName, choices: [choice('a'), choice('b', 'c')] });
    assert.equal(await readFile(path, 'utf8'), 'bc');
    assert.equal(person.seen[0], 'choose 1 pieces|2 pieces');
    person = newPerson();
    await saveFile({ fileName, choices: [choice('a')], mustAsk: true });
    assert.deepEqual(person.seen, ['choose 1 pieces'], 'nothing is chosen');
  });

  it('does nothing where no place is chosen', async () => {
    person.target = undefined;
    await saveFile({ fileName, choices: [choice(() => assert.fail('made'))] });
    assert.deepEqual(person.seen, saving.slice(0, 1));
  });

  it('leaves nothing behind and says nothing when it is cancelled half way', async () => {
    await writeFile(path, 'older');
    const cancelled = () => {
      person.cancel.fire();
      return 'b';
    };
    await saveFile({ fileName, choices: [choice('a', cancelled, () => assert.fail('goes on'))] });
    assert.equal(await readFile(path, 'utf8'), 'older');
    assert.deepEqual(await readdir(folder), [fileName]);
    assert.deepEqual(person.seen, saving);
    assert.ok(person.progress < 50, 'of three pieces, one was written');
  });

  const failures: readonly [code: string, text: (path: string) => string][] = [
    ['ENOSPC', (at) => `The disk is full: ${at} was not saved. Free up space or choose another location.`],
    ['EROFS', (at) => `${at} is on a read-only file system. Choose another location.`],
    ['EACCES', (at) => `You don’t have permission to write ${at}. Choose another location or change its permissions.`],
    ['EISDIR', (at) => `${at} is a folder. Choose another name.`],
    ['EIO', (at) => `${at} could not be saved: EIO: no`],
  ];
  for (const [code, text] of failures) {
    it(`says what is wrong with the place where its file system answers ${code}, and leaves nothing behind`, async () => {
      person.target = uri('memfs', '/far/charges.csv');
      person.fs.failure = systemError(code);
      await saveFile({ fileName, choices: [choice('a')] });
      assert.deepEqual(person.seen, [...saving, `Error: ${text('/far/charges.csv')}`]);
      assert.deepEqual([person.fs.done, [...person.fs.files]], [['write', 'delete'], []]);
    });
  }

  it('says that a disk of this machine is full where it fills up half way, and leaves the older file', async () => {
    await writeFile(path, 'older');
    const full = () => {
      throw systemError('ENOSPC');
    };
    await saveFile({ fileName, choices: [choice('a', full)] });
    assert.match(person.seen.at(-1) ?? '', /^Error: The disk is full: .*charges\.csv was not saved\./);
    assert.equal(await readFile(path, 'utf8'), 'older');
    assert.deepEqual(await readdir(folder), [fileName]);
  });

  it('says that a folder does not exist', async () => {
    person.target = uri('file', join(folder, 'none', fileName));
    await saveFile({ fileName, choices: [choice('a')] });
    const text = `Error: The folder of ${person.target.fsPath} does not exist. Choose another location.`;
    assert.deepEqual(person.seen, [...saving, text]);
  });

  describe('to a file system that is none of this machine’s', () => {
    beforeEach(() => {
      person.target = uri('memfs', '/far/charges.csv');
      person.fs.files.set('/far/charges.csv', 'older');
    });

    it('writes beside the place, and then over what was there', async () => {
      await saveFile({ fileName, choices: [choice('a', 'b')] });
      assert.deepEqual([...person.fs.files], [['/far/charges.csv', 'ab']]);
      assert.deepEqual(person.fs.done, ['write', 'rename over']);
      assert.deepEqual(person.seen, [...saving, 'Saved charges.csv.']);
    });

    it('writes nothing when it is cancelled half way', async () => {
      const cancelled = () => {
        person.cancel.fire();
        return 'b';
      };
      await saveFile({ fileName, choices: [choice('a', cancelled, 'c')] });
      assert.deepEqual([...person.fs.files], [['/far/charges.csv', 'older']]);
      assert.deepEqual([person.fs.done, person.seen], [[], saving]);
    });
  });
});
