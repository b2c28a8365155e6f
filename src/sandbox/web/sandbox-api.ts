import type { Hono } from 'hono';
import type * as z from 'zod';
import type { ErrorType } from './error-kinds.ts';
import type { Failure } from './failure.ts';
import type { SandboxEnv } from './http.ts';
import type { DescribedOperation } from './openapi-document.ts';
import type { Operation } from './operations.ts';

/** The paths of an operation. */
interface Endpoint {
  readonly operation: Operation;
  readonly method: DescribedOperation['method'] | 'ALL';
  readonly paths: readonly string[];
}

/** One API of the service, with its operations and routes; all APIs share the same world. */
export interface SandboxApi<Parts> {
  readonly operations: readonly DescribedOperation[];
  /** All schemas of request and response bodies, by their name in the OpenAPI document. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly securitySchemes: object;
  /** The endpoints that planned faults apply to. */
  readonly endpoints: readonly Endpoint[];
  readonly routes: (parts: Parts) => Hono<SandboxEnv>;
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
export interface ApiVersion<Parts> extends SandboxApi<Parts> {
  /** Whether a path without a route belongs to this version. */
  readonly owns: (path: string) => boolean;
  readonly notFound: (path: string, method: string) => Failure;
  /** The error for a failure of the sandbox itself. */
  readonly internalError: () => Failure;
  readonly namedError: (error: NamedError) => { readonly status: number; readonly body: object };
}
