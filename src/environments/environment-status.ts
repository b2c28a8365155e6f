import type { Translate } from '../common/translate.ts';
import { sandboxEnvironment } from './environments.ts';
import type { SandboxStatus } from './sandbox.ts';

/** The extension's one item in the status bar. */
export interface EnvironmentStatus {
  /** With its icon, as VS Code writes it. */
  readonly text: string;
  /** Lines of plain text; the first is the heading. */
  readonly tooltip: readonly string[];
  readonly spoken: string;
}

const icons = { stopped: 'vm-outline', starting: 'loading~spin', running: 'vm-running' } as const;

/** Undefined where there is nothing to show: another environment is selected and no sandbox runs. */
export function environmentStatus(
  selected: string,
  sandbox: SandboxStatus,
  t: Translate,
): EnvironmentStatus | undefined {
  const isSandbox = selected === sandboxEnvironment;
  if (!isSandbox && sandbox.kind === 'stopped') return undefined;
  const name = isSandbox ? t('Sandbox') : selected;
  const state = stateText(sandbox, t);
  return {
    text: `$(${isSandbox ? icons[sandbox.kind] : 'server-environment'}) ${name}`,
    tooltip: [t('Vehicle Data environment: {0}', name), state],
    spoken: [t('Vehicle Data environment: {0}', name), state].join(', '),
  };
}

function stateText(sandbox: SandboxStatus, t: Translate): string {
  switch (sandbox.kind) {
    case 'stopped':
      return t('The sandbox is not running. The next request starts it.');
    case 'starting':
      return t('The sandbox is starting.');
    case 'running':
      return t('The sandbox runs at {0}.', sandbox.addresses.baseUrl);
  }
}
