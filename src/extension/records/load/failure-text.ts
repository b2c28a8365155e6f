import { t } from '../../../common/translate.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { FailureText } from '../../../viewer/messages/to-page.ts';

/** What went wrong, what to do now and what the button does, as the page shows them. */
export function failureText(error: unknown, requestId: string | undefined): FailureText {
  if (!(error instanceof ServiceError)) {
    const message = error instanceof Error ? error.message : String(error);
    return { message, nextStep: t('Try again. See the log for details.'), requestId, remedy: 'retry' };
  }
  const { message, nextStep, retryAt, isEmpty } = error;
  const remedy = error.remedy === 'none' ? undefined : error.remedy;
  const id = error.requestId ?? requestId;
  const calm = isEmpty && { isCalm: true };
  return { message, nextStep, requestId: id, remedy, ...(retryAt !== undefined && { retryAt }), ...calm };
}
