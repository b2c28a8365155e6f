import type * as z from 'zod';

/** More values than any tool accepts. */
const mostValues = 50;

type Path = readonly PropertyKey[];

/**
 * Parses the arguments of a call. Models send `"5"` for 5, 3 for `"3"`, or null for a missing value: if a value is
 * invalid, but another reading of it is valid, that is used. Anything else is rejected with the errors of the original.
 */
export function readInput<T extends z.ZodObject>(schema: T, given: unknown): z.ZodSafeParseResult<z.output<T>> {
  const asGiven = schema.safeParse(given ?? {});
  let value = given;
  let result = asGiven;
  for (let round = 0; !result.success && round < mostValues; round++) {
    value = mended(schema, value, result.error);
    if (value === undefined) break;
    result = schema.safeParse(value);
  }
  return result.success ? result : asGiven;
}

/** Converts one invalid value to a type that fits; undefined if none does. */
function mended(schema: z.ZodObject, given: unknown, { issues }: z.ZodError): unknown {
  for (const { path } of issues) {
    if (path.length === 0) continue;
    for (const reading of otherReadings(valueAt(given, path))) {
      const changed = withValueAt(given, path, reading);
      const isStillWrong = schema.safeParse(changed).error?.issues.some((issue) => isSame(issue.path, path));
      if (!isStillWrong) return changed;
    }
  }
  return undefined;
}

/** `undefined` means that the value is left out. */
function otherReadings(value: unknown): readonly unknown[] {
  if (value === null) return [undefined];
  // For options that can only be switched on: false means that they are absent.
  if (value === false) return ['false', undefined];
  if (value === true) return ['true'];
  if (typeof value === 'number') return [String(value), value.toFixed(1)];
  if (typeof value !== 'string') return [];
  const text = value.trim();
  const parsed = parse(/^(?:true|false|null)$/i.test(text) ? text.toLowerCase() : text);
  // `2` for `2.0`
  const number = typeof parsed === 'number' ? [parsed.toFixed(1)] : [];
  return [...(parsed === undefined ? [] : [parsed]), text, ...number, ...headersIn(text)];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Headers are declared as text, because strict schemas do not allow objects with arbitrary names. */
function headersIn(text: string): readonly Readonly<Record<string, string>>[] {
  const lines = text.split('\n').map((line) => /^\s*([^\s:]+)\s*:(.*)$/.exec(line.trim()));
  if (!lines.every((line) => line !== null)) return [];
  return [Object.fromEntries(lines.map(([, name = '', content = '']) => [name, content.trim()]))];
}

function valueAt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? valueAt(value[key as keyof typeof value], rest)
    : undefined;
}

/** Only if there is a value: an issue may refer to a missing one. */
function withValueAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
  const { [key as keyof typeof value]: old, ...others } = value as Readonly<Record<PropertyKey, unknown>>;
  const changed = withValueAt(old, rest, put);
  return changed === undefined ? others : { ...others, [key]: changed };
}

/** An issue deeper inside the value is fixed in the next round. */
function isSame(path: Path, other: Path): boolean {
  return path.length === other.length && path.every((part, index) => other[index] === part);
}
