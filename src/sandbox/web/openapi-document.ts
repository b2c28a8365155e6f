import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import { type RuleId, type Rule, rules } from '../behavior-basis.ts';

export interface DescribedAnswer {
  /** One of the document's schemas; if omitted, the response is not JSON. */
  readonly schema?: z.ZodType;
  readonly media?: string;
  readonly description?: string;
}

/** An operation, with the schemas that its requests are checked against. */
export interface DescribedOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in Hono's notation: `/vehicles/:id`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /** The rule that describes the operation itself. */
  readonly rule: RuleId;
  /** Rules whose IDs begin with one of these apply as well. */
  readonly rulePrefixes?: readonly string[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyMedia?: string;
  /** By status. */
  readonly answers: Readonly<Record<string, DescribedAnswer>>;
  readonly security?: string;
}

export interface OpenApiParts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly server: string;
  /** All schemas of request and response bodies, by their name in the document. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly operations: readonly DescribedOperation[];
  readonly securitySchemes?: object;
}

/** An OpenAPI 3.1 document with the same schemas that the sandbox uses for its checks. */
export function openApiDocument(parts: OpenApiParts) {
  const { title, version, description, server, schemas, operations, securitySchemes } = parts;
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation, names);
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: server }],
    paths,
    components: { schemas: componentSchemas(schemas), ...(securitySchemes && { securitySchemes }) },
    /** What the IDs in `x-rules` mean. */
    'x-rules': rules,
  };
}

type JsonSchema = Record<string, unknown>;

/** JSON Schema 2020-12 of the data that is sent, without the keyword that names the dialect. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

function componentSchemas(schemas: OpenApiParts['schemas']): object {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]),
  );
}

type Names = ReadonlyMap<z.ZodType, string>;

function describeOperation(operation: DescribedOperation, names: Names): object {
  const { id, summary, rule, rulePrefixes = [], body, bodyMedia, answers, security } = operation;
  const ids = Object.keys(rules).filter(
    (each) => each === rule || rulePrefixes.some((start) => each.startsWith(start)),
  );
  const { basis }: Rule = rules[rule];
  return {
    operationId: id,
    summary,
    'x-basis': basis,
    'x-rules': ids,
    ...(security !== undefined && { security: [{ [security]: [] }] }),
    parameters: [
      ...parametersIn('path', operation.params),
      ...parametersIn('query', operation.query),
      ...parametersIn('header', operation.headers),
    ],
    ...(body && {
      requestBody: { required: !body.safeParse(undefined).success, content: content(body, bodyMedia, names) },
    }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, describeAnswer(status, answer, names)]),
    ),
  };
}

function parametersIn(place: 'path' | 'query' | 'header', shapes: z.ZodObject | undefined): object[] {
  return Object.entries(shapes?.shape ?? {}).map(([name, shape]) => {
    const { description = '', ...schema } = jsonSchema(shape as z.ZodType);
    const required = place === 'path' || !(shape as z.ZodType).safeParse(undefined).success;
    return { name, in: place, description, required, schema };
  });
}

function describeAnswer(status: string, { schema, media, description }: DescribedAnswer, names: Names): object {
  return {
    description: description ?? STATUS_CODES[status] ?? 'Beyond the plan',
    ...((schema ?? media) !== undefined && { content: content(schema, media, names) }),
  };
}

function content(schema: z.ZodType | undefined, media = 'application/json', names: Names): object {
  const name = schema && names.get(schema);
  if (schema && name === undefined) throw new Error('A schema of the OpenAPI document has no name.');
  return { [media]: { schema: schema ? { $ref: `#/components/schemas/${name}` } : { type: 'string' } } };
}
