import type * as z from 'zod';

/** More than any tool takes. */
const mostValues = 50;

type Path = readonly PropertyKey[];

/**
 * What a call gives, as a tool takes it. Models send `"5"` for 5, 3 for `"3"`, null for nothing: where just one reading
 * of a value fits, that is it. All else is refused as it came.
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

/** The same with one value in the type that fits; undefined where none does. */
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

/** `undefined` is a value that was left out. */
function otherReadings(value: unknown): readonly unknown[] {
  if (value === null) return [undefined];
  // What can only be asked for, and is not.
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

/** Headers are described as text, because schemas of strict modes have no names that are open. */
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

/** Only where there is a value: an issue may name one that is missing. */
function withValueAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
  const { [key as keyof typeof value]: old, ...others } = value as Readonly<Record<PropertyKey, unknown>>;
  const changed = withValueAt(old, rest, put);
  return changed === undefined ? others : { ...others, [key]: changed };
}

/** What is wrong inside is looked at next. */
function isSame(path: Path, other: Path): boolean {
  return path.length === other.length && path.every((part, index) => other[index] === part);
}
