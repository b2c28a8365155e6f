import path from 'node:path';
import type { HelpPage } from '../../../common/help-page.ts';
import { tryKernelLock } from '../../../common/kernel-lock.ts';
import { isNotPrivate } from '../../../common/private-files.ts';
import { LimitReached, type Scheduler, within } from '../../../common/scheduler.ts';
import { asServiceError } from '../../../service/model/errors.ts';
import { t } from '../../../common/translate.ts';
import { randomName } from '../sessions/file-names.ts';
import type { SecretStorage } from '../sessions/secret-storage.ts';
import { nameOf, type SessionFiles } from '../sessions/session-files.ts';
import type { SessionHeader } from '../sessions/session-record.ts';
import { readKey } from '../sessions/session-encryption.ts';

/** The result of one check. Plain texts, never a secret. */
export interface Finding {
  readonly subject: string;
  readonly is: 'good' | 'bad';
  readonly saw: string;
  /** What to do about it. */
  readonly advice?: string;
  /** Name of the help page with more details. */
  readonly help?: HelpPage;
}

/** What the checks need. They leave nothing behind, and none of them rejects. */
export interface CheckTools {
  /** The folder of the sessions. */
  readonly folder: string;
  readonly files: SessionFiles;
  readonly secrets: SecretStorage;
  readonly scheduler: Scheduler;
}

/** How long to wait for SecretStorage, in milliseconds: a keyring may be asking for its password. */
const secretsLimitMs = 10_000;
const helperLimitMs = 15_000;

/** Whether a file can be written and made durable; otherwise, no refresh token is sent. */
export async function checkFolder({ folder, files }: CheckTools): Promise<Finding> {
  const subject = t('Session folder');
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
    return { subject, is: 'good', saw: t('writable ({0})', duration(performance.now() - before)) };
  } catch (error) {
    if (isNotPrivate(error)) {
      const advice = t('Make the folder yours alone, for example with “chmod 700”.');
      return { subject, is: 'bad', saw: (error as Error).message, advice };
    }
    const advice = t(
      'Tokens are not refreshed while this folder is read-only or the disk is full. Free some space, or make {0} writable.',
      folder,
    );
    return { subject, is: 'bad', saw: nameOf(error), advice };
  } finally {
    await files.remove(file).catch(() => undefined);
  }
}

/** Whether the lock between windows works. */
export async function checkLock({ folder, files }: CheckTools): Promise<Finding> {
  const subject = t('Lock between windows');
  const file = path.join(folder, `check-${randomName()}.lock`);
  try {
    const held = tryKernelLock(file);
    const other = tryKernelLock(file);
    held?.close();
    other?.close();
    if (held && !other) return { subject, is: 'good', saw: t('works') };
    throw new Error('not exclusive');
  } catch (error) {
    const advice = t(
      'Two windows may refresh a session at the same time. Keep VS Code’s user data on a local disk, not on a network drive.',
    );
    return { subject, is: 'bad', saw: nameOf(error), advice };
  } finally {
    await files.remove(file).catch(() => undefined);
  }
}

/** Whether a stored secret can be read back unchanged. */
export async function checkSecrets({ secrets, scheduler }: CheckTools): Promise<Finding> {
  const subject = t('Secret storage (keyring)');
  const [name, value] = [`check.${randomName()}`, randomName()];
  const bad = (saw: string, advice: string): Finding => ({ subject, is: 'bad', saw, advice, help: 'keyring' });
  const before = performance.now();
  try {
    return await within(roundTrip(), secretsLimitMs, scheduler);
  } catch (error) {
    if (!(error instanceof LimitReached)) {
      return bad(t('failed: {0}', nameOf(error)), t('Unlock the keyring, or set up one that VS Code supports.'));
    }
    return bad(t('no response within {0} s', secretsLimitMs / 1000), t('The keyring may be waiting for its password.'));
  } finally {
    await within(secrets.delete(name), secretsLimitMs, scheduler).catch(() => undefined);
  }

  async function roundTrip(): Promise<Finding> {
    await secrets.store(name, value);
    const read = await secrets.get(name);
    if (read !== value) {
      return bad(
        read === undefined ? t('does not keep secrets') : t('returns a different secret'),
        t('Keys would be lost when you quit VS Code. Set up a keyring that VS Code supports.'),
      );
    }
    const names = await secrets.keys();
    if (!names.includes(name)) return bad(t('does not list its secrets'), t('Update VS Code to 1.105 or later.'));
    return {
      subject,
      is: 'good',
      saw: t('works ({0})', duration(performance.now() - before)),
    };
  }
}

/** Whether the keys that the stored sessions are encrypted with can be read. */
export async function checkKeys(headers: readonly SessionHeader[], tools: CheckTools): Promise<Finding> {
  const { secrets, scheduler } = tools;
  const subject = t('Session keys');
  const ids = [...new Set(headers.map(({ keyId }) => keyId))];
  if (ids.length === 0) return { subject, is: 'good', saw: t('none needed') };
  const read = await Promise.all(
    ids.map((id) => within(secrets.get(`key.${id}`), secretsLimitMs, scheduler).catch(() => undefined)),
  );
  const found = ids.filter((id, index) => readKey(read[index], id)).length;
  if (found === ids.length) return { subject, is: 'good', saw: t('{0} of {1} found', found, ids.length) };
  const advice = t(
    'Sessions without a key are locked, not lost. Unlock the keyring, and keep other windows open: one of them may have the key.',
  );
  const saw = t('{0} of {1} found', found, ids.length);
  return { subject, is: 'bad', saw, advice, help: 'keyring' };
}

/** Whether a refresh can run in a process that outlives its window. `start` resolves when such a process has run. */
export async function checkHelper(start: () => Promise<void>, { scheduler }: CheckTools): Promise<Finding> {
  const subject = t('Refresh process');
  const before = performance.now();
  try {
    await within(start(), helperLimitMs, scheduler);
    return { subject, is: 'good', saw: t('starts ({0})', duration(performance.now() - before)) };
  } catch (error) {
    const advice = t(
      'Tokens are refreshed in the window instead; don’t close it meanwhile. Check whether security software stops VS Code from starting processes.',
    );
    return { subject, is: 'bad', saw: nameOf(error), advice };
  }
}

/**
 * Whether the API responds at an address. `reach` sends it a request without credentials, and resolves with the name of
 * the proxy on the way, if there is one; it rejects with ServiceError.
 */
export async function checkService(
  address: string,
  reach: (address: string) => Promise<string | undefined>,
): Promise<Finding> {
  const subject = t('API at {0}', new URL(address).host);
  const before = performance.now();
  try {
    const proxy = await reach(address);
    const took = duration(performance.now() - before);
    const saw =
      proxy === undefined
        ? t('responds to a request without credentials ({0})', took)
        : t('responds to a request without credentials through the proxy {1} ({0})', took, proxy);
    return { subject, is: 'good', saw };
  } catch (error) {
    return failedFinding(subject, error);
  }
}

/** The finding for an environment whose addresses are unknown, or for an address that does not respond. */
export function failedFinding(subject: string, error: unknown): Finding {
  const { message, nextStep } = asServiceError(error);
  return { subject, is: 'bad', saw: message, advice: nextStep };
}

function duration(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}
