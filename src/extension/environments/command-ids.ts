/** Ids of the commands of this room. Their code is loaded when the first one runs. */
export const environmentCommandIds = [
  'vehicleData.selectEnvironment',
  'vehicleData.addEnvironment',
  'vehicleData.editEnvironment',
  'vehicleData.setClientSecret',
  'vehicleData.openHelp',
] as const;
export type EnvironmentCommand = (typeof environmentCommandIds)[number];
