import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  checkFolder,
  checkHelper,
  checkKeys,
  checkLock,
  checkSecrets,
  checkService,
  failedFinding,
  type Finding,
  type CheckTools,
} from '../../../../../src/extension/auth/diagnostics/sign-in-checks.ts';
import { realFiles, type SessionFiles } from '../../../../../src/extension/auth/sessions/session-files.ts';
import { readRecord, type SessionHeader } from '../../../../../src/extension/auth/sessions/session-record.ts';
import {
  keyText,
  newKey,
  sealSession,
  type SessionKey,
} from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { canary, FakeSecrets, FakeTime, serviceError, storedSession } from '../support.ts';

describe('the checks of sign-in', () => {
  let parent: string;
  let time: FakeTime;
  let secrets: FakeSecrets;
  let tools: CheckTools;

  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'checks-'));
    time = new FakeTime();
    secrets = new FakeSecrets(time);
    tools = {
      folder: path.join(parent, 'sessions'),
      files: realFiles,
      secrets: secrets.window(),
      scheduler: time,
    };
  });
  afterEach(() => rm(parent, { recursive: true }));

  it('ask the API without credentials, and say by which proxy', async () => {
    const address = 'https://auth.service.test:8443';
    const direct = await checkService(address, () => Promise.resolve(undefined));
    assert.deepEqual([direct.subject, direct.is], ['API at auth.service.test:8443', 'good']);
    assert.match(direct.saw, /^responds to a request without credentials \(/);
    const proxied = await checkService(address, () => Promise.resolve('proxy.test:8080'));
    assert.match(proxied.saw, /through the proxy proxy\.test:8080/);
  });

  it('tell of an API that does not answer what the failure says', async () => {
    const failed = await checkService('https://auth.service.test', () => Promise.reject(serviceError()));
    assert.deepEqual(
      [failed.subject, failed.is, failed.saw, failed.advice],
      ['API at auth.service.test', 'bad', 'It failed.', 'Try again.'],
    );
    assertBad(failedFinding('Environment x', new TypeError(canary)), /internal error/);
  });

  /** A failed check says what to do, and never what a keyring's message holds. */
  function assertBad(finding: Finding, saw: RegExp): void {
    assert.equal(finding.is, 'bad');
    assert.match(finding.saw, saw);
    assert.ok(finding.advice);
    assert.equal(JSON.stringify(finding).includes(canary), false);
  }

  const withFault = (fault: Partial<SessionFiles>): CheckTools => ({ ...tools, files: { ...realFiles, ...fault } });
  const refuse = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

  it('find all well where it is, and leave nothing behind', async () => {
    const findings = [
      await checkFolder(tools),
      await checkLock(tools),
      await checkSecrets(tools),
      await checkKeys([], tools),
      await checkHelper(() => Promise.resolve(), tools),
    ];
    assert.deepEqual(
      findings.map(({ is }) => is),
      ['good', 'good', 'good', 'good', 'good'],
    );
    assert.match(findings[0]?.saw ?? '', /\d ms/);
    assert.deepEqual(await readdir(tools.folder), []);
    assert.deepEqual([...secrets.values.keys()], []);
  });

  for (const [what, fault] of Object.entries({
    'is full': { open: refuse('ENOSPC') },
    'is read-only': { makeFolder: refuse('EROFS') },
    'does not make files durable': {
      open: async (...file: Parameters<SessionFiles['open']>) => ({
        ...(await realFiles.open(...file)),
        sync: refuse('EIO'),
      }),
    },
  })) {
    it(`tell of a disk that ${what}`, async () => {
      assertBad(await checkFolder(withFault(fault)), /ENOSPC|EROFS|EIO/);
      assert.deepEqual(await readdir(tools.folder).catch(() => []), []);
    });
  }

  it('tell of a folder in which there can be no lock', async () => {
    await writeFile(tools.folder, 'a file where a folder should be');
    assertBad(await checkLock(tools), /./);
  });

  const keyringFaults = {
    'refuses to store': [{ store: 'reject' }, /failed: Error/],
    'refuses to give': [{ get: 'reject' }, /failed: Error/],
    'never answers': [{ store: 'hang' }, /no response within 10 s/],
    'takes a secret and does not keep it': [{ store: 'ignore' }, /does not keep secrets/],
    'does not list what it holds': [{ keys: 'reject' }, /failed/],
  } as const;
  for (const [what, [faults, saw]] of Object.entries(keyringFaults)) {
    it(`tell of a keyring that ${what}, and where to read more`, async () => {
      const window = secrets.window();
      Object.assign(window.faults, faults);
      const finding = await time.runUntil(checkSecrets({ ...tools, secrets: window }));
      assertBad(finding, saw);
      assert.equal(finding.help, 'keyring');
    });
  }

  it('tell how many sessions’ keys are there', async () => {
    const [present, absent] = [newKey(), newKey()];
    secrets.values.set(`key.${present.id}`, keyText(present));
    secrets.values.set(`key.${absent.id}`, 'not the key');
    assert.equal((await checkKeys([headerOf(present), headerOf(present)], tools)).saw, '1 of 1 found');
    const finding = await checkKeys([headerOf(present), headerOf(absent)], tools);
    assertBad(finding, /^1 of 2/);
    assert.match(finding.advice ?? '', /not lost/);
  });

  it('tell that no process can be started, or ends never', async () => {
    assertBad(await checkHelper(() => Promise.reject(new Error('EPERM')), tools), /Error/);
    const never = checkHelper(() => new Promise(() => undefined), tools);
    assertBad(await time.runUntil(never), /LimitReached/);
  });
});

function headerOf(key: SessionKey): SessionHeader {
  const record = readRecord(sealSession(storedSession(0), key));
  return record?.kind === 'sealed' ? record.header : assert.fail('not sealed');
}
