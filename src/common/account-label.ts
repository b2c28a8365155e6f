import { plainText } from './text/plain-text.ts';

/**
 * The label of an account, for a place that already names its environment. Labels end in it, `Owner 1234 (sandbox)`,
 * because VS Code's Accounts menu lists the accounts of all environments together.
 */
export function accountLabel(label: string, environment: string, maxLength: number): string {
  const suffix = ` (${environment})`;
  return plainText(label.endsWith(suffix) ? label.slice(0, -suffix.length) : label, maxLength);
}
