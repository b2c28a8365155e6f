import { ServiceError, type Remedy } from '../../../service/model/errors.ts';

/** The button under a failure to sign in or to get tokens. If the developer has to act, it edits the environment. */
export function remedyFor(error: unknown): Remedy {
  if (!(error instanceof ServiceError)) return 'retry';
  const { turn, remedy } = error;
  if (turn === 'developer' && (remedy === 'none' || remedy === 'retry')) return 'edit-environment';
  return remedy;
}
