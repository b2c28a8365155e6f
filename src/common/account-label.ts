import { plainText } from './text/plain-text.ts';

/**
 * The label of an account for a place that names its environment already. Labels end in it, `Owner 1234 (sandbox)`,
 * because VS Code's Accounts menu shows those of all environments in one list.
 */
export function accountLabel(label: string, environment: string, maxLength: number): string {
  const suffix = ` (${environment})`;
  return plainText(label.endsWith(suffix) ? label.slice(0, -suffix.length) : label, maxLength);
}
