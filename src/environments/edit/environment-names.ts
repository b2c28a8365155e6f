import { t } from '../../common/translate.ts';
import { secretVariable } from '../settings/client-secrets.ts';
import { sandboxEnvironment } from '../settings/environments.ts';

const longest = 40;

/** Why a name can't be that of a new environment; undefined for a good one. `taken` are the names there are. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  const text = name.trim();
  if (text === '') return t('Give it a name, such as “staging”.');
  if (text.length > longest) return t('At most {0} characters.', longest);
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(text)) return t('Letters, digits, spaces and . _ - only.');
  if (text.toLowerCase() === sandboxEnvironment) return t('“{0}” is built in.', sandboxEnvironment);
  const same = taken.find((other) => secretVariable(other) === secretVariable(text));
  // Their secrets would come from one variable.
  return same === undefined ? undefined : t('There is “{0}” already.', same);
}
