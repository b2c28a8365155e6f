import type { TextResponse } from '../http/messages.ts';
import type { ServiceEnvironment } from '../model/environment.ts';
import type { ServiceError } from '../model/errors.ts';
import type { Permission } from '../model/permissions.ts';
import type { Operation } from '../model/request-report.ts';

/** One vehicle data endpoint: its name, its path after the version, and what the owner must have granted. */
export interface Endpoint {
  readonly operation: Operation;
  /** GET unless it says otherwise. */
  readonly method?: 'GET' | 'DELETE';
  readonly path: string;
  readonly permission?: Permission;
  /** Whether the service answers out of what it has, without a car or its maker. */
  readonly isStored?: boolean;
}

/** The vehicle that a path is about, if it is. */
export function vehicleIn(path: string): string | undefined {
  return /^\/vehicles\/([^/?]+)/.exec(path)?.[1];
}

export interface ApiContext {
  readonly operation?: Operation | undefined;
  /** What the endpoint needs, for the next step after a 403. */
  readonly permission?: Permission | undefined;
  /** Where it was asked, for a next step that is another one there. */
  readonly environment?: Pick<ServiceEnvironment, 'canSubscribe'> | undefined;
  readonly secrets: readonly string[];
}

/** How a version is spoken to. */
export interface ApiDialect {
  /** First segment of every path. */
  readonly version: string;
  /** What goes with every request beside the access token. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Whether requests about a vehicle cost money. */
  readonly isMetered?: boolean;
  /** A refusal as a ServiceError. */
  readonly failure: (response: TextResponse, context: ApiContext) => ServiceError;
}
