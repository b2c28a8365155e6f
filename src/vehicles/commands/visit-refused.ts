import type { Translate } from '../../common/translate.ts';
import type { VisitRefusal } from '../../service/oauth/connect.ts';
import { ServiceError } from '../../service/model/errors.ts';

/**
 * A visit that came to nothing, as a failure: the owner said no, or the service sent them back. It can be made again at
 * any time, but for a mistake in the application's configuration, which only its developer mends.
 *
 * @param message what was not done, and why
 * @param nextStep what to do where the visit can be made again
 */
export function visitRefused({ error }: VisitRefusal, message: string, nextStep: string, t: Translate): ServiceError {
  const isMistake = error === 'configuration_error';
  return new ServiceError(message, {
    kind: 'oauth',
    turn: isMistake ? 'developer' : 'owner',
    nextStep: isMistake ? t('Compare clientId and redirectUri of the environment with the dashboard.') : nextStep,
    type: error,
    sent: true,
  });
}
