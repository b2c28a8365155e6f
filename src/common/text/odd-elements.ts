import type * as z from 'zod';

/** A list element that does not match the schema. */
export interface OddElement {
  /** Where it was: `['data', 3]`. */
  readonly path: readonly PropertyKey[];
  readonly element: unknown;
  /** What is wrong with it; the issues have full paths. */
  readonly issues: readonly z.core.$ZodIssue[];
}

/** The result of parsing a value by a schema, with the elements that did not match. */
export type Parsed<T> =
  | { readonly data: T; readonly odd: readonly OddElement[] }
  | { readonly error: { readonly issues: readonly z.core.$ZodIssue[] } };

/**
 * Parses a value by its schema and drops the list elements that do not match. Those are reported and do not affect the
 * rest. It is an error if the mismatch is outside a list.
 *
 * @param value JSON that nothing else uses, because nonmatching elements are removed from its lists
 */
export function parseWithoutOdd<T>(
  schema: Pick<z.ZodType<T>, 'safeParse'>,
  value: unknown,
  error?: z.core.$ZodErrorMap,
): Parsed<T> {
  const parse = () => schema.safeParse(value, error && { error });
  const whole = parse();
  if (whole.success) return { data: whole.data, odd: [] };
  const odd = oddElements(value, whole.error.issues);
  if (!odd) return { error: whole.error };
  const rest = parse();
  return rest.success ? { data: rest.data, odd } : { error: rest.error };
}

/** Removes the elements that the issues are about; undefined if an issue is not about an element. */
function oddElements(value: unknown, issues: readonly z.core.$ZodIssue[]): readonly OddElement[] | undefined {
  const found = new Map<string, OddElement & { readonly issues: z.core.$ZodIssue[]; readonly list: unknown[] }>();
  for (const issue of issues) {
    const path = issue.path.slice(0, issue.path.findLastIndex((key) => typeof key === 'number') + 1);
    const key = JSON.stringify(path.map(String));
    const known = found.get(key);
    if (known) known.issues.push(issue);
    else {
      const list = valueAt(value, path.slice(0, -1));
      if (path.length === 0 || !Array.isArray(list)) return undefined;
      const element: unknown = list[Number(path.at(-1))];
      found.set(key, { path, element, issues: [issue], list });
    }
  }
  const odd = [...found.values()];
  const lists = new Map<unknown[], Set<unknown>>();
  for (const { list, path } of odd) lists.set(list, (lists.get(list) ?? new Set()).add(path.at(-1)));
  for (const [list, gone] of lists) {
    const kept = list.filter((_, index) => !gone.has(index));
    list.length = 0;
    for (const each of kept) list.push(each);
  }
  return odd.map(({ path, element, issues: own }) => ({ path, element, issues: own }));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
