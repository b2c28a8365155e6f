/** The command IDs of this folder, separate from their code, which is loaded with the first command that runs. */
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
  'vehicleData.subscribeVehicles',
  'vehicleData.endSubscriptions',
  'vehicleData.copySandboxAddress',
  'vehicleData.resetSandbox',
] as const;
export type SandboxCommand = (typeof sandboxCommandIds)[number];
