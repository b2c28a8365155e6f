/** Commands of this room, apart from their code: that is loaded with the first one that runs. */
export const environmentCommandIds = [
  'vehicleData.selectEnvironment',
  'vehicleData.addEnvironment',
  'vehicleData.editEnvironment',
  'vehicleData.setClientSecret',
  'vehicleData.explainVersion',
  'vehicleData.explainWindow',
] as const;
export type EnvironmentCommand = (typeof environmentCommandIds)[number];

export const sandboxCommandIds = [
  'vehicleData.startSandbox',
  'vehicleData.stopSandbox',
  'vehicleData.showSandboxActions',
  'vehicleData.copySandboxEnvironment',
  'vehicleData.openSandboxControl',
  'vehicleData.advanceSandboxClock',
  'vehicleData.freezeSandboxClock',
  'vehicleData.resumeSandboxClock',
  'vehicleData.injectSandboxFault',
  'vehicleData.removeSandboxFault',
  'vehicleData.simulateCharge',
  'vehicleData.copySandboxAddress',
  'vehicleData.resetSandbox',
] as const;
export type SandboxCommand = (typeof sandboxCommandIds)[number];
