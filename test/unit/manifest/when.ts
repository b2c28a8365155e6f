/** Values of context keys; what is not named is undefined, as in VS Code. */
export type Context = Readonly<Record<string, string | boolean>>;

/** Whether a `when` clause of the manifest holds: `&&` binds more than `||`; no parentheses. */
export function holds(when: string | undefined, context: Context): boolean {
  if (when === undefined) return true;
  return splitOutside(when, '||').some((any) => splitOutside(any, '&&').every((each) => term(each.trim(), context)));
}

function term(text: string, context: Context): boolean {
  if (text.startsWith('!')) return !term(text.slice(1), context);
  if (text === 'true' || text === 'false') return text === 'true';
  const [, key = '', operator, value = ''] = /^([\w.]+)(?:\s*(==|!=|=~)\s*(.+))?$/.exec(text) ?? [];
  if (key === '') throw new Error(`No clause that this test can read: ${text}`);
  const is = context[key];
  if (operator === undefined) return Boolean(is);
  if (operator === '=~') return new RegExp(value.slice(1, -1)).test(String(is ?? ''));
  const isEqual = String(is ?? '') === value.replace(/^'(.*)'$/, '$1');
  return operator === '==' ? isEqual : !isEqual;
}

/** Splits where the separator is in no pattern. */
function splitOutside(text: string, separator: string): string[] {
  const patterns: string[] = [];
  const bare = text.replace(/\/(?:[^/\\]|\\.)+\//g, (pattern) => `#${patterns.push(pattern) - 1}#`);
  return bare.split(separator).map((part) => part.replace(/#(\d+)#/g, (_, at: string) => patterns[Number(at)] ?? ''));
}
