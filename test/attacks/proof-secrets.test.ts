// The secret by which programs of one user know each other: nobody else may read it or put another in its place.
import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ensureProofSecret, proofFolder, readProofSecret } from '../../src/common/loopback/listener-proof.ts';
import { cache } from '../tools/lib/paths.ts';

const planted = 'p'.repeat(43);

describe('the secret of proofs', () => {
  let parent: string;
  let folder: string;
  let file: string;
  const modeOf = async (path: string) => (await lstat(path)).mode & 0o777;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'proof-secrets-'));
    folder = join(parent, '.vehicle-data');
    file = join(folder, 'proof-secret');
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  /** As an earlier program left it, but for what a test does to it then. */
  async function leave(mode = 0o600, folderMode = 0o700, text = planted): Promise<void> {
    await mkdir(folder);
    await writeFile(file, text);
    await chmod(file, mode);
    await chmod(folder, folderMode);
  }

  it('is made once, for this user alone, and stays', async () => {
    assert.equal(await readProofSecret(folder), undefined);
    const secret = await ensureProofSecret(folder);
    assert.match(secret, /^[\w-]{43}$/);
    assert.equal(await readFile(file, 'utf8'), secret);
    assert.deepEqual([await modeOf(folder), await modeOf(file)], [0o700, 0o600]);
    assert.equal(await ensureProofSecret(folder), secret);
    assert.equal(await readProofSecret(folder), secret);
    assert.deepEqual(await readdir(folder), ['proof-secret']);
  });

  it('is one, however many make it at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => ensureProofSecret(folder)));
    assert.equal(new Set(made).size, 1);
    assert.deepEqual(await readdir(folder), ['proof-secret']);
  });

  it('is another for each user', async () => {
    assert.notEqual(await ensureProofSecret(folder), await ensureProofSecret(join(parent, 'other')));
  });

  it('is none of the person’s in tests', () => {
    assert.equal(proofFolder(), join(cache, 'proof'));
  });

  it('is kept in the same place whatever HOME says', () => {
    const { HOME, VEHICLE_DATA_PROOF_FOLDER } = process.env;
    delete process.env.VEHICLE_DATA_PROOF_FOLDER;
    process.env.HOME = parent;
    try {
      assert.equal(proofFolder(), join(userInfo().homedir, '.vehicle-data'));
    } finally {
      Object.assign(process.env, { HOME, VEHICLE_DATA_PROOF_FOLDER });
    }
  });

  for (const mode of [0o644, 0o640, 0o604, 0o620, 0o602, 0o660, 0o606, 0o666, 0o777, 0o610]) {
    it(`is made anew where its file has mode ${mode.toString(8)}`, async () => {
      await leave(mode);
      assert.equal(await readProofSecret(folder), undefined);
      assert.notEqual(await ensureProofSecret(folder), planted);
      assert.equal(await modeOf(file), 0o600);
    });
  }

  for (const mode of [0o720, 0o702, 0o770, 0o777, 0o1777]) {
    it(`is made anew where others could write to its folder (${mode.toString(8)})`, async () => {
      await leave(0o600, mode);
      assert.equal(await readProofSecret(folder), undefined);
      assert.notEqual(await ensureProofSecret(folder), planted);
      assert.equal(await modeOf(folder), 0o700);
    });
  }

  it('stays where others could only look into its folder, which is then closed', async () => {
    await leave(0o600, 0o755);
    assert.equal(await readProofSecret(folder), undefined);
    assert.equal(await ensureProofSecret(folder), planted);
    assert.equal(await modeOf(folder), 0o700);
  });

  for (const text of ['', 'short', 'p'.repeat(42), 'p'.repeat(44), `${planted}\n`, ' '.repeat(43), 'é'.repeat(43)]) {
    it(`is made anew where its file holds ${JSON.stringify(text).slice(0, 20)}`, async () => {
      await leave(0o600, 0o700, text);
      assert.equal(await readProofSecret(folder), undefined);
      assert.match(await ensureProofSecret(folder), /^[\w-]{43}$/);
    });
  }

  it('is not read through a symbolic link, nor written through one', async () => {
    const elsewhere = join(parent, 'elsewhere');
    await mkdir(folder, { mode: 0o700 });
    await writeFile(elsewhere, planted, { mode: 0o600 });
    await symlink(elsewhere, file);
    assert.equal(await readProofSecret(folder), undefined);
    assert.notEqual(await ensureProofSecret(folder), planted);
    assert.equal(await readFile(elsewhere, 'utf8'), planted);
    assert.ok((await lstat(file)).isFile());
  });

  it('is not written where a symbolic link leads to nothing', async () => {
    await mkdir(folder, { mode: 0o700 });
    await symlink(join(parent, 'nothing'), file);
    await ensureProofSecret(folder);
    assert.deepEqual(await readdir(parent), ['.vehicle-data']);
  });

  it('is made anew where a folder has its name', async () => {
    await mkdir(file, { recursive: true, mode: 0o700 });
    assert.equal(await readProofSecret(folder), undefined);
    assert.equal(await ensureProofSecret(folder), await readProofSecret(folder));
  });

  it('is kept where a symbolic link of the user’s own leads, if others can’t write there', async () => {
    const elsewhere = join(parent, 'elsewhere');
    await mkdir(elsewhere, { mode: 0o700 });
    await symlink(elsewhere, folder);
    assert.equal(await ensureProofSecret(folder), await readProofSecret(elsewhere));
    await chmod(elsewhere, 0o777);
    assert.equal(await readProofSecret(folder), undefined);
  });

  it('is not kept where something else has the name of its folder', async () => {
    await writeFile(folder, '');
    await assert.rejects(ensureProofSecret(folder));
    assert.equal(await readProofSecret(folder), undefined);
  });
});
