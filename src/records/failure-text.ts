import { ServiceError } from '../service/errors.ts';
import type { FailureText } from './protocol.ts';

/** What went wrong, what to do now and the button for it, as the page shows them. */
export function failureText(error: unknown, requestId: string | undefined): FailureText {
  if (!(error instanceof ServiceError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { message, nextStep: 'Try again. The log has the details.', requestId, action: 'reload' };
  }
  const action = error.turn === 'nobody' ? undefined : error.turn === 'reconnect' ? 'reconnect' : 'reload';
  const { message, nextStep, retryAt } = error;
  const id = error.requestId ?? requestId;
  return { message, nextStep, requestId: id, action, ...(retryAt !== undefined && { retryAt }) };
}
