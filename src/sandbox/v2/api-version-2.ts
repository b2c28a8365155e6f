import { Hono } from 'hono';
import { apiVersion } from '../../service/v2/contract.ts';
import type { ApiVersion } from '../web/sandbox-api.ts';
import type { SandboxEnv } from '../web/http.ts';
import { capacityPath } from './capacity-link.ts';
import { capacityRoutes } from './capacity-routes.ts';
import { documentedError } from './error-body.ts';
import { refusals } from './errors.ts';
import { apiOperations, apiSchemas, capacityPageOperations, pathsOf } from './operations.ts';
import { vehicleRoutes, type VehicleRoutesParts } from './vehicle-routes.ts';

/** Version 2.0: vehicle data, and the page where an owner selects a capacity. */
export const version2: ApiVersion<VehicleRoutesParts> = {
  operations: [...apiOperations, ...capacityPageOperations],
  schemas: apiSchemas,
  securitySchemes: {
    accessToken: { type: 'http', scheme: 'bearer', description: 'The access token, valid for 7200 seconds' },
  },
  endpoints: [
    { operation: 'capacity-page', method: 'ALL', paths: [capacityPath] },
    ...apiOperations.map((operation) => ({
      operation: operation.id,
      method: operation.method,
      paths: pathsOf(operation),
    })),
  ],
  routes: (parts) =>
    new Hono<SandboxEnv>()
      .route('/', capacityRoutes(parts.vehicles, parts.capacities))
      .route('/', vehicleRoutes(parts)),
  owns: () => true,
  notFound: (path) => {
    const version = path.split('/')[1] ?? '';
    return isOtherVersion(version) ? refusals.unknownVersion(version) : refusals.unknownPath();
  },
  internalError: () => refusals.internal(),
  namedError: documentedError,
};

/** `v1.0`, `v4`: another version of the service in place of {@link apiVersion}. */
function isOtherVersion(segment: string): boolean {
  return /^v\d+(?:\.\d+)?$/.test(segment) && segment !== apiVersion;
}
