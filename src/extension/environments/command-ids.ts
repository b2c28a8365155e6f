/** Commands of this room, apart from their code: that is loaded with the first one that runs. */
export const environmentCommandIds = [
  'vehicleData.selectEnvironment',
  'vehicleData.addEnvironment',
  'vehicleData.editEnvironment',
  'vehicleData.setClientSecret',
  'vehicleData.openHelp',
] as const;
export type EnvironmentCommand = (typeof environmentCommandIds)[number];
