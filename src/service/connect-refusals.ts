/** What the errors on the redirect URI mean (public). */
export interface Refusal {
  readonly message: string;
  readonly nextStep: string;
}

const again = 'Run “Vehicle Data: Connect” again';

const refusals: ReadonlyMap<string, Refusal> = new Map([
  [
    'access_denied',
    { message: 'The owner did not grant access.', nextStep: `${again} and choose Allow, if that was not intended.` },
  ],
  [
    'invalid_subscription',
    {
      message: 'The owner has no active connected services subscription for the vehicle.',
      nextStep: `The owner activates it with the vehicle maker. ${again} after that.`,
    },
  ],
  [
    'vehicle_incompatible',
    { message: 'The owner’s vehicle is not compatible with the service.', nextStep: `${again} with another vehicle.` },
  ],
  [
    'no_vehicles',
    {
      message: 'The owner’s account with the vehicle maker has no vehicle.',
      nextStep: `The owner adds the vehicle in the maker’s app. ${again} after that.`,
    },
  ],
  [
    'configuration_error',
    {
      message: 'The service reports a mistake in the application’s configuration.',
      nextStep: 'Compare clientId, redirectUri and scopes in the setting vehicleData.environments with the dashboard.',
    },
  ],
  ['server_error', { message: 'The service had a problem of its own.', nextStep: `${again} later.` }],
  [
    'battery_capacity_no_selection',
    { message: 'The owner did not know the battery capacity.', nextStep: `${again} if it can be looked up.` },
  ],
]);

/** Codes that are not documented are named as they are. */
export function refusalOf(error: string): Refusal {
  return (
    refusals.get(error) ?? {
      message: `The service ended the connection with an error that is not documented: ${error}.`,
      nextStep: `${again}; if it stays, ask the service’s support.`,
    }
  );
}
