import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import { type RuleId, type Rule, rules } from '../rules.ts';

export interface OpenApiParameter {
  readonly in: 'path' | 'query' | 'header';
  readonly schema: z.ZodType;
  readonly required?: boolean;
  readonly description: string;
}

export interface OpenApiAnswer {
  /** A name of the document's schemas, or a media type that holds no JSON; without it there is no body. */
  readonly schema?: string;
  readonly media?: string;
  readonly description?: string;
}

export interface OpenApiOperation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /** The rule that is the operation itself. */
  readonly rule: RuleId;
  /** Rules whose ids begin so apply too. */
  readonly rulePrefixes?: readonly string[];
  readonly parameters?: Readonly<Record<string, OpenApiParameter>>;
  readonly body?: { readonly schema: string; readonly media?: string; readonly optional?: boolean };
  /** By status, or `default`. */
  readonly answers: Readonly<Record<string, OpenApiAnswer>>;
  readonly security?: string;
}

export interface OpenApiParts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly server: string;
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly operations: readonly OpenApiOperation[];
  readonly securitySchemes?: object;
}

/** An OpenAPI 3.1 document, whose schemas are those that the sandbox checks with. */
export function openApiDocument(parts: OpenApiParts) {
  const { title, version, description, server, schemas, operations, securitySchemes } = parts;
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) (paths[operation.path] ??= {})[operation.method] = describeOperation(operation);
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: server }],
    paths,
    components: { schemas: componentSchemas(schemas), ...(securitySchemes && { securitySchemes }) },
    /** What the ids in `x-rules` mean. */
    'x-rules': rules,
  };
}

/** JSON Schema 2020-12 of what goes over the wire, without the keywords that say which dialect it is. */
export function jsonSchema(schema: z.ZodType): object {
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

function describeOperation(operation: OpenApiOperation): object {
  const { id, summary, rule, rulePrefixes = [], parameters = {}, body, answers, security } = operation;
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
    parameters: Object.entries(parameters).map(([name, { schema, required = false, description, in: place }]) => ({
      name,
      in: place,
      description,
      required: required || place === 'path',
      schema: jsonSchema(schema),
    })),
    ...(body && {
      requestBody: {
        required: body.optional !== true,
        content: { [body.media ?? 'application/json']: { schema: reference(body.schema) } },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, describeAnswer(status, answer)]),
    ),
  };
}

function describeAnswer(status: string, { schema, media, description }: OpenApiAnswer): object {
  const content =
    schema !== undefined
      ? { [media ?? 'application/json']: { schema: reference(schema) } }
      : media !== undefined
        ? { [media]: { schema: { type: 'string' } } }
        : undefined;
  return {
    description: description ?? STATUS_CODES[status] ?? (status === '430' ? 'Beyond the plan' : 'Any other'),
    ...(content && { content }),
  };
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}
