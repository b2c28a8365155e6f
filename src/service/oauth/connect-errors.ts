import { t } from '../../common/translate.ts';

/** What an error on the redirect URI means (public). */
export interface ConnectError {
  readonly message: string;
  readonly nextStep: string;
}

/** Undocumented codes are shown unchanged. */
export function connectErrorOf(error: string): ConnectError {
  switch (error) {
    case 'access_denied':
      return {
        message: t('The owner did not grant access.'),
        nextStep: t('If that was not intended, connect again and allow access.'),
      };
    case 'invalid_subscription':
      return {
        message: t('The owner has no active connected services subscription.'),
        nextStep: t('The owner must activate it with the vehicle maker. Then connect again.'),
      };
    case 'vehicle_incompatible':
      return {
        message: t('The owner’s vehicle is not compatible.'),
        nextStep: t('Connect again with another vehicle.'),
      };
    case 'no_vehicles':
      return {
        message: t('The owner’s account has no vehicle.'),
        nextStep: t('The owner must add it in the vehicle maker’s app. Then connect again.'),
      };
    case 'configuration_error':
      return {
        message: t('The application is configured incorrectly.'),
        nextStep: t(
          'Compare clientId, redirectUri and scopes in the vehicleData.environments setting with the dashboard.',
        ),
      };
    case 'server_error':
      return { message: t('Connect had an internal error.'), nextStep: t('Connect again later.') };
    case 'battery_capacity_no_selection':
      return {
        message: t('The owner did not know the battery capacity.'),
        nextStep: t('Connect again once it is known.'),
      };
    default:
      return {
        message: t('Connect returned an unknown error: {0}.', error),
        nextStep: t('Connect again. If it persists, contact support.'),
      };
  }
}
