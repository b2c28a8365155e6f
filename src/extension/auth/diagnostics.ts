import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import * as vscode from 'vscode';
import { now } from '../../common/clock.ts';
import { tryKernelLock } from '../../common/kernel-lock.ts';
import { log } from '../../common/logger.ts';
import { systemScheduler, within } from '../../common/scheduler.ts';
import { ServiceError } from '../../service/model/errors.ts';
import { proxyName } from '../../service/model/network-route.ts';
import type { MemoryDocuments } from '../window/memory-documents.ts';
import { window } from '../window/window.ts';
import { networkRoute } from './network-route.ts';
import { reachCertainly } from './refresh/send-refresh.ts';
import { nameOf } from './sessions/session-errors.ts';
import type { SessionInfo, Sessions } from './sessions/session-info.ts';
import { readRecord } from './sessions/session-record.ts';
import type { SessionStore } from './sessions/session-store.ts';

export interface DiagnosticsOptions {
  readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'extension' | 'extensionUri'>;
  /** The folder of the database. */
  readonly folder: string;
  readonly store: SessionStore;
  readonly sessions: Pick<Sessions, 'list'>;
  /** Origins of the selected environment's API; none if no request should be sent. Rejects with ServiceError. */
  readonly addresses: () => Promise<readonly string[]>;
}

/** For each check, in milliseconds: a keyring may be asking for its password. */
const limitMs = 10_000;

type Saw = readonly [isGood: boolean, saw: string];

/** Checks what sessions depend on, and shows that as a read-only document, which the log gets as well. */
export async function showSignInDiagnostics(options: DiagnosticsOptions, documents: MemoryDocuments): Promise<void> {
  const { l10n, ProgressLocation, commands } = vscode;
  const progress = { location: ProgressLocation.Window, title: l10n.t('Running sign-in diagnostics…') };
  const { text, failed } = await window.withProgress(progress, () => diagnose(options));
  log.info(text);
  await documents.show(`/${l10n.t('Sign-in diagnostics')}.md`, text);
  if (failed.length === 0) return;
  const open = failed.some((subject) => /^Se(cret|ssion key)/.test(subject)) ? [l10n.t('Open Help')] : [];
  const message = l10n.t('Sign-in diagnostics found problems: {0}.', failed.join(', '));
  // Not awaited: the caller of the command must not wait for the user.
  void window.showWarningMessage(message, ...open).then((choice) => {
    if (choice !== undefined) void commands.executeCommand('vehicleData.openHelp', { page: 'keyring' });
  });
}

/** In English, as the log is. Contains no secret, because people may paste it into an issue. */
async function diagnose({ context, folder, store, sessions, addresses }: DiagnosticsOptions) {
  const lines: string[] = [];
  const failed: string[] = [];
  const check = async (subject: string, advice: string, work: () => Promise<Saw>) => {
    const [isGood, saw, next = advice] = await within(work(), limitMs, systemScheduler).catch((error: unknown) =>
      error instanceof ServiceError ? [false, error.message, error.nextStep] : [false, nameOf(error)],
    );
    lines.push(`- ${isGood ? '✓' : '✗'} ${subject}: ${saw}`, ...(isGood ? [] : [`  → ${next}`]));
    if (!isGood) failed.push(subject);
  };
  const listed = await sessions.list().catch((error: unknown) => nameOf(error));
  const list = typeof listed === 'string' ? [] : listed;
  const at = now();
  const tried = String(at);

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
    await context.secrets.store('check', tried);
    const isKept = (await context.secrets.get('check')) === tried;
    await context.secrets.delete('check');
    return [isKept, isKept ? 'works' : 'does not keep secrets'];
  });
  const locked = list.filter(({ state }) => state === 'locked').length;
  await check('Session keys', 'Sessions without a key are locked, not lost. Unlock the keyring.', () =>
    Promise.resolve([locked === 0, `${locked} of ${list.length} sessions are locked`]),
  );
  await check('Refresh process', 'Tokens are refreshed in the window: don’t close it meanwhile.', async () => {
    const helper = path.join(context.extensionUri.fsPath, 'dist', 'refresh-helper.js');
    const how = { detached: true, stdio: 'ignore', windowsHide: true, env: { ELECTRON_RUN_AS_NODE: '1' } } as const;
    const [code] = (await once(spawn(process.execPath, ['--check', helper], how), 'exit')) as [number | null];
    return [code === 0, code === 0 ? 'starts' : 'ended badly'];
  });
  const urls = await addresses().catch(() => ['']);
  for (const url of urls) {
    await check(`API at ${new URL(url || 'http://unknown').host}`, 'Edit the environment.', async () => {
      if (url === '') await addresses();
      const route = await networkRoute(new URL(url));
      await reachCertainly(fetch, url, limitMs / 2, route);
      return [true, `responds to a request without credentials through ${proxyName(route?.proxy) ?? 'no proxy'}`];
    });
  }

  const stored = (await store.all().catch(() => undefined))?.sessions;
  const lineOf = ({ id, account, state }: SessionInfo) => {
    const record = readRecord(stored?.get(id) ?? '');
    if (record?.kind !== 'sealed') return `- ${account.label}: ${state}, session ${id}`;
    const { issuedAt, generation, accessTokenExpiresAt, refreshTokenExpiresAt, deviations = ['none'] } = record.header;
    const [age, left] = [at - issuedAt, accessTokenExpiresAt - at].map((ms) => `${Math.round(ms / 60_000)} min`);
    const ends = new Date(refreshTokenExpiresAt).toISOString();
    return [
      `- ${account.label}: ${state}, session ${id}`,
      `  - Tokens issued ${age} ago (generation ${generation}); access token: ${left} left; refresh token: until ${ends}`,
      `  - Issues of the last token response: ${deviations.join(', ')}`,
    ].join('\n');
  };
  const { env, UIKind, ExtensionKind } = vscode;
  const { version } = context.extension.packageJSON as { version: string };
  const text = [
    '# Sign-in diagnostics\n',
    failed.length === 0 ? 'All checks passed.' : `${failed.length} of ${5 + urls.length} checks failed.`,
    `Created at ${new Date(at).toISOString()}. This report contains no secrets.\n`,
    `## Checks\n\n${lines.join('\n')}\n`,
    `## Sessions\n\n${typeof listed === 'string' ? listed : list.map(lineOf).join('\n') || 'No account is connected.'}\n`,
    `## System\n\n- Extension ${version} in ${env.appName} ${vscode.version} (${UIKind[env.uiKind]})`,
    `- Remote: ${env.remoteName ?? 'none'}; extension host: ${ExtensionKind[context.extension.extensionKind]}`,
    `- ${process.platform} ${process.arch}, Node ${process.versions.node}, sessions in ${folder}\n`,
  ].join('\n');
  return { text, failed };
}
