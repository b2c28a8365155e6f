import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as vscode from 'vscode';
import type { Clock } from '../../../common/clock.ts';
import { systemScheduler } from '../../../common/scheduler.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { proxyName } from '../../../service/model/network-route.ts';
import type { RouteOf } from '../refresh/refresher.ts';
import { reachCertainly } from '../refresh/send-refresh.ts';
import { diagnosticsText, type Diagnosis } from './diagnostics-text.ts';
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
} from './sign-in-checks.ts';
import { realFiles } from '../sessions/session-files.ts';
import { readRecord, type SessionHeader } from '../sessions/session-record.ts';
import { sessionStem } from '../sessions/file-names.ts';
import { SessionFolder } from '../sessions/session-folder.ts';
import type { Sessions } from '../sessions/session-info.ts';
import { MemoryDocuments } from '../../window/memory-documents.ts';
import { window } from '../../window/window.ts';

export interface DiagnosisOptions {
  readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'extension' | 'extensionUri'>;
  /** The folder of the sessions. */
  readonly folder: string;
  readonly sessions: Pick<Sessions, 'list'>;
  /** Name of the selected environment. */
  readonly environment: () => string;
  /** Origins of its API; none if no request should be sent. Rejects with ServiceError. */
  readonly addresses: () => Promise<readonly string[]>;
  readonly route: RouteOf;
  /** Whether windows exchange the keys. */
  readonly needsKeyExchange: () => Promise<boolean>;
  readonly clock: Clock;
}

/** How long to wait for the API, and then for its proxy, in milliseconds. */
const serviceLimitMs = 5_000;

/** Checks what sessions depend on, and shows the findings as a read-only document. */
export class SignInDiagnostics implements vscode.Disposable {
  readonly #options: DiagnosisOptions;
  readonly #documents = new MemoryDocuments('vehicle-data-diagnosis');

  constructor(options: DiagnosisOptions) {
    this.#options = options;
  }

  async show(): Promise<void> {
    const { l10n, ProgressLocation } = vscode;
    const title = l10n.t('Running sign-in diagnostics…');
    const diagnosis = await window.withProgress({ location: ProgressLocation.Window, title }, () => this.#diagnose());
    await this.#documents.show(`/${l10n.t('Sign-in diagnostics')}.md`, diagnosticsText(diagnosis));
    const failed = diagnosis.findings.filter(({ is }) => is === 'bad');
    // Not awaited: the caller of the command must not wait for the user.
    if (failed.length > 0) void this.#tell(failed);
  }

  dispose(): void {
    this.#documents.dispose();
  }

  async #diagnose(): Promise<Diagnosis> {
    const { context, folder, sessions } = this.#options;
    const tools: CheckTools = { folder, files: realFiles, secrets: context.secrets, scheduler: systemScheduler };
    const { fsPath: helper } = vscode.Uri.joinPath(context.extensionUri, 'dist', 'refresh-helper.js');
    const headers = await readHeaders(new SessionFolder(folder, realFiles));
    const findings = [
      await checkFolder(tools),
      await checkLock(tools),
      await checkSecrets(tools),
      await checkKeys(headers, tools),
      await checkHelper(() => startProcess(helper), tools),
      ...(await this.#checkService()),
    ];
    const common = { findings, headers, system: await this.#system(), now: this.#options.clock.now() };
    try {
      return { ...common, sessions: await sessions.list() };
    } catch (error) {
      const sessionsProblem = error instanceof ServiceError ? `${error.message} ${error.nextStep}` : String(error);
      return { ...common, sessions: [], sessionsProblem };
    }
  }

  async #checkService(): Promise<readonly Finding[]> {
    const { environment, addresses, route } = this.#options;
    const reach = async (address: string) => {
      const known = await route(new URL(address));
      await reachCertainly(fetch, address, serviceLimitMs, known);
      return proxyName(known?.proxy);
    };
    try {
      return await Promise.all((await addresses()).map((address) => checkService(address, reach)));
    } catch (error) {
      return [failedFinding(vscode.l10n.t('Environment {0}', environment()), error)];
    }
  }

  async #system(): Promise<[string, string][]> {
    const { context, folder, needsKeyExchange } = this.#options;
    const { l10n } = vscode;
    const exchange = (await needsKeyExchange())
      ? l10n.t('on: windows don’t share secret storage here')
      : l10n.t('off: windows share secret storage');
    return [...system(context.extension, folder), [l10n.t('Key exchange between windows'), exchange]];
  }

  async #tell(failed: readonly Finding[]): Promise<void> {
    const { commands, l10n } = vscode;
    const help = failed.find((finding) => finding.help)?.help;
    const open = l10n.t('Open Help');
    const message = l10n.t('Sign-in diagnostics found problems: {0}.', failed.map(({ subject }) => subject).join(', '));
    if ((await window.showWarningMessage(message, ...(help ? [open] : []))) !== open || !help) return;
    await commands.executeCommand('vehicleData.openHelp', { page: help });
  }
}

/** Headers of all sessions in the folder, as far as they are readable. Never rejects. */
async function readHeaders(folder: SessionFolder): Promise<readonly SessionHeader[]> {
  const names = await folder.names().catch(() => []);
  const files = names.filter((name) => sessionStem(name) !== undefined);
  const texts = await Promise.all(files.map((name) => folder.read(name).catch(() => undefined)));
  return texts
    .map((text) => readRecord(text ?? ''))
    .filter((record) => record?.kind === 'sealed')
    .map(({ header }) => header);
}

/** Starts a process in the way a refresh does, which parses the helper's program without running it. */
async function startProcess(helper: string): Promise<void> {
  const env = { ELECTRON_RUN_AS_NODE: '1' };
  const child = spawn(process.execPath, ['--check', helper], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env,
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('it ended badly');
}

function system({ packageJSON, extensionKind }: vscode.Extension<unknown>, folder: string): [string, string][] {
  const { env, UIKind, ExtensionKind, l10n } = vscode;
  const ui = env.uiKind === UIKind.Web ? l10n.t('browser') : l10n.t('desktop');
  const kind = extensionKind === ExtensionKind.UI ? l10n.t('local') : l10n.t('remote');
  return [
    [l10n.t('Extension version'), (packageJSON as { version: string }).version],
    [l10n.t('Product'), `${env.appName} ${vscode.version}`],
    [l10n.t('UI'), ui],
    [l10n.t('Remote'), env.remoteName ?? l10n.t('none')],
    [l10n.t('Extension host'), kind],
    [l10n.t('Platform'), `${process.platform} ${process.arch}`],
    [l10n.t('Node'), process.versions.node],
    [l10n.t('Session folder'), folder],
  ];
}
