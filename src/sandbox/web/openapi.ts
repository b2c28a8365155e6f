import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import type { Operation } from '../rules/operations.ts';
import { rules, rulesOf } from '../rules/rules.ts';
import type { ErrorType } from './error-kinds.ts';
import type { Failure, SandboxEnv } from './http.ts';

export interface DescribedAnswer {
  /** If omitted, the response is not JSON. */
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
  /** What faults and rules know it by. */
  readonly operation: Operation | 'control';
  /** Whether an official client library adds a slash to the path. */
  readonly slash?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyMedia?: string;
  /** By status. */
  readonly answers: Readonly<Record<string, DescribedAnswer>>;
  readonly security?: string;
}

interface OpenApiParts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly server: string;
  readonly operations: readonly DescribedOperation[];
  readonly securitySchemes?: object;
}

/** All paths of an operation. */
export function pathsOf({ path, slash }: DescribedOperation): string[] {
  return slash ? [path, `${path}/`] : [path];
}

/** An OpenAPI 3.1 document with the same schemas that the sandbox uses for its checks. */
export function openApiDocument(parts: OpenApiParts) {
  const { title, version, description, server, operations, securitySchemes } = parts;
  const names = namesOf(operations);
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
    components: { schemas: componentSchemas(names), ...(securitySchemes && { securitySchemes }) },
    /** What the IDs in `x-rules` mean. */
    'x-rules': rules,
  };
}

type Names = ReadonlyMap<z.ZodType, string>;

/** Names the schema of each body by the operation that has it first. */
function namesOf(operations: readonly DescribedOperation[]): Names {
  const names = new Map<z.ZodType, string>();
  for (const { id, body, answers } of operations) {
    const add = (schema: z.ZodType | undefined, kind: string) => {
      if (!schema || names.has(schema)) return;
      const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}${kind}`;
      if ([...names.values()].includes(name)) throw new Error(`Two schemas are called ${name}.`);
      names.set(schema, name);
    };
    add(body, 'Request');
    for (const [status, { schema }] of Object.entries(answers)) add(schema, status < '400' ? 'Answer' : 'Error');
  }
  return names;
}

type JsonSchema = Record<string, unknown>;

/** JSON Schema 2020-12 of the data that is sent, without the keyword that names the dialect. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

function componentSchemas(names: Names): object {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]),
  );
}

function describeOperation(operation: DescribedOperation, names: Names): object {
  const { id, summary, body, bodyMedia, answers, security } = operation;
  const ids = rulesOf(operation.operation);
  const [rule] = ids;
  return {
    operationId: id,
    summary,
    'x-basis': rules[rule].basis,
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
  return { [media]: { schema: schema ? { $ref: `#/components/schemas/${names.get(schema)}` } : { type: 'string' } } };
}

const pageAnswers: Readonly<Record<string, DescribedAnswer>> = {
  '200': { media: 'text/html', description: 'A page' },
  '302': { description: 'Back to the application' },
  '303': { description: 'Back to the application' },
  '400': { media: 'text/html', description: 'A page that says what is wrong; never a redirect' },
  '401': { media: 'text/html', description: 'The link has expired' },
  '403': { media: 'text/html', description: 'A request of another site' },
};

interface OwnerPage extends Pick<DescribedOperation, 'path' | 'id' | 'operation' | 'summary'> {
  readonly query: z.ZodObject;
}

/** A page for the owner: one operation opens it, another submits its form. */
export function pageOperations(page: OwnerPage): DescribedOperation[] {
  return [
    { ...page, method: 'GET', answers: pageAnswers },
    { ...page, method: 'POST', id: `${page.id}Form`, summary: `${page.summary}: the form`, answers: pageAnswers },
  ];
}

/** The operations of one API of the service. */
export interface SandboxApi {
  readonly operations: readonly DescribedOperation[];
  readonly securitySchemes: object;
}

/** A documented error that is sent without a request that causes it. */
export interface NamedError {
  readonly type: ErrorType;
  readonly code?: string | null | undefined;
  readonly requestId: string;
  readonly v3Errors?: SandboxEnv['Variables']['v3Errors'];
  /** Where the owner signs in again, if the failure concerns one vehicle. */
  readonly ownerUrl?: string | undefined;
}

/** A version of the vehicle data API, with its own error format. */
export interface ApiVersion extends SandboxApi {
  /** Whether a path without a route belongs to this version. */
  readonly owns: (path: string) => boolean;
  readonly notFound: (path: string, method: string) => Failure;
  /** The error for a failure of the sandbox itself. */
  readonly internalError: () => Failure;
  readonly namedError: (error: NamedError) => { readonly status: number; readonly body: object };
}
