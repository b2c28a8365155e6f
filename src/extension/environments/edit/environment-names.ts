import { t } from '../../../common/translate.ts';
import { secretVariable } from '../settings/client-secrets.ts';
import { sandboxEnvironments } from '../settings/environments.ts';

/** Why a name can't be used for a new environment; undefined if it can. `taken` are the existing names. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  const text = name.trim();
  if (text === '') return t('Enter a name, for example “staging”.');
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(text)) return t('Use only letters, digits, spaces and . _ -');
  const reserved = sandboxEnvironments.find((other) => secretVariable(other) === secretVariable(text));
  if (reserved !== undefined) return t('“{0}” is reserved for the built-in sandbox.', reserved);
  const same = taken.find((other) => secretVariable(other) === secretVariable(text));
  // The secrets of both would come from the same variable.
  return same === undefined ? undefined : t('“{0}” already exists.', same);
}
