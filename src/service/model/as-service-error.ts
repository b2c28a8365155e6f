import { t } from '../../common/translate.ts';
import { ServiceError } from './errors.ts';

/**
 * The service client only rejects with ServiceError; even a defect must end as a message and not as an endless wait.
 */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof DOMException && thrown.name === 'AbortError') {
    return new ServiceError(t('The request was canceled.'), {
      kind: 'cancelled',
      turn: 'retry',
      nextStep: t('Try again.'),
      sent: true,
    });
  }
  return new ServiceError(t('An internal error occurred in the extension.'), {
    kind: 'contract',
    turn: 'developer',
    nextStep: t('Try again. If it persists, report it with the extension’s log.'),
    sent: true,
    cause: thrown,
  });
}
