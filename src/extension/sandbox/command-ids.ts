/** Commands of this room, apart from their code, which is loaded with the first one that runs. */
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
  'vehicleData.copySandboxAddress',
  'vehicleData.resetSandbox',
] as const;
export type SandboxCommand = (typeof sandboxCommandIds)[number];
