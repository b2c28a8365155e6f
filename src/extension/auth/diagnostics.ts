import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import * as vscode from 'vscode';
import { now } from '../../common/clock.ts';
import { tryKernelLock } from '../../common/kernel-lock.ts';
import { errorName, log } from '../../common/logger.ts';
import { systemScheduler, within } from '../../common/scheduler.ts';
import { ServiceError } from '../../service/model/errors.ts';
import { namedProxy } from '../../service/model/network-route.ts';
import { isSandboxEnvironment } from '../environments/settings/environment-entry.ts';
import { tokenOrigins, type Environments } from '../environments/settings/environments.ts';
import type { MemoryDocuments } from '../window/memory-documents.ts';
import { window } from '../window/window.ts';
import { networkRoute } from './network-route.ts';
import { reachCertainly } from './refresh/send-refresh.ts';
import { documentTiming } from './sessions/session-durations.ts';
import type { SessionInfo } from './sessions/session-info.ts';
import { readRecord } from './sessions/session-record.ts';
import type { WindowSessions } from './window-sessions.ts';

/** For each check, in milliseconds: a keyring may be asking for its password. */
const limitMs = 10_000;

/**
 * "Show Sign-in Diagnostics": checks what sessions depend on, and shows that as a read-only document, which the log gets
 * as well.
 */
export async function showSignInDiagnostics(
  context: Pick<vscode.ExtensionContext, 'secrets' | 'extension' | 'extensionUri'>,
  own: WindowSessions,
  environments: Environments,
  documents: MemoryDocuments,
): Promise<void> {
  const { l10n } = vscode;
  const progress = { location: vscode.ProgressLocation.Window, title: l10n.t('Running sign-in diagnostics…') };
  const { text, failed } = await window.withProgress(progress, () => diagnose(context, own, environments));
  log.info(text);
  await documents.show(`/${l10n.t('Sign-in diagnostics')}.md`, text);
  if (failed.length === 0) return;
  const open = failed.some((subject) => /^Se(cret|ssion key)/.test(subject)) ? [l10n.t('Open Help')] : [];
  const message = l10n.t('Sign-in diagnostics found problems: {0}.', failed.join(', '));
  // Not awaited: the caller of the command must not wait for the user.
  void window.showWarningMessage(message, ...open).then((choice) => {
    if (choice !== undefined) void vscode.commands.executeCommand('vehicleData.openHelp', { page: 'keyring' });
  });
}

