import * as vscode from 'vscode';
import { isUuid } from '../../common/random-secret.ts';
import { type KnownKey, applicationKeys } from '../../service/webhooks/explain-signature.ts';
import { signingKeys } from '../../sandbox-client/signing-keys.ts';
import { isSandboxEnvironment } from '../environments/settings/environment-entry.ts';
import type { Environments } from '../environments/settings/environments.ts';
import type { SandboxRoom } from '../sandbox/sandbox-room.ts';
import { window } from '../window/window.ts';

/** Where management tokens are. */
export interface TokenSource {
  readonly sandbox: SandboxRoom;
  /** Keeps management tokens. */
  readonly secrets: vscode.SecretStorage;
  readonly environments: Environments;
}

/** Those that are no sandbox. */
export function otherEnvironments({ environments }: TokenSource): readonly string[] {
  return environments.names().filter((each) => !isSandboxEnvironment(each));
}

interface ChosenToken {
  /** Whose it is: the sandbox, or an environment by its name. */
  readonly owner: string;
  readonly isSandbox: boolean;
  /** The token that signs, first; then older ones, and what may have been taken for one. */
  readonly keys: readonly [KnownKey, ...KnownKey[]];
}

/**
 * Asks whose management token is meant. That of an environment is asked for once and kept in SecretStorage; it is never
 * shown.
 */
export async function chooseToken(deps: TokenSource, title: string): Promise<ChosenToken | undefined> {
  const { l10n } = vscode;
  const { secrets, sandbox } = deps;
  const sandboxItem = {
    label: l10n.t('Sandbox'),
    description: l10n.t('the token of the sandbox'),
    choose: async () => ({ owner: l10n.t('Sandbox'), isSandbox: true, keys: await signingKeys(sandbox.control) }),
  };
  const names = otherEnvironments(deps);
  const stored = await Promise.all(names.map((name) => secrets.get(secretKey(name))));
  const enter = (name: string) => async () => {
    const value = await askToken(name);
    if (!value) return undefined;
    await secrets.store(secretKey(name), value);
    return ofEnvironment(name, value);
  };
  const kept = names.flatMap((name, index) => {
    const value = stored[index];
    if (value === undefined) return [];
    return [
      { label: name, description: l10n.t('token kept in secret storage'), choose: () => ofEnvironment(name, value) },
    ];
  });
  const entered = names.map((name, index) => ({
    label: stored[index] === undefined ? l10n.t('{0}: Enter Token…', name) : l10n.t('{0}: Replace Token…', name),
    description: '',
    choose: enter(name),
  }));
  const picked = await window.showQuickPick([sandboxItem, ...kept, ...entered], { title });
  return picked?.choose();
}

/** The tokens of environments that are kept, by name. */
export async function keptKeys(source: TokenSource): Promise<readonly KnownKey[]> {
  const { secrets } = source;
  const found = await Promise.all(
    otherEnvironments(source).map(async (name) => ({
      name: vscode.l10n.t('the token of {0}', name),
      value: await secrets.get(secretKey(name)),
      role: 'token' as const,
    })),
  );
  return found.flatMap(({ value, ...key }) => (value === undefined ? [] : [{ ...key, value }]));
}

function ofEnvironment(owner: string, value: string): ChosenToken {
  return { owner, isSandbox: false, keys: applicationKeys([value]) };
}

function askToken(name: string): Thenable<string | undefined> {
  const { l10n } = vscode;
  return window.showInputBox({
    title: l10n.t('Management Token of {0}', name),
    prompt: l10n.t('Application Management Token, from the dashboard. It is kept in the secret storage of VS Code.'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '' || text !== text.trim()) return l10n.t('Enter the token without spaces around it.');
      if (isUuid(text)) return undefined;
      const message = l10n.t('This is not a UUID. Is it the Application Management Token?');
      return { message, severity: vscode.InputBoxValidationSeverity.Warning };
    },
  });
}

function secretKey(environment: string): string {
  return `management-token.${environment}`;
}
