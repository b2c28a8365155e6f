import * as vscode from 'vscode';
import { applicationVariables } from './application-variables.ts';
import type { SandboxCommand } from './command-ids.ts';
import { faultPresets } from './fault-presets.ts';
import type { FaultRequest } from './fault-presets.ts';
import { callControl } from './sandbox-control.ts';
import type { Fetch } from './sandbox-control.ts';
import { readOverview } from './sandbox-snapshot.ts';
import { sandboxLocation } from './sandbox-location.ts';
import type { WindowHost } from './sandbox-location.ts';
import type { Sandbox } from './sandbox.ts';

/** What commands take: their own arguments from automation, a line of the sandbox view as `subject`, or nothing. */
export interface SandboxArgument {
  /** Seconds to advance the clock by. */
  readonly seconds?: number;
  /** As `POST /sandbox/faults` takes it. */
  readonly fault?: FaultRequest;
  readonly vehicleId?: string;
  readonly subject?: string;
}

type Command = (argument?: SandboxArgument) => Promise<unknown>;

const minute = 60;
const day = 86_400;

/** The commands about the sandbox, by id. All but stopping it start it where it does not run. */
export function sandboxCommands(
  sandbox: Sandbox,
  fetch: Fetch,
  host: WindowHost,
): Readonly<Record<SandboxCommand, Command>> {
  const { l10n, window, env, commands } = vscode;

  async function control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const { controlUrl } = await sandbox.addresses();
    return callControl(fetch, controlUrl, method, path, body);
  }

  async function start(): Promise<void> {
    const location = vscode.ProgressLocation.Notification;
    const title = l10n.t('Starting the sandbox…');
    const { baseUrl } = await window.withProgress({ location, title }, () => sandbox.addresses());
    void window.showInformationMessage(l10n.t('The sandbox runs at {0}.', baseUrl));
  }

  async function stop(): Promise<void> {
    if (!(await sandbox.find())) {
      void window.showInformationMessage(l10n.t('No sandbox is running.'));
      return;
    }
    const others = await sandbox.others();
    if (others > 0 && !(await confirmsStop(others))) return;
    await sandbox.stop();
    void window.showInformationMessage(l10n.t('The sandbox has stopped. The next request starts it again.'));
  }

  function confirmsStop(others: number): Promise<boolean> {
    const message =
      others === 1
        ? l10n.t('Another window uses the sandbox too.')
        : l10n.t('{0} other windows use the sandbox too.', others);
    const detail = l10n.t('It stops for all of them, and starts again with their next request.');
    return confirms(message, detail, l10n.t('Stop Sandbox'));
  }

  async function confirms(message: string, detail: string, yes: string): Promise<boolean> {
    return (await window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
  }

  /** Said once in a window; the line of the addresses says it always. */
  let isPlaceTold = false;

  async function copyEnvironment(): Promise<void> {
    const addresses = await sandbox.addresses();
    await env.clipboard.writeText(applicationVariables(addresses));
    window.setStatusBarMessage(l10n.t('Environment of the sandbox copied'), 5000);
    const where = sandboxLocation(host, addresses, l10n.t);
    if (!where || isPlaceTold) return;
    isPlaceTold = true;
    const explain = l10n.t('Explain');
    const pressed = await window.showInformationMessage(where.meaning, explain);
    if (pressed === explain) await commands.executeCommand('vehicleData.explainWindow');
  }

  async function openControl(): Promise<void> {
    const { controlUrl } = await sandbox.addresses();
    await env.openExternal(vscode.Uri.parse(`${controlUrl}/`));
  }

  async function advance(argument?: SandboxArgument): Promise<void> {
    const seconds = argument?.seconds ?? (await askSeconds());
    if (seconds === undefined) return;
    const { now } = readOverview(await control('POST', '/clock', { advance: seconds }));
    window.setStatusBarMessage(l10n.t('The sandbox’s clock shows {0}', now), 5000);
  }

  async function askSeconds(): Promise<number | undefined> {
    const title = l10n.t('Advance the sandbox’s clock by how much?');
    const picked = await window.showQuickPick(
      [
        { label: l10n.t('1 minute'), description: l10n.t('the grace of a refresh token ends'), seconds: minute },
        { label: l10n.t('2 hours'), description: l10n.t('access tokens expire'), seconds: 120 * minute },
        { label: l10n.t('60 days'), description: l10n.t('refresh tokens expire'), seconds: 60 * day },
        { label: l10n.t('Other…'), description: '', seconds: undefined },
      ],
      { title },
    );
    if (!picked || picked.seconds !== undefined) return picked?.seconds;
    const text = await window.showInputBox({
      title,
      prompt: l10n.t('Minutes'),
      validateInput: (value) => (Number(value) > 0 ? undefined : l10n.t('Enter a number of minutes above 0.')),
    });
    return text === undefined ? undefined : Number(text) * minute;
  }

  async function setFrozen(freeze: boolean): Promise<void> {
    await control('POST', '/clock', { freeze });
  }

  async function injectFault(argument?: SandboxArgument): Promise<void> {
    const fault = argument?.fault ?? (await askFault());
    if (!fault) return;
    await control('POST', '/faults', fault);
    window.setStatusBarMessage(l10n.t('The next fitting request meets the fault'), 5000);
  }

  async function askFault(): Promise<FaultRequest | undefined> {
    const picked = await window.showQuickPick(faultPresets(l10n.t), {
      title: l10n.t('Inject a fault into the sandbox ({0}/{1})', 1, 2),
      matchOnDescription: true,
    });
    if (!picked) return undefined;
    const times = await window.showQuickPick(
      [
        { label: l10n.t('Once'), times: 1 },
        { label: l10n.t('3 times'), times: 3 },
        { label: l10n.t('Always, until it is removed'), times: 'always' },
      ],
      { title: l10n.t('How often does it strike? ({0}/{1})', 2, 2) },
    );
    return times && { ...picked.fault, times: times.times };
  }

  async function removeFault(argument?: SandboxArgument): Promise<void> {
    if (argument?.subject !== undefined) await control('DELETE', `/faults/${encodeURIComponent(argument.subject)}`);
  }

  async function simulateCharge(argument?: SandboxArgument): Promise<void> {
    const vehicleId = argument?.vehicleId ?? argument?.subject ?? (await askVehicle());
    if (vehicleId === undefined) return;
    await control('POST', '/charges', { vehicleId });
    window.setStatusBarMessage(l10n.t('A charge was added'), 5000);
  }

  async function askVehicle(): Promise<string | undefined> {
    const { vehicles } = readOverview(await control('GET', '/'));
    const items = vehicles
      .filter(({ hasCharges }) => hasCharges)
      .map(({ id, name, owner }) => ({ label: name, description: owner, detail: id, id }));
    return (await window.showQuickPick(items, { title: l10n.t('Which vehicle was charged?') }))?.id;
  }

  async function copyAddress(argument?: SandboxArgument): Promise<void> {
    if (argument?.subject !== undefined) await env.clipboard.writeText(argument.subject);
  }

  async function reset(): Promise<void> {
    const message = l10n.t('Reset the sandbox?');
    const detail = l10n.t(
      'It forgets all grants and tokens, choices, added charges and faults; its clock shows the real time. Connected owners have to connect again.',
    );
    if (!(await confirms(message, detail, l10n.t('Reset Sandbox')))) return;
    await control('POST', '/reset');
    window.setStatusBarMessage(l10n.t('The sandbox is as it was at first'), 5000);
  }

  async function showActions(): Promise<void> {
    const isRunning = sandbox.status.kind === 'running';
    const action = (icon: string, label: string, command: SandboxCommand | 'vehicleData.selectEnvironment') => ({
      label: `$(${icon}) ${label}`,
      command,
    });
    const picked = await window.showQuickPick(
      [
        ...(isRunning ? [] : [action('play', l10n.t('Start Sandbox'), 'vehicleData.startSandbox')]),
        action('debug-step-over', l10n.t('Advance Clock…'), 'vehicleData.advanceSandboxClock'),
        action('zap', l10n.t('Inject Fault…'), 'vehicleData.injectSandboxFault'),
        action('plug', l10n.t('Simulate Charge…'), 'vehicleData.simulateCharge'),
        action('copy', l10n.t('Copy Environment for My App'), 'vehicleData.copySandboxEnvironment'),
        action('link-external', l10n.t('Open Control Page'), 'vehicleData.openSandboxControl'),
        action('discard', l10n.t('Reset Sandbox…'), 'vehicleData.resetSandbox'),
        ...(isRunning ? [action('debug-stop', l10n.t('Stop Sandbox'), 'vehicleData.stopSandbox')] : []),
        { label: '', kind: vscode.QuickPickItemKind.Separator, command: undefined },
        action('server-environment', l10n.t('Select Another Environment…'), 'vehicleData.selectEnvironment'),
      ],
      { title: l10n.t('Sandbox') },
    );
    if (picked?.command) await commands.executeCommand(picked.command);
  }

  /** What went wrong, and what to do; a command that rejects would show the first alone. */
  const told =
    (command: Command): Command =>
    async (argument) => {
      try {
        return await command(argument);
      } catch (error) {
        const { message, nextStep = '' } = error as Error & { nextStep?: string };
        void window.showErrorMessage(`${message} ${nextStep}`.trim());
        return undefined;
      }
    };

  return {
    'vehicleData.startSandbox': told(start),
    'vehicleData.stopSandbox': told(stop),
    'vehicleData.showSandboxActions': told(showActions),
    'vehicleData.copySandboxEnvironment': told(copyEnvironment),
    'vehicleData.openSandboxControl': told(openControl),
    'vehicleData.advanceSandboxClock': told(advance),
    'vehicleData.freezeSandboxClock': told(() => setFrozen(true)),
    'vehicleData.resumeSandboxClock': told(() => setFrozen(false)),
    'vehicleData.injectSandboxFault': told(injectFault),
    'vehicleData.removeSandboxFault': told(removeFault),
    'vehicleData.simulateCharge': told(simulateCharge),
    'vehicleData.copySandboxAddress': told(copyAddress),
    'vehicleData.resetSandbox': told(reset),
  };
}
