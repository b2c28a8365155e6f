import { ServiceError, type Remedy } from '../../../service/model/errors.ts';

/** The one button under a failure to sign in, or to get tokens: what a developer has to change is the environment. */
export function remedyFor(error: unknown): Remedy {
  if (!(error instanceof ServiceError)) return 'retry';
  const { turn, remedy } = error;
  if (turn === 'developer' && (remedy === 'none' || remedy === 'retry')) return 'edit-environment';
  return remedy;
}
