import * as vscode from 'vscode';
import { modelName } from '../../common/vehicle-names.ts';
import type { CallableName, ControlAnswer, ControlRequest, FaultInput } from '../../sandbox/control/contract.ts';
import { environmentVariables } from '../../sandbox/control/environment-variables.ts';
import { faultChoices } from '../../sandbox/faults/fault-choices.ts';
import { type Environments } from '../environments/settings/environments.ts';
import { isSandboxEnvironment, sandboxEnvironment } from '../environments/settings/environment-entry.ts';
import { showingErrors } from '../notifications/show-error.ts';
import { StateRefused } from '../../sandbox-client/sandbox-launch.ts';
import { sandboxLocation, type WindowHost } from '../../sandbox-client/sandbox-location.ts';
import type { Sandbox } from '../../sandbox-client/sandbox.ts';
import { window } from '../window/window.ts';

/** Arguments passed by automation, or an item of the Sandbox view, which has a `subject`. */
interface SandboxArgument {
  /** Seconds to advance the clock by. */
  readonly seconds?: number;
  readonly fault?: FaultInput;
  readonly vehicleId?: string;
  readonly subject?: string;
  /** See `SandboxItem`. */
  readonly tokens?: readonly string[];
}

/** Calls the control API of the sandbox, which is started if necessary. Rejects with ServiceError. */
export type Control = <Name extends CallableName>(
  name: Name,
  request: ControlRequest<Name>,
) => Promise<ControlAnswer<Name>>;

type Command = (argument?: SandboxArgument) => Promise<unknown>;

const minute = 60;
const day = 86_400;

/**
 * The sandbox commands, by ID. All of them except stopping start the sandbox if it is not running.
 */
