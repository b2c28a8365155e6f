import { t } from '../../common/translate.ts';

/** What the errors on the redirect URI mean (public). */
export interface ConnectError {
  readonly message: string;
  readonly nextStep: string;
}

const refusals: ReadonlyMap<string, () => ConnectError> = new Map([
  [
    'access_denied',
    () => ({
      message: t('The owner did not grant access.'),
      nextStep: t('Run “Vehicle Data: Connect” again and choose Allow, if that was not intended.'),
    }),
  ],
  [
    'invalid_subscription',
    () => ({
      message: t('The owner has no active connected services subscription for the vehicle.'),
      nextStep: t('The owner activates it with the vehicle maker. Run “Vehicle Data: Connect” again after that.'),
    }),
  ],
  [
    'vehicle_incompatible',
    () => ({
      message: t('The owner’s vehicle is not compatible with the service.'),
      nextStep: t('Run “Vehicle Data: Connect” again with another vehicle.'),
    }),
  ],
  [
    'no_vehicles',
    () => ({
      message: t('The owner’s account with the vehicle maker has no vehicle.'),
      nextStep: t('The owner adds the vehicle in the maker’s app. Run “Vehicle Data: Connect” again after that.'),
    }),
  ],
  [
    'configuration_error',
    () => ({
      message: t('The service reports a mistake in the application’s configuration.'),
      nextStep: t(
        'Compare clientId, redirectUri and scopes in the setting vehicleData.environments with the dashboard.',
      ),
    }),
  ],
  [
    'server_error',
    () => ({
      message: t('The service had a problem of its own.'),
      nextStep: t('Run “Vehicle Data: Connect” again later.'),
    }),
  ],
  [
    'battery_capacity_no_selection',
    () => ({
      message: t('The owner did not know the battery capacity.'),
      nextStep: t('Run “Vehicle Data: Connect” again if it can be looked up.'),
    }),
  ],
]);

/** Codes that are not documented are named as they are. */
export function connectErrorOf(error: string): ConnectError {
  const known = refusals.get(error);
  if (known) return known();
  return {
    message: t('The service ended the connection with an error that is not documented: {0}.', error),
    nextStep: t('Run “Vehicle Data: Connect” again; if it stays, ask the service’s support.'),
  };
}
