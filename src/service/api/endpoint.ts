import type { TextResponse } from '../http/messages.ts';
import type { ApiVersion, ServiceEnvironment } from '../model/environment.ts';
import type { ServiceError } from '../model/errors.ts';
import type { Permission } from '../model/vehicles.ts';
import type { Operation } from '../model/request-report.ts';

/**
 * One vehicle data endpoint: its name, its path after the version, and the permission that the owner must have granted.
 */
export interface Endpoint {
  readonly operation: Operation;
  /** GET if omitted. */
  readonly method?: 'GET' | 'DELETE';
  readonly path: string;
  readonly permission?: Permission;
  /** Whether the service answers from stored data, without contacting a car or its maker. */
  readonly isStored?: boolean;
}

/** The vehicle ID in a path, if it has one. */
export function vehicleIn(path: string): string | undefined {
  return /^\/vehicles\/([^/?]+)/.exec(path)?.[1];
}

export interface ApiContext {
  readonly operation?: Operation | undefined;
  /** The permission that the endpoint needs, for the next step after a 403. */
  readonly permission?: Permission | undefined;
  /** The environment of the request, because the next step may depend on it. */
  readonly environment?: Pick<ServiceEnvironment, 'canSubscribe'> | undefined;
  readonly secrets: readonly string[];
}

/** How a version of the API is used. */
export interface ApiDialect {
  /** First segment of every path. */
  readonly version: `v${ApiVersion}`;
  /** Headers of every request in addition to the access token. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Whether requests about a vehicle cost money. */
  readonly isMetered?: boolean;
  /** Converts a refusal to a ServiceError. */
  readonly failure: (response: TextResponse, context: ApiContext) => ServiceError;
}
