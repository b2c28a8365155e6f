/** The id in `contributes.authentication`, which other extensions use. */
export const providerId = 'vehicle-data';
export const providerLabel = 'Vehicle Data';
