import { t } from '../../common/translate.ts';
import type { ApiContext } from '../api/endpoint.ts';
import { checkBaseUrl, type ErrorText, type OwnTexts, text } from '../api/error-texts.ts';

/** Types are those of version 2.0; codes that version 3 adds are reported by third parties. */
export function ownTexts(): OwnTexts {
  return {
    byName: new Map([
      [
        'AUTHENTICATION',
        text(
          'developer',
          t('The application’s access token was rejected'),
          t('Check apiClientId and its secret in the vehicleData.environments setting.'),
          'edit-environment',
        ),
      ],
      ['RESOURCE_NOT_FOUND:INVALID_PATH', text('developer', t('API version 3 has no such address'), checkBaseUrl())],
      [
        'RESOURCE_NOT_FOUND:VEHICLE_NOT_FOUND',
        text(
          'reconnect',
          t('The application is not connected to this vehicle'),
          t('Connect again and include this vehicle.'),
        ),
      ],
    ]),
  };
}

/**
 * Reported, but not stated by the vendor: signals are read from a store that webhooks fill. An empty store says nothing
 * about the vehicle.
 */
export const emptyStore = ({ environment }: Pick<ApiContext, 'environment'> = {}): ErrorText => {
  const what = t('API version 3 has nothing stored for this signal');
  const next = environment?.canSubscribe
    ? t('Reportedly it stores signals only of vehicles with a webhook subscription. Subscribe the sandbox’s vehicles.')
    : t(
        'Reportedly it stores signals only of vehicles with a webhook subscription. Add one in the dashboard, then try again.',
      );
  return { ...text('developer', what, next, environment?.canSubscribe ? 'subscribe' : 'retry'), isEmpty: true };
};

/** A signal with neither a value nor a reason. */
export const unavailable = (): ErrorText =>
  text('retry', t('The signal has no value for this vehicle'), t('Try again later.'));
