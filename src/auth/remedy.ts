import { ServiceError } from '../service/errors.ts';
import { ClientSecretMissing } from './sign-in.ts';

/** The one button under a failure. */
export type Remedy = 'reconnect' | 'set-secret' | 'settings' | 'retry' | 'none';

export function remedyFor(error: unknown): Remedy {
  if (!(error instanceof ServiceError)) return 'retry';
  if (error instanceof ClientSecretMissing || error.type === 'invalid_client') return 'set-secret';
  switch (error.turn) {
    case 'reconnect':
      return 'reconnect';
    case 'developer':
      return 'settings';
    case 'retry':
      return 'retry';
    case 'owner':
    case 'nobody':
      return 'none';
  }
}
