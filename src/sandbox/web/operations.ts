/** What applications and owners ask of the service: its endpoints, and the owner's pages. */
export const operations = [
  'token',
  'connect',
  'capacity-page',
  'user',
  'vehicles',
  'vehicle',
  'permissions',
  'vin',
  'batch',
  'disconnect',
  'capacity',
  'records',
  'signals',
  'signal',
] as const;
export type Operation = (typeof operations)[number];
