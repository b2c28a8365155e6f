import { type Context, Hono } from 'hono';
import type { SandboxEnv } from '../web/http.ts';
import { type ApiVersion, pathsOf } from '../web/openapi.ts';
import { namedError, refusals } from './errors.ts';
import { resourceRoutes } from './resource-routes.ts';
import { apiOperations, schemas, tokenOperation } from './operations.ts';
import { signalRoutes, type Version3Parts } from './signal-routes.ts';
import { answerTokenRequest, applicationBearer, ApplicationTokens } from './token-endpoint.ts';
import { fieldMappings } from '../../service/field-mapping/field-mappings.ts';
import { apiVersion } from '../../service/v3/contract.ts';
import { knownCodes } from './vehicle-signals.ts';

/** Version 3. The real service has separate hosts for data, tokens and management; here they share the origin. */
export const version3: ApiVersion<Version3Parts> = {
  operations: [tokenOperation, ...Object.values(apiOperations)],
  schemas,
  securitySchemes: {
    applicationToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of the application, valid for an hour',
    },
  },
  routes: (parts) => {
    const { store, clock, limits, application } = parts;
    const tokens = new ApplicationTokens(store, clock);
    const routes = new Hono<SandboxEnv>();
    const answer = async (c: Context<SandboxEnv>) => c.json(await answerTokenRequest(c, application, tokens));
    routes.post(tokenOperation.path, answer);
    const bearer = applicationBearer(tokens, limits);
    for (const operation of Object.values(apiOperations)) routes.on(operation.method, pathsOf(operation), bearer);
    return routes.route('/', resourceRoutes(parts)).route('/', signalRoutes(parts));
  },
  owns: (path) => /^\/(?:v3|oauth2)(?:\/|$)/.test(path),
  notFound: (path, method) =>
    isCommand(method, path) ? refusals.command() : refusals.unknownPath(path, pathHint(method, path)),
  internalError: () => refusals.internal(),
  namedError,
};

/** Method and path below the version, with `{…}` for a segment and `*` for the rest, and the path to use instead. */
type Hint = readonly [invented: string, instead: string];

const anySignals = 'GET /vehicles/{id}/signals';

/** Seen in public clients. Hints for paths of version 2.0 come from the field mapping. */
const invented: readonly Hint[] = [
  ['GET /user', 'GET /connections'],
  ['POST /vehicles/{id}/signals', anySignals],
  ['POST /vehicles/{id}/batch', anySignals],
  ['GET /vehicles/{id}/charge/records', 'GET /vehicles/{id}/signals/charge-chargerecords'],
  ...['charge', 'location', 'odometer', 'fuel', 'tires', 'engine', 'security', 'climate', 'status'].map(
    (name): Hint => [`GET /vehicles/{id}/${name}*`, anySignals],
  ),
  ['POST /vehicles/{id}/commands', 'POST /vehicles/{id}/commands/charge/start'],
];

const withMethod = (path: string) => (path.startsWith('/') ? `GET ${path}` : path);
const isPath = (text: string) => /^[A-Z]+ \//.test(text);

/** Leaves out signals that no vehicle in the sandbox has, because following the hint would only lead to a 404. */
const moved: readonly Hint[] = fieldMappings.flatMap(({ v2, v3 }) => {
  if (v3?.signal !== undefined && !knownCodes.includes(v3.signal)) return [];
  const [before, after] = [withMethod(v2?.path ?? ''), withMethod(v3?.path ?? '')];
  return isPath(before) && isPath(after) && before !== after ? [[before, after] as const] : [];
});

const hints = [...moved, ...invented].map(([call, instead]) => ({
  pattern: new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+').replace('*', '(?:/.*)?')}/?$`),
  instead: instead.replace(' /', ` /${apiVersion}/`),
}));

/** Commands of version 3 (reported). */
const commands = [
  'charge/(?:start|stop|set-limit)',
  'charge-port/(?:open|close)',
  'security/(?:lock|unlock)',
  'navigation/set-destination',
];
const command = new RegExp(`^/${apiVersion}/vehicles/[^/]+/commands/(?:${commands.join('|')})/?$`);

function isCommand(method: string, path: string): boolean {
  return method === 'POST' && command.test(path);
}

/** What should have been called instead of a path that never existed. */
export function pathHint(method: string, path: string): string | undefined {
  if (/^\/(?:v3\/)?oauth2?\//.test(path)) return 'POST /oauth2/token';
  const prefix = `/${apiVersion}/`;
  if (!path.startsWith(prefix)) return undefined;
  const call = `${method} /${path.slice(prefix.length)}`;
  return hints.find(({ pattern }) => pattern.test(call))?.instead;
}
