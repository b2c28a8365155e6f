import path from 'node:path';
import type { HelpPage } from '../../common/help-page.ts';
import { tryKernelLock } from '../../common/kernel-lock.ts';
import { LimitReached, within } from '../../common/scheduler.ts';
import type { Scheduler } from '../../common/scheduler.ts';
import { t } from '../../common/translate.ts';
import { randomName } from '../sessions/file-names.ts';
import type { SecretStorage } from '../sessions/secret-storage.ts';
import { nameOf } from '../sessions/session-files.ts';
import type { SessionFiles } from '../sessions/session-files.ts';
import type { SessionHeader } from '../sessions/session-record.ts';
import { readKey } from '../sessions/session-encryption.ts';

/** What one check of the sign-in's surroundings found. Plain texts, never a secret. */
export interface Finding {
  readonly subject: string;
  readonly is: 'good' | 'bad';
  readonly saw: string;
  /** What to do about it. */
  readonly advice?: string;
  /** Name of the page of help that says more. */
  readonly help?: HelpPage;
}

/** What the checks are made of. They leave nothing behind, and none of them rejects. */
export interface CheckTools {
  /** Where sessions lie. */
  readonly folder: string;
  readonly files: SessionFiles;
  readonly secrets: SecretStorage;
  readonly scheduler: Scheduler;
}

/** How long SecretStorage is waited for, in milliseconds: a keyring may be asking for its password. */
const secretsLimitMs = 10_000;
const helperLimitMs = 15_000;

/** Whether a file can be written and made durable: without that no token is sent. */
export async function checkFolder({ folder, files }: CheckTools): Promise<Finding> {
  const subject = t('Folder of the sessions');
  const file = path.join(folder, `check-${randomName()}.put`);
  try {
    await files.makeFolder(folder);
    const opened = await files.open(file, 'wx');
    const before = performance.now();
    try {
      await opened.write(' '.repeat(4096));
      await opened.sync();
    } finally {
      await opened.close();
    }
    await files.syncFolder(folder);
    return { subject, is: 'good', saw: t('written and made durable in {0}', duration(performance.now() - before)) };
  } catch (error) {
    const advice = t(
      'Sessions can’t be renewed safely until the extension may write there: free some space, or correct the rights of {0}.',
      folder,
    );
    return { subject, is: 'bad', saw: nameOf(error), advice };
  } finally {
    await files.remove(file).catch(() => undefined);
  }
}

/** Whether windows can exclude each other. */
export async function checkLock({ folder, files }: CheckTools): Promise<Finding> {
  const subject = t('Lock between windows');
  const file = path.join(folder, `check-${randomName()}.lock`);
  try {
    const held = tryKernelLock(file);
    const other = tryKernelLock(file);
    held?.close();
    other?.close();
    if (held && !other) return { subject, is: 'good', saw: t('excludes others') };
    throw new Error('not exclusive');
  } catch (error) {
    const advice = t(
      'Two windows may renew a session at the same moment; the service’s minute of grace absorbs that. A folder on a network drive is the usual reason: keep VS Code’s user data on a local disk.',
    );
    return { subject, is: 'bad', saw: nameOf(error), advice };
  } finally {
    await files.remove(file).catch(() => undefined);
  }
}

/** Whether a secret comes back as it was stored. */
export async function checkSecrets({ secrets, scheduler }: CheckTools): Promise<Finding> {
  const subject = t('Secret storage (keyring)');
  const [name, value] = [`check.${randomName()}`, randomName()];
  const bad = (saw: string, advice: string): Finding => ({ subject, is: 'bad', saw, advice, help: 'keyring' });
  const before = performance.now();
  try {
    return await within(roundTrip(), secretsLimitMs, scheduler);
  } catch (error) {
    if (!(error instanceof LimitReached)) {
      return bad(t('refuses: {0}', nameOf(error)), t('Unlock the keyring, or set up one that VS Code can use.'));
    }
    return bad(t('no answer within {0} s', secretsLimitMs / 1000), t('A keyring may be asking for its password.'));
  } finally {
    await within(secrets.delete(name), secretsLimitMs, scheduler).catch(() => undefined);
  }

  async function roundTrip(): Promise<Finding> {
    await secrets.store(name, value);
    const read = await secrets.get(name);
    if (read !== value) {
      return bad(
        read === undefined ? t('takes a secret and does not have it') : t('gives back another secret'),
        t('Keys would be lost when VS Code ends. Set up a keyring that VS Code can use.'),
      );
    }
    const names = await secrets.keys();
    if (!names.includes(name)) return bad(t('does not list what it holds'), t('Update VS Code to 1.105 or later.'));
    return {
      subject,
      is: 'good',
      saw: t('stores, lists and gives back, in {0}', duration(performance.now() - before)),
    };
  }
}

/** Whether the keys are there that the stored sessions are sealed with. */
export async function checkKeys(headers: readonly SessionHeader[], tools: CheckTools): Promise<Finding> {
  const { secrets, scheduler } = tools;
  const subject = t('Keys of the sessions');
  const ids = [...new Set(headers.map(({ keyId }) => keyId))];
  if (ids.length === 0) return { subject, is: 'good', saw: t('none needed: no session is stored') };
  const read = await Promise.all(
    ids.map((id) => within(secrets.get(`key.${id}`), secretsLimitMs, scheduler).catch(() => undefined)),
  );
  const found = ids.filter((id, index) => readKey(read[index], id)).length;
  if (found === ids.length)
    return { subject, is: 'good', saw: t('{0} of {1} in the secret storage', found, ids.length) };
  const advice = t(
    'Sessions without their key are locked, not lost: they come back with the keyring, or with any other open window that still holds the key. Keep other windows open until then.',
  );
  const saw = t('{0} of {1} in the secret storage', found, ids.length);
  return { subject, is: 'bad', saw, advice, help: 'keyring' };
}

/** Whether a refresh can run in a process that outlives its window. `start` resolves when one has run. */
export async function checkHelper(start: () => Promise<void>, { scheduler }: CheckTools): Promise<Finding> {
  const subject = t('Process for refreshes');
  const before = performance.now();
  try {
    await within(start(), helperLimitMs, scheduler);
    return { subject, is: 'good', saw: t('runs, after {0}', duration(performance.now() - before)) };
  } catch (error) {
    const advice = t(
      'Sessions are renewed inside the window instead, which must then stay open for that second. Security software that forbids VS Code to start processes is the usual reason.',
    );
    return { subject, is: 'bad', saw: nameOf(error), advice };
  }
}

function duration(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}
