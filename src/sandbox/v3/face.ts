import type { ApiVersion } from '../web/face.ts';
import { namedError } from './error-body.ts';
import { refusals } from './errors.ts';
import { operations, schemas, signalOperation, signalsOperation } from './operations.ts';
import { signalRoutes, type SignalRoutesParts } from './signal-routes.ts';

/** Version 3. In life its data, its tokens and its management have a host each; here they share the origin. */
export const version3: ApiVersion<SignalRoutesParts> = {
  operations,
  schemas,
  securitySchemes: {
    applicationToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of the application, valid for an hour',
    },
  },
  endpoints: [
    { operation: 'signals', method: 'GET', paths: [signalsOperation.path] },
    { operation: 'signal', method: 'GET', paths: [signalOperation.path] },
  ],
  routes: signalRoutes,
  owns: (path) => /^\/(?:v3|oauth2)(?:\/|$)/.test(path),
  notFound: (path) => refusals.unknownPath(path),
  internalError: () => refusals.internal(),
  namedError,
};
