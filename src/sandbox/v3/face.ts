import { Hono } from 'hono';
import type { ApiVersion } from '../web/face.ts';
import type { SandboxEnv } from '../web/http.ts';
import { namedError } from './error-body.ts';
import { refusals } from './errors.ts';
import { operations } from './operations.ts';

/** Version 3. In life its data, its tokens and its management have a host each; here they share the origin. */
export const version3: ApiVersion<object> = {
  operations,
  schemas: {},
  securitySchemes: {},
  endpoints: [],
  routes: () => new Hono<SandboxEnv>(),
  owns: (path) => /^\/(?:v3|oauth2)(?:\/|$)/.test(path),
  notFound: (path) => refusals.unknownPath(path),
  internalError: () => refusals.internal(),
  namedError,
};
