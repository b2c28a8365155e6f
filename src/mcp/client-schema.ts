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
  return { ...(isSaid(least) && { minimum: least }), ...(isSaid(maximum) && { maximum }) };
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
 * The output of a tool as clients see it: names, types and descriptions. Little else reaches a model, and everything
 * costs tokens.
 */
export function outputSchemaOf(schema: z.ZodObject): JsonSchema {
  return output(made(schema, 'output'));
}

function output({ type, description, properties, items, anyOf, enum: values }: Made): JsonSchema {
  const inner = Object.entries(properties ?? {}).map(([name, each]) => [name, output(each)] as const);
  // In outputs, only simple types are combined.
  const types = type ?? anyOf?.flatMap((each) => each.type ?? []);
  return {
    ...(types && { type: types }),
    ...withText(description),
    ...(properties && { properties: Object.fromEntries(inner) }),
    ...(items && { items: output(items) }),
    ...(values && { enum: values }),
  };
}

function withText(description: string | undefined): Pick<JsonSchema, 'description'> {
  return description ? { description } : {};
}
