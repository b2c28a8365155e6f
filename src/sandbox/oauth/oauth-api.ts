import { type Context, Hono } from 'hono';
import type { SandboxApi } from '../web/sandbox-api.ts';
import { type SandboxEnv, withRules } from '../web/http.ts';
import type { Vehicles } from '../world/vehicles.ts';
import { connectRoutes } from './connect-routes.ts';
import type { Grants } from './grants.ts';
import { oauthOperations, oauthSchemas } from './operations.ts';
import { reauthenticationRoutes } from './reauthentication.ts';
import { answerTokenRequest } from './token-endpoint.ts';

interface OAuthParts {
  readonly vehicles: Vehicles;
  readonly grants: Grants;
  readonly autoApprove: boolean;
  /** The name of the redirect parameter with the owner's ID. */
  readonly userIdName: string;
  /** Called with the ID of the vehicle whose owner has signed in to its maker again. */
  readonly onSignedIn: (vehicleId: string) => void;
}

/** The token endpoint of version 2.0, and the pages where the owner connects or signs in again. */
export const oauthApi: SandboxApi<OAuthParts> = {
  operations: oauthOperations,
  schemas: oauthSchemas,
  securitySchemes: {
    client: { type: 'http', scheme: 'basic', description: 'client_id and client_secret of the application' },
  },
  endpoints: [
    { operation: 'token', method: 'POST', paths: ['/oauth/token', '/'] },
    { operation: 'connect', method: 'ALL', paths: ['/oauth/authorize'] },
  ],
  routes: ({ vehicles, grants, autoApprove, userIdName, onSignedIn }) => {
    const { world } = vehicles;
    const answer = async (c: Context<SandboxEnv>) => c.json(await answerTokenRequest(c, world.application, grants));
    return (
      new Hono<SandboxEnv>()
        .post('/oauth/token', withRules('token.pair'), answer)
        // The Python library posts here, because it treats the origin in its environment variable as the complete URL.
        .post('/', withRules('token.pair', 'sandbox.token-at-origin'), answer)
        .route('/', connectRoutes(world, grants, { autoApprove, userIdName }))
        .route('/', reauthenticationRoutes(vehicles, onSignedIn))
    );
  },
};