export function sandboxCommands(
  sandbox: Sandbox,
  control: Control,
  host: WindowHost,
  environments: Pick<Environments, 'current'>,
) {
  const { l10n, env, commands } = vscode;

  async function start(replaceState?: boolean): Promise<void> {
    const location = vscode.ProgressLocation.Notification;
    const title = l10n.t('Starting sandbox…');
    const { baseUrl } = await window.withProgress({ location, title }, () => sandbox.addresses(replaceState));
    void window.showInformationMessage(l10n.t('Sandbox running at {0}.', baseUrl));
  }

  /**
   * Only a person may decide this: the state contains owners, tokens and charges, and a newer version may be able to
   * read it.
   */
  async function offerNewState({ message }: StateRefused): Promise<void> {
    const anew = l10n.t('Start with New State');
    const kept = l10n.t('The old file is kept, with “.broken” in its name.');
    if ((await window.showErrorMessage(`${message} ${kept}`, anew)) !== anew) return;
    await start(true);
    void commands.executeCommand('vehicleData.retry');
  }

  async function stop(): Promise<void> {
    if (!(await sandbox.find())) {
      void window.showInformationMessage(l10n.t('No sandbox is running.'));
      return;
    }
    const others = await sandbox.others();
    if (others > 0 && !(await confirmsStop(others))) return;
    await sandbox.stop();
    void window.showInformationMessage(l10n.t('Sandbox stopped. The next request starts it again.'));
  }

  function confirmsStop(others: number): Promise<boolean> {
    const message =
      others === 1
        ? l10n.t('Another window uses the sandbox too.')
        : l10n.t('{0} other windows use the sandbox too.', others);
    const detail = l10n.t('It stops for all windows. The next request starts it again.');
    return window.confirm(message, l10n.t('Stop Sandbox'), detail);
  }

  /** The location is explained once in each window; the addresses in the view always show it. */
  let isLocationShown = false;

  async function copyEnvironment(): Promise<void> {
    const addresses = await sandbox.addresses();
    await env.clipboard.writeText(environmentVariables(addresses));
    window.note(l10n.t('Sandbox environment copied'));
    const where = sandboxLocation(host, addresses, l10n.t);
    if (!where || isLocationShown) return;
    isLocationShown = true;
    const explain = l10n.t('Explain');
    const pressed = await window.showInformationMessage(where.meaning, explain);
    if (pressed === explain) await commands.executeCommand('vehicleData.openHelp', { page: 'windows' });
  }

  async function openControl(): Promise<void> {
    const { controlUrl } = await sandbox.addresses();
    await env.openExternal(vscode.Uri.parse(`${controlUrl}/`));
  }

  async function advance(argument?: SandboxArgument): Promise<void> {
    const seconds = argument?.seconds ?? (await askSeconds());
    if (seconds === undefined) return;
    const { now } = await control('turnClock', { body: { advance: seconds } });
    void window.showInformationMessage(l10n.t('Sandbox clock: {0}', now));
  }

  async function askSeconds(): Promise<number | undefined> {
    const title = l10n.t('Advance Sandbox Clock');
    const picked = await window.showQuickPick(
      [
        { label: l10n.t('1 minute'), description: l10n.t('used refresh tokens stop working'), seconds: minute },
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
      validateInput: (value) => (Number(value) > 0 ? undefined : l10n.t('Enter a number greater than 0.')),
    });
    return text ? Number(text) * minute : undefined;
  }

  async function setFrozen(freeze: boolean): Promise<void> {
    await control('turnClock', { body: { freeze } });
  }

  async function injectFault(argument?: SandboxArgument): Promise<void> {
    const fault = argument?.fault ?? (await askFault());
    if (!fault) return;
    await control('addFault', { body: fault });
    void window.showInformationMessage(l10n.t('Fault set for the next matching request'));
  }

  async function askFault(): Promise<FaultInput | undefined> {
    const items = faultChoices(l10n.t).flatMap(({ label, choices }) => [
      { label, kind: vscode.QuickPickItemKind.Separator, fault: undefined },
      ...choices.map(({ label, name, fault }) => {
        return { label, fault, description: [name, fault.operation].filter(Boolean).join(' · ') };
      }),
    ]);
    const title = l10n.t('Inject Sandbox Fault ({0}/{1})', 1, 2);
    const picked = await window.showQuickPick(items, { title, matchOnDescription: true });
    if (!picked?.fault) return undefined;
    const times = await window.showQuickPick(
      [
        { label: l10n.t('Once'), times: 1 as const },
        { label: l10n.t('3 times'), times: 3 as const },
        { label: l10n.t('Until removed'), times: 'always' as const },
      ],
      { title: l10n.t('How Often ({0}/{1})', 2, 2) },
    );
    return times && { ...picked.fault, times: times.times };
  }

  async function removeFault(argument?: SandboxArgument): Promise<void> {
    if (argument?.subject !== undefined) await control('removeFault', { params: { id: argument.subject } });
  }

  async function simulateCharge(argument?: SandboxArgument): Promise<void> {
    const vehicleId = argument?.vehicleId ?? argument?.subject ?? (await askVehicle());
    if (vehicleId === undefined) return;
    const { versions } = await control('simulateCharge', { body: { vehicleId } });
    const isInBoth = versions.includes('2.0');
    void window.showInformationMessage(
      isInBoth ? l10n.t('Charge added') : l10n.t('Charge added. Only version 3 shows it.'),
    );
  }

  async function askVehicle(): Promise<string | undefined> {
    const { vehicles } = await control('show', {});
    const items = vehicles
      .filter(({ connected }) => connected)
      .map((vehicle) => ({
        label: modelName(vehicle),
        description: vehicle.records === null ? `${vehicle.owner} · ${l10n.t('version 3 only')}` : vehicle.owner,
        detail: vehicle.id,
        id: vehicle.id,
      }));
    if (items.length === 0) {
      const connect = l10n.t('Connect');
      const message = l10n.t('No vehicle of the sandbox is connected.');
      if ((await window.showInformationMessage(message, connect)) === connect)
        await commands.executeCommand('vehicleData.connect', {
          environment: isSandboxEnvironment(environments.current()) ? environments.current() : sandboxEnvironment,
        });
      return undefined;
    }
    return (await window.showQuickPick(items, { title: l10n.t('Select Vehicle to Charge') }))?.id;
  }

  /**
   * Subscribes all connected vehicles and reloads the Vehicles view. Returns true when done, like every command that is
   * a remedy for a failure.
   */
  async function subscribe(): Promise<true> {
    await control('subscribe', { body: {} });
    void window.showInformationMessage(l10n.t('Vehicles subscribed'));
    void commands.executeCommand('vehicleData.retry');
    return true;
  }

  /** Version 3 has no signals then, as of an application whose vehicles are not subscribed. */
  async function endSubscriptions(): Promise<void> {
    await control('unsubscribe', {});
    void window.showInformationMessage(l10n.t('Subscriptions ended'));
  }

  async function copyAddress(argument?: SandboxArgument): Promise<void> {
    if (argument?.subject === undefined) return;
    await env.clipboard.writeText(argument.subject);
    window.note(l10n.t('Value copied'));
  }

  async function reset(): Promise<void> {
    const message = l10n.t('Reset the sandbox?');
    const detail = l10n.t(
      'This deletes all tokens, capacity choices, added charges and faults, and resets the clock. Owners must connect again.',
    );
    if (!(await window.confirm(message, l10n.t('Reset Sandbox'), detail))) return;
    await control('reset', { body: {} });
    void window.showInformationMessage(l10n.t('Sandbox reset'));
  }

  /** Of a line of the view, the first of its words says which actions it has: one is run at once. */
  const ofLine: Readonly<Record<string, string>> = {
    faults: 'vehicleData.injectSandboxFault',
    fault: 'vehicleData.removeSandboxFault',
    filled: 'vehicleData.endSubscriptions',
    emptied: 'vehicleData.subscribeVehicles',
    vehicle: 'vehicleData.simulateCharge',
    address: 'vehicleData.copySandboxAddress',
  };

  async function showActions(line?: SandboxArgument): Promise<void> {
    const { tokens = [] } = line ?? {};
    const only = tokens.map((token) => ofLine[token]).find((command) => command !== undefined);
    if (only !== undefined) return void (await commands.executeCommand(only, line));
    const isRunning = sandbox.status.kind === 'running';
    const action = (icon: string, label: string, command: string) => ({
      label,
      iconPath: new vscode.ThemeIcon(icon),
      command,
    });
    const ofClock = [
      action('debug-step-over', l10n.t('Advance Clock…'), 'vehicleData.advanceSandboxClock'),
      tokens.includes('frozen')
        ? action('debug-continue', l10n.t('Resume Clock'), 'vehicleData.resumeSandboxClock')
        : action('debug-pause', l10n.t('Freeze Clock'), 'vehicleData.freezeSandboxClock'),
    ];
    const all = [
      ...(isRunning ? [] : [action('play', l10n.t('Start Sandbox'), 'vehicleData.startSandbox')]),
      ...ofClock.slice(0, 1),
      action('zap', l10n.t('Inject Fault…'), 'vehicleData.injectSandboxFault'),
      action('plug', l10n.t('Simulate Charge…'), 'vehicleData.simulateCharge'),
      action('copy', l10n.t('Copy Sandbox Environment'), 'vehicleData.copySandboxEnvironment'),
      action('link-external', l10n.t('Open Control Page'), 'vehicleData.openSandboxControl'),
      action('discard', l10n.t('Reset Sandbox…'), 'vehicleData.resetSandbox'),
      ...(isRunning ? [action('debug-stop', l10n.t('Stop Sandbox'), 'vehicleData.stopSandbox')] : []),
      { label: '', kind: vscode.QuickPickItemKind.Separator, command: undefined },
      action('server-environment', l10n.t('Select Another Environment…'), 'vehicleData.selectEnvironment'),
    ];
    const picked = await window.showQuickPick(tokens.includes('clock') ? ofClock : all, { title: l10n.t('Sandbox') });
    if (picked?.command) await commands.executeCommand(picked.command);
  }

  const showing =
    (command: Command): Command =>
    async (argument) => {
      try {
        return await command(argument);
      } catch (error) {
        if (!(error instanceof StateRefused)) throw error;
        void showingErrors(() => offerNewState(error));
        return undefined;
      }
    };

  return {
    'vehicleData.startSandbox': showing(() => start()),
    'vehicleData.stopSandbox': showing(stop),
    'vehicleData.showSandboxActions': showing(showActions),
    'vehicleData.copySandboxEnvironment': showing(copyEnvironment),
    'vehicleData.openSandboxControl': showing(openControl),
    'vehicleData.advanceSandboxClock': showing(advance),
    'vehicleData.freezeSandboxClock': showing(() => setFrozen(true)),
    'vehicleData.resumeSandboxClock': showing(() => setFrozen(false)),
    'vehicleData.injectSandboxFault': showing(injectFault),
    'vehicleData.removeSandboxFault': showing(removeFault),
    'vehicleData.simulateCharge': showing(simulateCharge),
    'vehicleData.subscribeVehicles': showing(subscribe),
    'vehicleData.endSubscriptions': showing(endSubscriptions),
    'vehicleData.copySandboxAddress': showing(copyAddress),
    'vehicleData.resetSandbox': showing(reset),
  };
}
