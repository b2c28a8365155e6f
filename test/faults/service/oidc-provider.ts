import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPeers } from '../../bench/peers.ts';
import type { IssuedPair, TokenService } from './token-service.ts';

const peers = { 'oidc-provider': '9.13.3' } as const;

const clientId = 'faults';
const clientSecret = 'faults-client-secret';
const scope = 'openid offline_access';

/**
 * oidc-provider, an independent server that is stricter than the document: a refresh token works once, without a grace,
 * and one that comes again costs the whole chain.
 */
export async function startOidcProvider(accessTokenSeconds: number): Promise<TokenService> {
  const folder = await installPeers('faults', peers);
  const entry = join(folder, 'node_modules/oidc-provider/lib/index.js');
  const { default: Provider } = (await import(pathToFileURL(entry).href)) as { default: ProviderClass };

  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = quietly(
    () =>
      new Provider(origin, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: ['https://localhost/callback'],
            grant_types: ['authorization_code', 'refresh_token'],
          },
        ],
        findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
        rotateRefreshToken: true,
        ttl: { AccessToken: accessTokenSeconds, Grant: 86_400, IdToken: 3600, RefreshToken: 86_400 },
        scopes: scope.split(' '),
      }),
  );
  server.on('request', provider.callback());
  let accounts = 0;

  return {
    name: 'oidc-provider',
    tokenUrl: `${origin}/token`,
    clientId,
    clientSecret,
    /** As at the end of a sign-in, whose pages are no part of this. */
    async newPair(): Promise<IssuedPair> {
      const accountId = `owner-${++accounts}`;
      const grant = new provider.Grant({ accountId, clientId });
      grant.addOIDCScope(scope);
      const grantId = await grant.save();
      const client = await provider.Client.find(clientId);
      const token = { accountId, client, grantId, scope, gty: 'authorization_code' };
      const accessToken = await new provider.AccessToken(token).save();
      const refreshToken = await new provider.RefreshToken({ ...token, rotations: 0 }).save();
      return { accessToken, refreshToken };
    },
    async accepts(accessToken) {
      const answer = await fetch(`${origin}/me`, { headers: { authorization: `Bearer ${accessToken}` } });
      await answer.arrayBuffer();
      return answer.ok;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What is used of oidc-provider, which brings no types. */
interface Saved {
  save(): Promise<string>;
}
interface Provider {
  readonly Grant: new (content: object) => Saved & { addOIDCScope(scope: string): void };
  readonly AccessToken: new (content: object) => Saved;
  readonly RefreshToken: new (content: object) => Saved;
  readonly Client: { find(clientId: string): Promise<object | undefined> };
  callback(): RequestListener;
}
type ProviderClass = new (issuer: string, configuration: object) => Provider;

/** It warns on the console that its settings are not for production. */
function quietly<T>(work: () => T): T {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return work();
  } finally {
    Object.assign(console, { warn, info });
  }
}
