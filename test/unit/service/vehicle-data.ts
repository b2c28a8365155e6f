import { RateLimiter } from '../../../src/service/http/rate-limiter.ts';
import type { Transport } from '../../../src/service/http/transport.ts';
import type { ServiceEnvironment } from '../../../src/service/model/environment.ts';
import type { VehicleData, VehicleDataSession } from '../../../src/service/model/vehicle-data.ts';
import { VehicleDataV3 } from '../../../src/service/v3/client.ts';
import { VehicleDataV2 } from '../../../src/service/v2/client.ts';
import { recordingTransport } from './http/loopback.ts';

/** An environment all of whose addresses are one server's. */
export function environmentAt(address: string): ServiceEnvironment {
  return {
    name: 'test',
    authUrl: address,
    baseUrl: address,
    connectUrl: address,
    clientId: 'client-1',
    redirectUri: 'http://localhost:1/callback',
    scopes: [],
  };
}

/** The same by version 3, of the owner `owner-1`. */
export function vehicleDataV3Of(
  environment: ServiceEnvironment,
  session: Partial<VehicleDataSession> = {},
  transport: Transport = recordingTransport().transport,
): VehicleData {
  return new VehicleDataV3(
    {
      environment: () => Promise.resolve({ ...environment, version: '3' }),
      accessToken: () => Promise.resolve('token-1'),
      ownerId: () => Promise.resolve('owner-1'),
      ...session,
    },
    transport,
    new RateLimiter(),
  );
}

/** The client of an environment, with the token `token-1` unless the session says otherwise. */
export function vehicleDataOf(
  environment: ServiceEnvironment,
  session: Partial<VehicleDataSession> = {},
  transport: Transport = recordingTransport().transport,
): VehicleData {
  return new VehicleDataV2(
    {
      environment: () => Promise.resolve(environment),
      accessToken: () => Promise.resolve('token-1'),
      ...session,
    },
    transport,
    new RateLimiter(),
  );
}
