import * as z from 'zod';

/** What is used of JSON Schema. */
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

/** As zod makes it, before it is reduced. */
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
 * What a tool takes, for clients: the part of JSON Schema that the strict modes of Gemini and of OpenAI have in common.
 * One type each, so that what may be of several is text, which {@link readInput} reads; limits and defaults in words.
 */
export function inputSchemaOf(schema: z.ZodObject): JsonSchema {
  return input(made(schema, 'input'), 0);
}

/** Objects within objects within objects are text of JSON: they cost more than they help. */
const mostDepth = 1;
/** In characters. */
const longestDefault = 40;
/** A limit above is no news to a model. */
const usualLimit = 100_000;

function input(schema: Made, depth: number): JsonSchema {
  const { type, properties, required, items, anyOf, additionalProperties, enum: values } = schema;
  const description = { ...withText(inWords(schema)) };
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

/** What a tool gives, for clients: names, types and what they mean. Little else reaches a model, and all of it costs. */
export function outputSchemaOf(schema: z.ZodObject): JsonSchema {
  return output(made(schema, 'output'));
}

function output({ type, description, properties, items, anyOf, enum: values }: Made): JsonSchema {
  const inner = Object.entries(properties ?? {}).map(([name, each]) => [name, output(each)] as const);
  // Of outputs only what may be of several simple types.
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
