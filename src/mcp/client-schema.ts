import * as z from 'zod';

/** The subset of JSON Schema that is used. */
export interface JsonSchema {
  type?: string | readonly string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  enum?: readonly unknown[];
  additionalProperties?: boolean;
  minimum?: number;
  maximum?: number;
}

/** A schema as zod generates it, before it is reduced. */
interface Made extends Omit<JsonSchema, 'additionalProperties' | 'properties' | 'items'> {
  properties?: Record<string, Made>;
  items?: Made;
  anyOf?: readonly Made[];
  additionalProperties?: boolean | Made;
  const?: unknown;
  default?: unknown;
  exclusiveMinimum?: number;
  format?: string;
}

const made = (schema: z.ZodObject, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Made;

/**
 * The input of a tool as clients see it: the subset of JSON Schema that the strict modes of Gemini and OpenAI share.
 * Each value has a single type, so one that could have several is declared as text, which {@link readInput} parses.
 * Some limits and defaults are expressed in words.
 */
export function inputSchemaOf(schema: z.ZodObject): JsonSchema {
  return input(made(schema, 'input'), 0);
}

/** Objects nested more deeply are declared as JSON text, because their schema costs more tokens than it helps. */
const mostDepth = 1;
/** The longest default that a description mentions, in characters. */
const longestDefault = 40;
/** Limits above this are left out, because they do not help a model. */
const usualLimit = 100_000;

function input(schema: Made, depth: number): JsonSchema {
  const { type, properties, required, items, anyOf, additionalProperties, enum: values } = schema;
  const description = withText(inWords(schema));
  if (type === 'object' && depth <= mostDepth && !isOpen(additionalProperties)) {
    const inner = Object.entries(properties ?? {}).map(([name, each]) => [name, input(each, depth + 1)] as const);
    return {
      type,
      ...description,
      properties: Object.fromEntries(inner),
      ...(required && required.length > 0 && { required }),
      additionalProperties: false,
    };
  }
  if (type === 'array' && items) return { type, ...description, items: input(items, depth + 1) };
  if (anyOf || type === undefined || type === 'object') return { type: 'string', ...description };
  const one = typeof type === 'string' ? type : type.find((each) => each !== 'null');
  return { type: one ?? 'string', ...description, ...(values && { enum: values }), ...limits(schema) };
}

function isOpen(additional: boolean | Made | undefined): boolean {
  return typeof additional === 'object';
}

function limits({ minimum, maximum, exclusiveMinimum, type }: Made): Pick<JsonSchema, 'minimum' | 'maximum'> {
  const least = minimum ?? (type === 'integer' && exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : undefined);
  const isSaid = (limit: number | undefined) => limit !== undefined && Math.abs(limit) <= usualLimit;
  // Nobody asks for fewer than none.
  return { ...(least !== 0 && isSaid(least) && { minimum: least }), ...(isSaid(maximum) && { maximum }) };
}

function inWords({ description, default: usual, format, additionalProperties, exclusiveMinimum, type }: Made): string {
  return [
    description,
    format === 'date' && 'YYYY-MM-DD',
    isOpen(additionalProperties) && 'Lines of Name: value',
    type === 'number' && exclusiveMinimum !== undefined && `Above ${exclusiveMinimum}`,
    usual !== undefined &&
      JSON.stringify(usual).length < longestDefault &&
      `Default ${typeof usual === 'string' ? usual : JSON.stringify(usual)}`,
  ]
    .filter(Boolean)
    .join('. ');
}

/**
 * The output of a tool as clients see it: names and descriptions. Little else reaches a model, everything costs tokens,
 * and some clients refuse a list of types.
 */
export function outputSchemaOf(schema: z.ZodObject): JsonSchema {
  return { type: 'object', ...output(made(schema, 'output')) };
}

function output({ description, properties, items, enum: values }: Made): JsonSchema {
  const inner = Object.entries(properties ?? {}).map(([name, each]) => [name, output(each)] as const);
  const each = items && output(items);
  return {
    ...withText(description),
    ...(inner.length > 0 && { properties: Object.fromEntries(inner) }),
    ...(each?.properties && { items: each }),
    ...(values && { enum: values }),
  };
}

function withText(description: string | undefined): Pick<JsonSchema, 'description'> {
  return description ? { description } : {};
}

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
