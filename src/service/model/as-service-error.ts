import { t } from '../../common/translate.ts';
import { ServiceError } from './errors.ts';

/** The service client rejects with nothing else; a defect must still end as a message and not as an endless wait. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  return new ServiceError(t('Something unexpected went wrong inside the extension.'), {
    kind: 'contract',
    turn: 'developer',
    nextStep: t('Try again. If it stays, report it with the lines of the output channel.'),
    sent: true,
    cause: thrown,
  });
}
