import { Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod';
import type { Clock } from '../../common/clock.ts';
import { apiVersion } from '../../service/v2/contract.ts';
import type { SandboxEnv } from '../web/http.ts';
import { type ApiVersion, pageOperations } from '../web/openapi.ts';
import { capacityLinkQuery, capacityPath, capacityRoutes } from './capacity-routes.ts';
import { documentedError, refusals } from './errors.ts';
import { apiOperations, apiSchemas } from './operations.ts';
import { vehicleRoutes, type VehicleRoutesParts } from './vehicle-routes.ts';

/** Version 2.0: vehicle data, and the page where an owner selects a capacity. */
export const version2: ApiVersion<VehicleRoutesParts> = {
  operations: [
    ...Object.values(apiOperations),
    ...pageOperations({
      path: capacityPath,
      id: 'capacityPage',
      operation: 'capacity-page',
      summary: 'Where the owner says which capacity the vehicle has',
      query: capacityLinkQuery,
    }),
  ],
  schemas: apiSchemas,
  securitySchemes: {
    accessToken: { type: 'http', scheme: 'bearer', description: 'The access token, valid for 7200 seconds' },
  },
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

/** ISO 8601, with or without a time of day; a day begins in UTC. */
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'must be a day or a time in ISO 8601, such as 2026-12-01',
});

/** `ends`: from when on version 2.0 no longer answers, by the clock of the sandbox. */
export const version2Options = z.strictObject({ ends: moment.optional() });
export type Version2Options = z.output<typeof version2Options>;

/** Reads `ends=2026-12-01`. Throws an Error that says what to correct. */
export function readVersion2(text: string): Version2Options {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  const { data, error } = version2Options.safeParse({ [name]: value });
  if (data) return data;
  throw new Error(`--v2 ${text}: ${error.issues.map(({ message }) => message).join('; ')}. Use ends=DATE.`);
}

const isOfVersion2 = (method: string, path: string) =>
  path.startsWith(`/${apiVersion}/`) || (method === 'POST' && (path === '/oauth/token' || path === '/'));

/** Refuses version 2.0 and its token endpoint once it has ended: nobody knows how the service will do that. */
export function endOfVersion2(clock: Clock, { ends }: Version2Options): MiddlewareHandler<SandboxEnv> {
  const end = ends === undefined ? Infinity : Date.parse(ends);
  return async (c, next) => {
    if (clock.now() < end || !isOfVersion2(c.req.method, c.req.path)) return next();
    c.set('rules', ['data.end']);
    return c.body(null, 410);
  };
}