/** In English, as the log is. Contains no secret, because people may paste it into an issue. */
async function diagnose(
  { secrets, extension, extensionUri }: Pick<vscode.ExtensionContext, 'secrets' | 'extension' | 'extensionUri'>,
  { folder, store, sessions, helperFailure }: WindowSessions,
  environments: Environments,
) {
  const lines: string[] = [];
  const failed: string[] = [];
  const check = async (
    subject: string,
    advice: string,
    work: () => Promise<readonly [boolean, string]>,
    mostMs = limitMs,
  ) => {
    const [isGood, saw, next = advice] = await within(work(), mostMs, systemScheduler).catch((error: unknown) =>
      error instanceof ServiceError ? [false, error.message, error.nextStep] : [false, errorName(error)],
    );
    lines.push(`- ${isGood ? '✓' : '✗'} ${subject}: ${saw}`, ...(isGood ? [] : [`  → ${next}`]));
    if (!isGood) failed.push(subject);
  };
  let list: readonly SessionInfo[] = [];
  const tried = String(now());

  await check('Session store', `Until ${folder} can be written, no token is refreshed.`, async () => {
    await store.rows.write((rows) => rows.put('told', 'check', tried));
    return [!store.rows.isMemory, store.rows.isMemory ? 'in memory until this window is closed' : 'writable'];
  });
  await check('Lock between windows', 'Keep VS Code’s user data on a local disk, not on a network drive.', () => {
    const [first, second] = [0, 1].map(() => tryKernelLock(path.join(folder, 'check.lock')));
    for (const lock of [first, second]) lock?.close();
    return Promise.resolve([first !== undefined && second === undefined, 'exclusive']);
  });
  await check('Secret storage (keyring)', 'Unlock the keyring, or set up one that VS Code supports.', async () => {
    await secrets.store('check', tried);
    const isKept = (await secrets.get('check')) === tried;
    await secrets.delete('check');
    return [isKept, isKept ? 'works' : 'does not keep secrets'];
  });
  await check('Session keys', 'Sessions without a key are locked, not lost. Unlock the keyring.', async () => {
    list = await sessions.list();
    const locked = list.filter(({ state }) => state === 'locked').length;
    return [locked === 0, `${locked} of ${list.length} sessions are locked`];
  });
  await check('Refresh process', 'Tokens are refreshed in the window: don’t close it meanwhile.', async () => {
    const helper = path.join(extensionUri.fsPath, 'dist', 'refresh-helper.js');
    const how = { detached: true, stdio: 'ignore', windowsHide: true, env: { ELECTRON_RUN_AS_NODE: '1' } } as const;
    const [code] = (await once(spawn(process.execPath, ['--check', helper], how), 'exit')) as [number | null];
    const failure = helperFailure();
    const saw = failure === undefined ? 'starts' : `starts, but the last refresh was left to this window: ${failure}`;
    return code === 0 ? [failure === undefined, saw] : [false, 'ended badly'];
  });
  let origins: readonly string[] = [];
  await check('Selected environment', 'Edit the environment.', async () => {
    const name = environments.current();
    // That is local, and would have to be started.
    if (isSandboxEnvironment(name)) return [true, name];
    const versions = await environments.versions(name);
    origins = tokenOrigins(await Promise.all(versions.map((version) => environments.resolve(name, version)))) ?? [];
    return [true, name];
  });
  for (const url of origins) {
    const { preflightMs } = documentTiming;
    const reach = async () => {
      const route = await networkRoute(new URL(url));
      await reachCertainly(fetch, url, preflightMs, route);
      return [
        true,
        `responds to a request without credentials through ${namedProxy(route ?? {})?.name ?? 'no proxy'}`,
      ] as const;
    };
    await check(`API at ${new URL(url).host}`, 'Edit the environment.', reach, 3 * preflightMs);
  }
  const stored = (await store.all().catch(() => undefined))?.sessions;
  const timeText = (at: number) => new Date(at).toISOString();
  const accounts = list.map(({ id, account, state, refreshTokenExpiresAt }) => {
    const record = readRecord(stored?.get(id) ?? '');
    const told = `- ${account.label}: ${state}, session ${id}, refresh token until ${timeText(refreshTokenExpiresAt)}\n`;
    if (record?.kind !== 'sealed') return told;
    const { issuedAt, generation, deviations = ['none'] } = record.header;
    return `${told}  - Tokens issued at ${timeText(issuedAt)} (generation ${generation}); issues: ${deviations.join(', ')}\n`;
  });
  const { env, UIKind, ExtensionKind } = vscode;
  const { version } = extension.packageJSON as { version: string };
  const text = [
    `# Sign-in diagnostics\n\n${failed.length === 0 ? 'All checks passed' : `Failed: ${failed.join(', ')}`}.`,
    `Created at ${timeText(now())}. This report contains no secrets.\n`,
    `## Checks\n\n${lines.join('\n')}\n`,
    `## Sessions\n\n${accounts.join('') || 'No account can be shown.\n'}`,
    `## System\n\n- Extension ${version} in ${env.appName} ${vscode.version} (${UIKind[env.uiKind]})`,
    `- Remote: ${env.remoteName ?? 'none'}; extension host: ${ExtensionKind[extension.extensionKind]}`,
    `- ${process.platform} ${process.arch}, Node ${process.versions.node}, sessions in ${folder}\n`,
  ].join('\n');
  return { text, failed };
}
