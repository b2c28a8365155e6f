import type { Hono } from 'hono';
import type * as z from 'zod';
import type { ErrorType } from './error-kinds.ts';
import type { Failure } from './failure.ts';
import type { SandboxEnv } from './http.ts';
import type { DescribedOperation } from './openapi-document.ts';
import type { Operation } from './operations.ts';

/** Where requests of an operation arrive. */
interface Endpoint {
  readonly operation: Operation;
  readonly method: DescribedOperation['method'] | 'ALL';
  readonly paths: readonly string[];
}

/** A side of the service, on the world that all share: what there is, and what answers. */
export interface SandboxApi<Parts> {
  readonly operations: readonly DescribedOperation[];
  /** Every schema of a body or an answer, by its name in the OpenAPI document. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly securitySchemes: object;
  /** Where planned faults strike. */
  readonly endpoints: readonly Endpoint[];
  readonly routes: (parts: Parts) => Hono<SandboxEnv>;
}

/** A documented error, to be answered without a request that deserves it. */
export interface NamedError {
  readonly type: ErrorType;
  readonly code?: string | null | undefined;
  readonly requestId: string;
  readonly v3Errors?: SandboxEnv['Variables']['v3Errors'];
  /** Where the owner signs in again, if the failure is of one vehicle. */
  readonly ownerUrl?: string | undefined;
}

/** A version of the API: an API with errors of its own. */
export interface ApiVersion<Parts> extends SandboxApi<Parts> {
  /** Whether a path without a route is one of this version's. */
  readonly owns: (path: string) => boolean;
  readonly notFound: (path: string, method: string) => Failure;
  /** The sandbox itself failed. */
  readonly internalError: () => Failure;
  readonly namedError: (error: NamedError) => { readonly status: number; readonly body: object };
}
