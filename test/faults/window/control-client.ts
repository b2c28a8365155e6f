import { systemClock } from '../../../src/common/clock.ts';
import { TokenEndpoint } from '../../../src/service/oauth/token-endpoint.ts';
import { Transport } from '../../../src/service/http/transport.ts';
import { lockOnlyToken } from '../controls/lock-only.ts';
import { naiveToken } from '../controls/naive.ts';
import { readPair } from '../controls/plain-pair.ts';
import type { WindowClient } from './client.ts';
import type { WindowSettings } from './messages.ts';

/** The clients that leave out what protects a session. */
export function controlClient({ mode, folder, authUrl, clientId, clientSecret, timing }: WindowSettings): WindowClient {
  const transport = new Transport({ fetch, clock: systemClock, userAgent: 'faults/1' });
  const endpoint = new TokenEndpoint(transport, systemClock);
  const refresh = (refreshToken: string) => {
    const patience = AbortSignal.timeout(Math.ceil(timing.attemptMs));
    return endpoint.refresh({ authUrl }, { clientId, clientSecret }, refreshToken, patience);
  };
  const unsupported = () => {
    throw new Error('A control has tokens, and nothing else');
  };
  return {
    async token(force) {
      if (mode === 'lock only') return lockOnlyToken(folder, refresh, force);
      await naiveToken(folder, refresh, force);
      return readPair(folder).accessToken;
    },
    signOut: unsupported,
    connect: unsupported,
    list: unsupported,
    breakKeyring: unsupported,
  };
}
