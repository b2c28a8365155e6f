import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakePerson, newPerson, uri } from '../records/fake-vscode.ts';

describe('saveText', () => {
  let saveText: (typeof import('../../../../src/extension/window/save-text.ts'))['saveText'];
  let person: FakePerson;
  let folder: string;
  before(async () => {
    // The name by which it gets the fake: others import it too.
    const name = '../../../../src/extension/window/save-text.ts?records';
    ({ saveText } = (await import(name)) as typeof import('../../../../src/extension/window/save-text.ts'));
  });
  beforeEach(async () => {
    person = newPerson();
    folder = await mkdtemp(join(tmpdir(), 'save-text-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('replaces a file as a whole, and keeps a link to it', async () => {
    await writeFile(join(folder, 'real.har'), 'older');
    await symlink('real.har', join(folder, 'requests.har'));
    person.place = uri('file', join(folder, 'requests.har'));
    assert.ok(await saveText('requests.har', 'new'));
    assert.equal(await readFile(join(folder, 'real.har'), 'utf8'), 'new');
    assert.deepEqual((await readdir(folder)).sort(), ['real.har', 'requests.har']);
  });

  it('leaves what was there where writing fails, and says what to do', async () => {
    person.place = uri('memfs', '/far/requests.har');
    person.files.set('/far/requests.har', 'older');
    person.failure = Object.assign(new Error('no'), { code: 'ENOSPC' });
    assert.equal(await saveText('requests.har', 'new'), undefined);
    assert.deepEqual([...person.files], [['/far/requests.har', 'older']]);
    assert.match(person.seen.at(-1) ?? '', /^Error: The disk is full: .* was not saved\. Free up space/);
  });
});
